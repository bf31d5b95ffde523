import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useEffect, useId, useRef, useState} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'
import {useForm} from '../../../fields/use-field'
import {Callout} from '../../../parts/callout'
import {looksAtPayload} from '../../../looks-at-payload'
import {usePage} from '../../../parts/library-context'
import type {Explanation} from '../../../../simulator/explain'
import {conditionsOf} from '../../../../simulator/prepared'
import type {Verdict} from '../../../../simulator/verdict'
import {browserAnswerWords, common, testerWords as words} from '../../../words'
import {marksOf} from './marks'
import {Pill, type PillKind} from './pill'
import type {StripProps} from './place'
import {RequestFields} from './request-fields'
import {RulesInOrder} from './rules-in-order'
import {previewsOf} from './previews'
import {plainly, type Said} from '../../../sentences/said'
import {actionOf} from './remedies'
import {othersLeftOut, verdictSaid} from '../../../sentences/why'
import {useBrowserAnswer} from './use-browser-answer'
import {useExplanation, type Explained} from './use-explanation'
import {useTested} from './use-tested'
import {VerdictText} from './verdict-text'

/** Which of several it is, the list says. */
const kindOf = ({kind}: Verdict): PillKind =>
  kind === 'wins' || kind === 'applies' ? 'matches' : kind === 'hidden' ? 'not-applied' : kind

type Line = {readonly kind: PillKind | null; readonly said: Said}

/** Why no URL matches any condition; undefined where one may. */
function getNeverReason(rule: Rule): string | undefined {
  const conditions = conditionsOf(rule)
  const isUnfinished = conditions.some(({source, fault}) => fault === null || source?.value.trim() === '')
  return isUnfinished ? undefined : (conditions[0]?.fault ?? undefined)
}

function lineOf({result, tested}: Explained, rule: Rule): Line {
  const never = 'not' in result && result.not === 'empty' ? getNeverReason(rule) : undefined
  if (never !== undefined) return {kind: null, said: words.noUrlMatches(never)}
  if ('not' in result) return {kind: null, said: words.not[result.not]}
  return {kind: kindOf(result.draft), said: [...verdictSaid(result.draft, tested), ...othersLeftOut(result)]}
}

/** What is said aloud, half a second after the last key; nothing as long as nobody has pressed one. */
function useSpoken({kind, said}: Line, isTouched: boolean): string {
  const text = `${kind === null ? '' : `${words.kinds[kind]}: `}${plainly(said)}`
  const [spoken, speak] = useState('')
  useEffect(() => {
    if (!isTouched) return
    const timer = setTimeout(() => speak(text), 500)
    return () => clearTimeout(timer)
  }, [text, isTouched])
  return spoken
}

const acts = ({kind}: Verdict) => kind === 'wins' || kind === 'applies' || kind === 'changed'

function listLabel({draft, verdicts}: Explanation, isOpen: boolean): string {
  const others = verdicts.filter(each => acts(each) && each !== draft).length
  return !isOpen && acts(draft) && others > 0 ? words.appliesWith(others) : words.inOrder(verdicts.length)
}

/** The tester: a request, what becomes of it with the draft in force, and every rule that has to do with it. */
export function Strip({draft, id, row, judge}: StripProps) {
  const {library, client} = usePage()
  const {tested, change} = useTested(id, draft.rule)
  const explained = useExplanation({tested, rule: draft.rule, base: draft.base, judge, id, row}).value
  const {previews} = useForm()
  useEffect(() => {
    if (explained) previews.value = previewsOf(explained)
  }, [explained])
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const line: Line = explained ? lineOf(explained, draft.rule.value) : {kind: null, said: []}
  const current = tested.value
  const form = useForm()
  useEffect(() => {
    form.tested.value = current
  }, [current])
  const opened = useRef({current, rule: draft.rule.peek()})
  opened.current.current ??= current
  const isTouched = opened.current.current !== current || opened.current.rule !== draft.rule.value
  const spoken = useSpoken(line, isTouched)
  const difference = useBrowserAnswer(tested)
  const namesOf = (ids: readonly string[]) =>
    ids.length === 0
      ? browserAnswerWords.none
      : browserAnswerWords.named(ids.map(each => library.rowOf(each)?.peek().rule?.name.trim() || common.untitled))
  if (current === null) return null
  const explanation = explained && !('not' in explained.result) ? explained.result : null
  // What is got has no body that another rule could look at.
  const others = current.method === 'GET' ? [] : (explanation?.verdicts ?? [])
  const concerned = others.map(({contender}) => contender.rule)
  const asksPayload = current.payload !== '' || [draft.rule.value, ...concerned].some(looksAtPayload)
  const action = explanation ? actionOf(explanation.draft, {library, client, id}) : undefined
  const Shape = isOpen ? ChevronDown : ChevronRight
  const said: Said = library.isWhole.value ? line.said : [...line.said, ...words.reading]
  return (
    <>
      <RequestFields
        tested={current}
        marks={explanation && explained ? marksOf(explanation, current) : []}
        asksPayload={asksPayload}
        change={change}
      />
      <div class="verdict">
        {line.kind !== null && <Pill kind={line.kind} />}
        <VerdictText said={said} />
        {action && (
          <button
            type="button"
            class="link-button"
            onClick={event => {
              action.act()
              // The button goes when it has done what it says.
              event.currentTarget.closest('.tester')?.querySelector<HTMLElement>('[data-tested-url]')?.focus()
            }}
          >
            {action.label}
          </button>
        )}
        {explanation &&
          (explanation.verdicts.length === 1 ? (
            <span class="verdict-others">{explanation.draft.kind === 'no-match' ? words.noOther : words.onlyOne}</span>
          ) : (
            <button
              type="button"
              class="verdict-others"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {listLabel(explanation, isOpen)}
              <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          ))}
      </div>
      {isOpen && explanation && explained && explanation.verdicts.length > 1 && (
        <RulesInOrder id={listId} verdicts={explanation.verdicts} tested={explained.tested} />
      )}
      {difference && (
        <Callout tone="warn" title={browserAnswerWords.title} role="status">
          <p>{browserAnswerWords.text(namesOf(difference.ours), namesOf(difference.theirs))}</p>
        </Callout>
      )}
      <span class="unseen" role="status">
        {spoken}
      </span>
    </>
  )
}

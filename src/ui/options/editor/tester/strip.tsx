import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useEffect, useId, useRef, useState} from 'preact/hooks'
import {usePage} from '../../../parts/library-context'
import type {Explanation} from '../../../tester/explain'
import type {Verdict} from '../../../tester/verdict'
import {testerWords as words} from '../../../words'
import {marksOf} from './marks'
import {moveAbove} from './move-above'
import {Pill, type PillKind} from './pill'
import type {StripProps} from './place'
import {RequestFields} from './request-fields'
import {RulesInOrder} from './rules-in-order'
import {plainly, type Said} from './said'
import {SaidText} from './said-text'
import {verdictSaid} from './sentences'
import {useExplanation, type Explained} from './use-explanation'
import {useTested} from './use-tested'

/** Which of several it is, the list says. */
const kindOf = ({kind}: Verdict): PillKind =>
  kind === 'wins' || kind === 'applies' ? 'matches' : kind === 'hidden' ? 'not-applied' : kind

type Line = {readonly kind: PillKind | null; readonly said: Said}

function lineOf({result, tested}: Explained): Line {
  if ('not' in result) return {kind: null, said: words.not[result.not]}
  return {kind: kindOf(result.draft), said: verdictSaid(result.draft, tested)}
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
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const line: Line = explained ? lineOf(explained) : {kind: null, said: []}
  const current = tested.value
  const opened = useRef({current, rule: draft.rule.peek()})
  opened.current.current ??= current
  const isTouched = opened.current.current !== current || opened.current.rule !== draft.rule.value
  const spoken = useSpoken(line, isTouched)
  if (current === null) return null
  const explanation = explained && !('not' in explained.result) ? explained.result : null
  const asksPayload = draft.rule.value.pairs.some(({source}) => source?.filters?.some(each => each.requestPayload))
  const above = explanation ? moveAbove(explanation.draft, {library, client, id}) : undefined
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
        <span class="verdict-text">
          <SaidText said={said} />
        </span>
        {above && (
          <button
            type="button"
            class="link-button"
            onClick={event => {
              above()
              // The button goes when the rule is above.
              event.currentTarget.closest('.tester')?.querySelector<HTMLElement>('[data-tested-url]')?.focus()
            }}
          >
            {words.moveAbove}
          </button>
        )}
        {explanation &&
          (explanation.verdicts.length === 1 ? (
            <span class="verdict-others">{words.onlyOne}</span>
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
      <span class="unseen" role="status">
        {spoken}
      </span>
    </>
  )
}

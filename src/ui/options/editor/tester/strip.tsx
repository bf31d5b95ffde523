import {quoteName} from '../../../sentences/quote'
import {createSegmentedTexts} from '../../../text-segments'
import {formatReason} from '../../../sentences/faults'
import type {FaultText} from '../../../../model/faults'
import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useEffect, useId, useRef, useState} from 'preact/hooks'
import type {Rule, RuleOf} from '../../../../model/rule'
import {toTypedSpan, getPartSpan} from '../../../../matching/spans'
import {compareWithBrowser, toBrowserQuery, type Difference} from '../../../../simulator/browser-comparison'
import {explainLibrary, type DraftExplanation} from '../../../../simulator/explain'
import {getConditions} from '../../../../simulator/conditions'
import {previewReplacements} from '../../../../simulator/replace-preview'
import {readTestRequest, type TestRequest} from '../../../../simulator/test-request'
import type {Verdict} from '../../../../simulator/verdict'
import {useForm} from '../../../hooks/use-field'
import {hasPayloadFilter} from '../../../payload-filter'
import {Callout} from '../../../components/callout'
import {hasMod} from '../../../hooks/keys'
import {usePage} from '../../../state/page-context'
import {ExplanationText} from '../../../components/explanation-text'
import {getExplanationText, type ExplanationSegments} from '../../../sentences/explanation-segments'
import {explainOtherLeftOut, explainVerdict} from '../../../sentences/verdict'
import type {Row} from '../../../state/library'
import {changeOf, type Change} from '../../../tester/change-of'
import {inSlices} from '../../../tester/sliced'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'
import {testerTexts} from '../../../../locales/tester'
import {useOptions} from '../../options-context'
import {useToastOffset} from '../../../hooks/use-toast-offset'
import {actionOf} from '../form/order-actions'
import {RequestFields, type Mark} from './request-fields'
import {Pill, RulesInOrder, type PillKind} from './rules-in-order'
import {useExplanation, type Explained} from './use-explanation'
import {useTested} from './use-tested'

const phrase = createSegmentedTexts(testerTexts)

export function marksOf({draft, url}: DraftExplanation, tested: TestRequest): readonly Mark[] {
  const read = readTestRequest(tested)
  if ('fault' in read || read.url !== url) return []
  const {match, reason} = draft
  if (match?.condition.pattern) {
    // The condition may match a later URL of the request, which differs from the typed one.
    const {address} = read.requestAt(url)
    const found = match.url === url ? match.textMatch : match.condition.compare(address)
    if (found === null) return []
    const {from} = getPartSpan(address, match.condition.pattern.text)
    const span = toTypedSpan(tested.url, url, {from: from + found.from, to: from + found.to})
    return span ? [{...span, tone: 'found'}] : []
  }
  if (reason?.why !== 'source' || !reason.nearMiss.span) return []
  const span = toTypedSpan(tested.url, url, reason.nearMiss.span)
  return span ? [{...span, tone: reason.nearMiss.miss.kind === 'equals' ? 'differs' : 'near'}] : []
}

const kindOf = ({kind}: Verdict): PillKind =>
  kind === 'wins' || kind === 'applies' ? 'matches' : kind === 'hidden' ? 'not-applied' : kind

type Line = {readonly kind: PillKind | null; readonly said: ExplanationSegments}

function getNeverReason(rule: Rule): FaultText | undefined {
  const conditions = getConditions(rule)
  const isUnfinished = conditions.some(({source, fault}) => fault === null || source?.value.trim() === '')
  return isUnfinished ? undefined : (conditions[0]?.fault ?? undefined)
}

function lineOf({result, tested}: Explained, rule: Rule): Line {
  const never = 'fault' in result && result.fault === 'empty' ? getNeverReason(rule) : undefined
  if (never !== undefined) return {kind: null, said: phrase('noUrlMatches', {reason: formatReason(never)})}
  if ('fault' in result) return {kind: null, said: phrase(`not.${result.fault}`)}
  return {kind: kindOf(result.draft), said: [...explainVerdict(result.draft, tested), ...explainOtherLeftOut(result)]}
}

function useSpoken({kind, said}: Line, isTouched: boolean): string {
  const text = `${kind === null ? '' : `${testerTexts(`kinds.${kind}`)}: `}${getExplanationText(said)}`
  const [spoken, speak] = useState('')
  useEffect(() => {
    if (!isTouched) return
    const timer = setTimeout(() => speak(text), 500)
    return () => clearTimeout(timer)
  }, [text, isTouched])
  return spoken
}

const acts = ({kind}: Verdict) => kind === 'wins' || kind === 'applies' || kind === 'changed'

function listLabel({draft, verdicts}: DraftExplanation, isOpen: boolean): string {
  const others = verdicts.filter(each => acts(each) && each !== draft).length
  return !isOpen && acts(draft) && others > 0
    ? testerTexts('appliesWith', {count: others})
    : testerTexts('inOrder', {count: verdicts.length})
}

const noPreviews: ReadonlyMap<string, Change> = new Map()

function previewsOf({tested, result}: Explained): ReadonlyMap<string, Change> {
  const read = readTestRequest(tested)
  if ('fault' in read || 'fault' in result || result.draft.candidate.rule.ruleType !== 'Replace') return noPreviews
  const {candidate} = result.draft
  const pairs = candidate.rule.pairs as RuleOf<'Replace'>['pairs']
  return new Map(
    [...previewReplacements(candidate, read)].flatMap(([index, after]) => {
      const pair = pairs[index]
      return pair ? [[`pairs[${index}]`, changeOf(read.url, after, pair)] as const] : []
    }),
  )
}

/** Milliseconds after a change, when it is installed. */
const browserPause = 800

/** The difference between Chrome's answer and ours. Packed extensions get no answer. */
function useBrowserAnswer(tested: ReadonlySignal<TestRequest | null>): Difference | null {
  const {library} = usePage()
  const {testMatchOutcome} = useOptions().surface
  const difference = useSignal<Difference | null>(null)
  useSignalEffect(() => {
    void library.revision.value
    const asked = tested.value
    const rules = library.rows.value.map(row => row.peek())
    const now = {rules, groups: library.groups.value, paused: library.isPaused.value}
    const question = asked && toBrowserQuery(asked)
    difference.value = null
    // While Chrome refuses the rules, the installed ones differ from the saved ones.
    if (!asked || !question || !library.isComplete.value || library.engineFailure.value !== null) return
    let isStale = false
    const compare = async () => {
      const matched = await testMatchOutcome(question)
      if (matched === null || isStale) return
      const told = await inSlices(explainLibrary({request: asked, library: now}), {isStale: () => isStale, later: true})
      if (isStale || !told || 'fault' in told) return
      difference.value = compareWithBrowser(told, rules, matched)
    }
    const timer = setTimeout(() => void compare().catch(() => undefined), browserPause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
  return difference.value
}

/** The sentence of the verdict. A long one takes the focus, so that keys can scroll it. */
function VerdictText({said}: {readonly said: ExplanationSegments}) {
  const place = useRef<HTMLSpanElement>(null)
  const text = getExplanationText(said)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [text])
  return (
    <span class="verdict-text" ref={place}>
      <ExplanationText said={said} />
    </span>
  )
}

type TesterProps = {
  readonly draft: {readonly rule: ReadonlySignal<Rule>; readonly base: ReadonlySignal<Rule>}
  readonly id: string | undefined
  readonly row: Row | undefined
}

/** The tester at the foot of the form. Ctrl Enter goes to its URL and back. */
export function Tester(props: TesterProps) {
  const place = useRef<HTMLElement>(null)
  useToastOffset(place)
  useEffect(() => {
    let before: HTMLElement | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !hasMod(event) || event.altKey || event.shiftKey) return
      const url = place.current?.querySelector<HTMLInputElement>('[data-tested-url]')
      if (!url || document.querySelector('[role=menu], dialog[open]')) return
      event.preventDefault()
      // In a row Enter adds one.
      event.stopPropagation()
      const {activeElement} = document
      if (place.current?.contains(activeElement)) {
        if (before?.isConnected) before.focus()
      } else {
        before = activeElement instanceof HTMLElement ? activeElement : null
        url.focus()
        url.select()
      }
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <section class="tester" ref={place} aria-label={editorTexts('tester')}>
      <Strip {...props} />
    </section>
  )
}

function Strip({draft, id, row}: TesterProps) {
  const {library, client} = usePage()
  const {tested, change} = useTested(id, draft.rule)
  const explained = useExplanation({tested, rule: draft.rule, base: draft.base, id, row}).value
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
    form.testRequest.value = current
  }, [current])
  const opened = useRef({current, rule: draft.rule.peek()})
  opened.current.current ??= current
  const isTouched = opened.current.current !== current || opened.current.rule !== draft.rule.value
  const spoken = useSpoken(line, isTouched)
  const difference = useBrowserAnswer(tested)
  const namesOf = (ids: readonly string[]) =>
    ids.length === 0
      ? testerTexts('chromeDiffers.none')
      : ids.map(each => quoteName(library.getRow(each)?.peek().rule?.name.trim() || commonTexts('untitled'))).join(', ')
  if (current === null) return null
  const explanation = explained && !('fault' in explained.result) ? explained.result : null
  // A GET has no body.
  const others = current.method === 'GET' ? [] : (explanation?.verdicts ?? [])
  const concerned = others.map(({candidate}) => candidate.rule)
  const asksPayload = current.payload !== '' || [draft.rule.value, ...concerned].some(hasPayloadFilter)
  const action = explanation ? actionOf(explanation.draft, {library, client, id}) : undefined
  const Shape = isOpen ? ChevronDown : ChevronRight
  const said: ExplanationSegments = library.isComplete.value ? line.said : [...line.said, ...phrase('reading')]
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
              event.currentTarget.closest('.tester')?.querySelector<HTMLElement>('[data-tested-url]')?.focus()
            }}
          >
            {action.label}
          </button>
        )}
        {explanation &&
          (explanation.verdicts.length === 1 ? (
            <span class="verdict-others">
              {explanation.draft.kind === 'no-match' ? testerTexts('noOther') : testerTexts('onlyOne')}
            </span>
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
        <Callout tone="warn" title={testerTexts('chromeDiffers.title')} role="status">
          <p>
            {testerTexts('chromeDiffers.text', {ours: namesOf(difference.ours), theirs: namesOf(difference.theirs)})}
          </p>
        </Callout>
      )}
      <span class="unseen" role="status">
        {spoken}
      </span>
    </>
  )
}

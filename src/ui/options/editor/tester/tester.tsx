import {createSegmentedTexts} from '../../../text-segments'
import {formatReason} from '../../../sentences/faults'
import type {FaultText} from '../../../../model/faults'
import {ChevronDown, ChevronRight} from 'lucide-preact'
import {useEffect, useId, useRef, useState} from 'preact/hooks'
import type {Rule, RuleOf} from '../../../../model/rule'
import {toTypedSpan, getPartSpan} from '../../../../matching/spans'
import {findDroppedAuthorization} from '../../../../simulator/dropped-authorization'
import type {DraftExplanation} from '../../../../simulator/explain'
import {getConditions} from '../../../../simulator/conditions'
import {previewReplacements} from '../../../../simulator/replace-preview'
import {readTestRequest, type TestRequest} from '../../../../simulator/test-request'
import type {Verdict} from '../../../../simulator/verdict'
import {useForm} from '../../../hooks/use-field'
import {hasMod} from '../../../hooks/keys'
import {usePage} from '../../../state/page-context'
import {ExplanationText} from '../../../components/explanation-text'
import {getExplanationText, type ExplanationSegments} from '../../../sentences/explanation-segments'
import {explainCaptures, getMismatch} from '../../../sentences/mismatch'
import {explainDroppedAuthorization, explainOtherLeftOut, explainVerdict} from '../../../sentences/verdict'
import type {Row} from '../../../state/library'
import {diffUrls, type UrlDiff} from '../../../tester/url-diff'
import {editorTexts} from '../../../../locales/editor'
import {testerTexts} from '../../../../locales/tester'
import {useToastOffset} from '../../../hooks/use-toast-offset'
import {createAuthorizationAction, getVerdictAction} from '../form/order-actions'
import {getTypeAction} from '../form/problem-actions'
import type {Draft} from '../model/draft'
import {RequestFields, type Mark} from './request-fields'
import {Pill, RulesInOrder, type PillKind} from './rules-in-order'
import {useExplanation, type ExplainedRequest} from './use-explanation'
import {useTestRequest} from './use-test-request'

const phrase = createSegmentedTexts(testerTexts)

export function getUrlMarks({draft, url}: DraftExplanation, request: TestRequest): readonly Mark[] {
  const read = readTestRequest(request)
  if ('fault' in read || read.url !== url) return []
  const {match, reason} = draft
  if (match?.condition.pattern) {
    // The condition may match a later URL of the request, which differs from the typed one.
    const {address} = read.requestAt(url)
    const textMatch = match.url === url ? match.textMatch : match.condition.compare(address)
    if (textMatch === null) return []
    const {from} = getPartSpan(address, match.condition.pattern.text)
    const span = toTypedSpan(request.url, url, {from: from + textMatch.from, to: from + textMatch.to})
    return span ? [{...span, tone: 'found'}] : []
  }
  if (reason?.why !== 'source') return []
  const mismatch = reason.nearMiss.span ? null : getMismatch(reason, draft.candidate, request)
  const near = reason.nearMiss.span ?? (mismatch && 'span' in mismatch ? mismatch.span : null)
  const span = near && toTypedSpan(request.url, url, near)
  return span ? [{...span, tone: reason.nearMiss.miss.kind === 'equals' ? 'differs' : 'near'}] : []
}

const getPillKind = ({kind}: Verdict): PillKind =>
  kind === 'wins' || kind === 'applies' ? 'matches' : kind === 'hidden' ? 'not-applied' : kind

const hasPayloadFilter = ({pairs}: Rule): boolean =>
  pairs.some(({source}) => source?.filters?.some(({requestPayload}) => requestPayload !== undefined) === true)

type ResultLine = {readonly kind: PillKind | null; readonly explanation: ExplanationSegments}

function getNeverReason(rule: Rule): FaultText | undefined {
  const conditions = getConditions(rule)
  const isUnfinished = conditions.some(({source, fault}) => fault === null || source?.value.trim() === '')
  return isUnfinished ? undefined : (conditions[0]?.fault ?? undefined)
}

function getResultLine({result, request}: ExplainedRequest, rule: Rule): ResultLine {
  const neverReason = 'fault' in result && result.fault === 'empty' ? getNeverReason(rule) : undefined
  if (neverReason !== undefined)
    return {kind: null, explanation: phrase('noUrlMatches', {reason: formatReason(neverReason)})}
  if ('fault' in result) return {kind: null, explanation: phrase(`not.${result.fault}`)}
  return {
    kind: getPillKind(result.draft),
    explanation: [
      ...explainVerdict(result.draft, request),
      ...explainOtherLeftOut(result),
      ...explainDroppedAuthorization(result.verdicts, result.draft),
      ...(result.draft.match ? explainCaptures(result.draft.match) : []),
    ],
  }
}

function useAnnouncement({kind, explanation}: ResultLine, isTouched: boolean): string {
  const text = `${kind === null ? '' : `${testerTexts(`kinds.${kind}`)}: `}${getExplanationText(explanation)}`
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    if (!isTouched) return
    const timer = setTimeout(() => setSpoken(text), 500)
    return () => clearTimeout(timer)
  }, [text, isTouched])
  return spoken
}

const isApplied = ({kind}: Verdict) => kind === 'wins' || kind === 'applies' || kind === 'changed'

function listLabel({draft, verdicts}: DraftExplanation, isOpen: boolean): string {
  const others = verdicts.filter(each => isApplied(each) && each !== draft).length
  return !isOpen && isApplied(draft) && others > 0
    ? testerTexts('appliesWith', {count: others})
    : testerTexts('inOrder', {count: verdicts.length})
}

const noPreviews: ReadonlyMap<string, UrlDiff> = new Map()

function getReplacePreviews({request, result}: ExplainedRequest): ReadonlyMap<string, UrlDiff> {
  const read = readTestRequest(request)
  if ('fault' in read || 'fault' in result || result.draft.candidate.rule.ruleType !== 'Replace') return noPreviews
  const {candidate} = result.draft
  const pairs = candidate.rule.pairs as RuleOf<'Replace'>['pairs']
  return new Map(
    [...previewReplacements(candidate, read)].flatMap(([index, after]) => {
      const pair = pairs[index]
      return pair ? [[`pairs[${index}]`, diffUrls(read.url, after, pair)] as const] : []
    }),
  )
}

/** The sentence of the verdict. A long one is focusable, so that keys can scroll it. */
function VerdictText({explanation}: {readonly explanation: ExplanationSegments}) {
  const sentence = useRef<HTMLSpanElement>(null)
  const text = getExplanationText(explanation)
  useEffect(() => {
    const element = sentence.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return (
    <span class="verdict-text" ref={sentence}>
      <ExplanationText explanation={explanation} />
    </span>
  )
}

type TesterProps = {
  readonly draft: Draft
  readonly id: string | undefined
  readonly row: Row | undefined
}

/** The tester below the form. Ctrl Enter moves the focus to its URL and back. */
export function Tester(props: TesterProps) {
  const section = useRef<HTMLElement>(null)
  useToastOffset(section)
  useEffect(() => {
    let lastFocused: HTMLElement | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !hasMod(event) || event.altKey || event.shiftKey) return
      const url = section.current?.querySelector<HTMLInputElement>('[data-tested-url]')
      if (!url || document.querySelector('[role=menu], dialog[open]')) return
      event.preventDefault()
      // Enter would add a row.
      event.stopPropagation()
      const {activeElement} = document
      if (section.current?.contains(activeElement)) {
        if (lastFocused?.isConnected) lastFocused.focus()
      } else {
        lastFocused = activeElement instanceof HTMLElement ? activeElement : null
        url.focus()
        url.select()
      }
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <section class="tester" ref={section} aria-label={editorTexts('tester')}>
      <TesterContent {...props} />
    </section>
  )
}

function TesterContent({draft, id, row}: TesterProps) {
  const {library, client} = usePage()
  const {request: testRequest, change} = useTestRequest(id, draft.rule)
  const explained = useExplanation({request: testRequest, rule: draft.rule, base: draft.base, id, row}).value
  const {previews} = useForm()
  useEffect(() => {
    if (explained) previews.value = getReplacePreviews(explained)
  }, [explained])
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const result: ResultLine = explained ? getResultLine(explained, draft.rule.value) : {kind: null, explanation: []}
  const request = testRequest.value
  const form = useForm()
  useEffect(() => {
    form.testRequest.value = request
  }, [request])
  const initial = useRef({request, rule: draft.rule.peek()})
  initial.current.request ??= request
  const isTouched = initial.current.request !== request || initial.current.rule !== draft.rule.value
  const spoken = useAnnouncement(result, isTouched)
  if (request === null) return null
  const explanation = explained && !('fault' in explained.result) ? explained.result : null
  // A GET request has no body.
  const otherVerdicts = request.method === 'GET' ? [] : (explanation?.verdicts ?? [])
  const otherRules = otherVerdicts.map(({candidate}) => candidate.rule)
  const hasPayloadField = request.payload !== '' || [draft.rule.value, ...otherRules].some(hasPayloadFilter)
  const dependencies = {library, client, id}
  const dropped = explanation && findDroppedAuthorization(explanation.verdicts, explanation.draft)
  const action = dropped
    ? createAuthorizationAction(dropped, {library, client})
    : explanation
      ? (getVerdictAction(explanation.draft, dependencies) ??
        getTypeAction(explanation.draft, {...dependencies, draft, step: form.reportStep}))
      : undefined
  const Shape = isOpen ? ChevronDown : ChevronRight
  const text: ExplanationSegments = library.isComplete.value
    ? result.explanation
    : [...result.explanation, ...phrase('reading')]
  return (
    <>
      <RequestFields
        request={request}
        marks={explanation && explained ? getUrlMarks(explanation, request) : []}
        hasPayloadField={hasPayloadField}
        change={change}
      />
      <div class="verdict">
        {result.kind !== null && <Pill kind={result.kind} />}
        <VerdictText explanation={text} />
        {action && (
          <button
            type="button"
            class="link-button"
            onClick={event => {
              action.run()
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
        <RulesInOrder id={listId} verdicts={explanation.verdicts} request={explained.request} />
      )}
      <span class="unseen" role="status">
        {spoken}
      </span>
    </>
  )
}

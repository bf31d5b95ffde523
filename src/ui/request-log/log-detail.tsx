import {createSegmentedTexts} from '../text-segments'
import {shortenName} from '../sentences/quote'
import type {ComponentChildren} from 'preact'
import {useMemo, useState} from 'preact/hooks'
import {usePage} from '../state/page-context'
import {SegmentedText} from '../components/segmented-text'
import {activityTexts} from '../../locales/activity'
import {commonTexts} from '../../locales/common'
import {fixTexts} from '../../locales/fixes'
import {keepAppliedPairs, type CodeFailure, type LogEntry} from './log'
import {storePrefilledRequest} from './prefilled-request'
import {toTestRequest, type Activity, type LogLine} from './activity'
import type {Headers} from './request-events'
import {Check, X} from 'lucide-preact'
import type {Problem} from '../../model/problems'
import type {Rule} from '../../model/rule'
import type {TestRequest} from '../../simulator/test-request'
import {isInPage, type Verdict} from '../../simulator/verdict'
import {getVerdictAction} from '../options/editor/form/order-actions'
import {ExplanationText} from '../components/explanation-text'
import {hashes} from '../routes'
import {explainChecks, explainDroppedAuthorization, explainVerdict} from '../sentences/verdict'
import {describeEffectInList} from '../sentences/rule-effect'
import {describeProblem} from '../sentences/problems'
import {getTestRequestKey} from '../tester/storage-keys'

const phrase = createSegmentedTexts(activityTexts)

const maxShown = 12
const mostInRow = 60

type LogDetailProps = {
  readonly line: LogLine
  readonly activity: Activity
  readonly go: (hash: string) => void
  readonly more?: ComponentChildren
}

/** The details of a request: applied rules, near misses and the headers that Chrome reports. */
export function LogDetail({line: {entry, rules, isExpected}, activity, go, more}: LogDetailProps) {
  const {library, browserAdapter} = usePage()
  const {revision, rows, isPaused, groups} = library
  const verdicts = useMemo(
    () => activity.explain(entry),
    [entry, revision.value, rows.value, isPaused.value, groups.value],
  )
  const [isWhole, setIsWhole] = useState(false)
  const testRequest = toTestRequest(entry, activity.getAppliedRules(entry))
  const others = verdicts.filter(({candidate}) => rules.every(({id}) => id !== candidate.id))
  const misses = others.filter(({candidate}) => candidate.off === null)
  const off = others.filter(({reason}) => reason?.why === 'off' && reason.wouldMatch).length
  const shown = isWhole ? misses : misses.slice(0, maxShown)
  const isUnreported = entry.request.id === '' && !entry.isServed && !entry.isAborted && !entry.isDelayed
  const copy = () =>
    navigator.clipboard.writeText(entry.request.url).then(
      () => library.toasts.report(activityTexts('copied')),
      () => library.toasts.reportError(new Error(activityTexts('notCopied'))),
    )
  async function mock(): Promise<void> {
    try {
      const draft = await storePrefilledRequest(browserAdapter.storedValues, entry.request, {status: 200, text: '{}'})
      go(hashes.newRule('Response', {host: '', url: entry.request.url, draft}))
    } catch (error) {
      library.toasts.reportError(error)
    }
  }
  return (
    <div class="activity-detail">
      <p class="activity-whole" data-long={entry.request.url.length > mostInRow ? '' : undefined}>
        <code dir="ltr">{entry.request.url}</code>
      </p>
      {entry.redirectedTo !== undefined && (
        <p class="activity-moved">
          <SegmentedText phrase={phrase('goesTo', {url: entry.redirectedTo})} />
        </p>
      )}
      {entry.preflightStatus !== undefined && (
        <p>
          {activityTexts('preflight', {status: entry.preflightStatus, method: entry.request.method})}{' '}
          <button type="button" class="link-button" onClick={() => void mock()}>
            {activityTexts('mock')}
          </button>
        </p>
      )}
      {isExpected && <p>{activityTexts('expectedHint')}</p>}
      {entry.isAmbiguous && <p>{activityTexts('unsure')}</p>}
      {isUnreported && <p>{activityTexts('unrequested')}</p>}
      {entry.isFromCache && <p>{activityTexts('fromCache')}</p>}
      {rules.map(rule => (
        <RuleDetail
          key={rule.id}
          rule={keepAppliedPairs(rule, entry)}
          verdict={verdicts.find(({candidate}) => candidate.id === rule.id)}
          entry={entry}
          testRequest={testRequest}
          verdicts={verdicts}
          isApplied
          go={go}
        />
      ))}
      {shown.map(verdict => (
        <RuleDetail
          key={verdict.candidate.id}
          rule={verdict.candidate.rule}
          verdict={verdict}
          entry={entry}
          testRequest={testRequest}
          verdicts={verdicts}
          isApplied={false}
          go={go}
        />
      ))}
      {misses.length > shown.length && (
        <div class="activity-actions">
          <button
            type="button"
            class="button button-small button-quiet"
            onClick={event => {
              // The button disappears after its action.
              event.currentTarget.closest('.activity-detail')?.querySelector('a')?.focus()
              setIsWhole(true)
            }}
          >
            {activityTexts('moreRules', {count: misses.length - shown.length})}
          </button>
        </div>
      )}
      {off > 0 && <p>{activityTexts('rulesOff', {count: off})}</p>}
      {rules.length + others.length === 0 && !entry.isAmbiguous && <p>{activityTexts('noRules')}</p>}
      <HeaderList title={activityTexts('requestHeaders')} headers={entry.requestHeaders} />
      <HeaderList title={activityTexts('responseHeaders')} headers={entry.responseHeaders} />
      <div class="activity-actions">
        <button type="button" class="button button-small button-quiet" onClick={() => void copy()}>
          {activityTexts('copy')}
        </button>
        {more}
      </div>
    </div>
  )
}

const HeaderList = ({title, headers}: {readonly title: string; readonly headers: Headers | undefined}) =>
  headers === undefined ? null : (
    <section>
      <h2>{title}</h2>
      <dl class="activity-headers">
        {headers.map(({name, value}, at) => (
          <div key={`${name} ${at}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )

type RuleDetailProps = {
  readonly rule: Rule
  /** Undefined for a rule that applied before a redirect, or that was deleted. */
  readonly verdict: Verdict | undefined
  readonly entry: LogEntry
  readonly testRequest: TestRequest
  /** The verdicts of all rules of the request. */
  readonly verdicts: readonly Verdict[]
  readonly isApplied: boolean
  readonly go: (hash: string) => void
}

/** The effect of one rule on a request, or the failed check and a suggested action. */
function RuleDetail({rule, verdict, entry, testRequest, verdicts, isApplied, go}: RuleDetailProps) {
  const {library, client, browserAdapter} = usePage()
  const {id} = rule
  const name = rule.name.trim() || commonTexts('untitled')
  const action = isApplied || !verdict ? undefined : getVerdictAction(verdict, {library, client, id})
  const codeFailed = entry.codeFailures?.find(each => each.id === id)
  const edit = codeFailed ? fixTexts('openCode') : activityTexts('edit')
  const failure = codeFailed ? describeProblem(toProblem(codeFailed)) : null
  const isDeleted = library.getRow(id) === undefined
  const test = async () => {
    await browserAdapter.storedValues.write(getTestRequestKey(id), testRequest).catch(() => undefined)
    go(hashes.rule(id))
  }
  return (
    <section>
      <h2>
        {failure
          ? failure.title
          : isApplied
            ? activityTexts('did', {name: shortenName(name)})
            : activityTexts('whyNamed', {name: shortenName(name)})}
      </h2>
      {failure ? (
        <p>{failure.sentence}</p>
      ) : isDeleted ? (
        <p>{activityTexts('deletedSince')}</p>
      ) : isApplied || !verdict ? (
        <p>
          {verdict?.effect ? (
            <ExplanationText
              explanation={[...explainVerdict(verdict, testRequest), ...explainDroppedAuthorization(verdicts, verdict)]}
            />
          ) : (
            <SegmentedText phrase={describeEffectInList(rule)} />
          )}
        </p>
      ) : (
        <Checks verdict={verdict} entry={entry} testRequest={testRequest} />
      )}
      {!isDeleted && (
        <div class="activity-actions">
          <a
            class="button button-small"
            href={hashes.rule(id)}
            aria-label={activityTexts('about', {label: edit, name: shortenName(name)})}
          >
            {edit}
          </a>
          {action && (
            <button
              type="button"
              class="button button-small"
              aria-label={activityTexts('about', {label: action.label, name: shortenName(name)})}
              onClick={event => {
                // The button disappears after its action.
                event.currentTarget.parentElement?.querySelector('a')?.focus()
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="button button-small button-quiet"
            aria-label={activityTexts('about', {label: activityTexts('test'), name: shortenName(name)})}
            onClick={() => void test()}
          >
            {activityTexts('test')}
          </button>
        </div>
      )}
    </section>
  )
}

function Checks({
  verdict,
  entry,
  testRequest,
}: {readonly verdict: Verdict} & Pick<RuleDetailProps, 'entry' | 'testRequest'>) {
  const {effect, reason} = verdict
  const isBodyUnknown =
    reason?.why === 'filter' &&
    reason.filter === 'requestPayload' &&
    testRequest.payload === '' &&
    entry.request.payload !== ''
  return (
    <ul>
      {explainChecks(verdict, testRequest).map(({name, passed, text}, at) => (
        <CheckLine key={`${name} ${at}`} passed={passed}>
          {!passed && isBodyUnknown ? activityTexts('bodyUnknown') : <ExplanationText explanation={text} />}
        </CheckLine>
      ))}
      {effect !== null && (
        <CheckLine passed={false}>{activityTexts(`unreported.${isInPage(verdict) ? 'page' : 'browser'}`)}</CheckLine>
      )}
    </ul>
  )
}

const toProblem = ({pair, kind, why, message, line}: CodeFailure): Problem => ({
  code: 'code-failed',
  pair,
  field: 'value',
  params: {kind, why, message, ...(line === undefined ? {} : {line})},
})

const CheckLine = ({passed, children}: {readonly passed: boolean; readonly children: ComponentChildren}) => {
  const Shape = passed ? Check : X
  return (
    <li data-passed={passed}>
      <Shape
        size={16}
        strokeWidth={1.75}
        role="img"
        aria-label={passed ? activityTexts('holds') : activityTexts('holdsNot')}
      />
      <span>{children}</span>
    </li>
  )
}

import {Check, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useEffect, useMemo, useState} from 'preact/hooks'
import type {Problem} from '../../contract/problems'
import type {Seen} from '../../engine/why/but'
import type {Deed, Verdict} from '../../engine/why/verdict'
import {bandOf} from '../../engine/why/walk'
import {actionOf} from '../options/editor/tester/remedies'
import {usePage} from '../parts/library-context'
import {PhraseText} from '../parts/phrase-text'
import {SaidText} from '../parts/said-text'
import {hashes} from '../routes'
import {checksSaid} from '../sentences/checks'
import {doesInList} from '../sentences/does'
import {sayProblem} from '../sentences/problems'
import {verdictSaid} from '../sentences/why'
import {testedPlace} from '../tester/kept'
import {activityWords as words, common, problemActionWords} from '../words'
import {withActedPairs} from './acted-pairs'
import {testedOf} from './judging'
import type {CodeFailed, Entry} from './entries'
import type {Activity, Line} from './state'
import {placedOf, type Placed} from './placed'
import {isPreflight} from './preflight'
import {changedSince} from './since'
import {hasNoBody, payloadLike} from './payload-like'
import {idleOf, isMissed, isMixed, isNotTaken, isUnseen, isUntold} from './summary'

/** More than these nobody reads. */
const mostTold = 12
/** So many characters of an address a wide row shows, or nearly. */
const mostInRow = 60

type LogDetailProps = {
  readonly line: Line
  readonly activity: Activity
  /** Leads to a place of the options page. */
  readonly go: (hash: string) => void
  /** What else can be done with the request. */
  readonly more?: ComponentChildren
}

/** What became of a request: of each rule that has to do with it, what it did or why it did nothing. */
export function LogDetail({line: {entry, summary}, activity, go, more}: LogDetailProps) {
  const {library, surface} = usePage()
  const changes = library.changes.value
  // In another order another one acts first.
  const order = library.rows.value
  const [isPaused, groups] = [library.paused.value, library.groups.value]
  const placed = useMemo(() => placedOf(entry, activity), [entry, changes, order, isPaused, groups])
  const acted = new Set(activity.actedOf(entry))
  const isActing = ({verdict: {deed, contender}}: Placed) =>
    acted.has(contender.id) || (!activity.tellsRules && deed !== null && deed.did !== 'in-page')
  const verdicts = placed.map(each => each.verdict)
  const ruled = placed.filter(isActing).map(({verdict}) => withActedPairs(verdict.contender.rule, entry.pageParts))
  const seen = useSeen(entry, activity)
  const copy = () =>
    navigator.clipboard.writeText(entry.asked.url).then(
      () => library.toasts.report(words.copied),
      () => library.toasts.refuse(new Error(words.notCopied)),
    )
  /** The form's tester with this request in it. */
  const test = (id: string, request: Entry) => {
    const tested = testedOf(request)
    void surface.kept
      .write(testedPlace(id), {...tested, payload: payloadLike(tested, ruled)})
      .catch(() => undefined)
      .then(() => go(hashes.rule(id)))
  }
  const others = (
    <>
      <button type="button" class="button button-small button-quiet" onClick={() => void copy()}>
        {words.copy}
      </button>
      {more}
    </>
  )
  // What a rule stops is never sent, and what one delays may not have been yet.
  const isHeld = placed.some(each => isActing(each) && /^(?:Cancel|Delay)$/.test(each.verdict.contender.rule.ruleType))
  const isUnasked = !isHeld && isUnseen(entry, Date.now())
  const idle = isUnasked ? [] : placed.filter(each => !isActing(each) && isTold(each, activity, verdicts))
  const acting = placed.filter(isActing)
  const [most, setMost] = useState(mostTold)
  const shown = [...idle.slice(0, Math.max(0, most - acting.length)), ...acting.slice(0, most)]
  const rest = idle.length + acting.length - shown.length
  const gone = summary.rules.filter(({id}) => acted.has(id) && library.rowOf(id) === undefined)
  const isAlone = shown.length === 1
  const isWaitedFor = !isUnasked && placed.length > 0
  const nothingSaid = isUntold(entry, verdicts) ? words.unheardPage : isWaitedFor ? words.notToldYet : words.noRules
  return (
    <div class="activity-detail">
      <p class="activity-whole" data-long={entry.asked.url.length > mostInRow ? '' : undefined}>
        <code dir="ltr">{entry.asked.url}</code>
      </p>
      {entry.movedTo !== undefined && (
        <p class="activity-moved">
          <PhraseText phrase={words.goesTo(entry.movedTo)} />
        </p>
      )}
      {isUnasked && <p>{words.untold}</p>}
      {shown.map(each => (
        <OfRule
          key={each.verdict.contender.id}
          placed={each}
          seen={seen}
          resumedAt={activity.resumedAt()}
          did={isActing(each)}
          isNamed={summary.rules.length === 1 && summary.rules[0]?.id === each.verdict.contender.id}
          test={test}
          others={isAlone && others}
        />
      ))}
      {gone.map(({id, name}) => (
        <section key={id}>
          <h2>{words.did(name.trim() || common.untitled)}</h2>
          <p>{words.deletedSince}</p>
        </section>
      ))}
      {rest > 0 && (
        <div class="activity-actions">
          <button
            type="button"
            class="button button-small button-quiet"
            onClick={event => {
              setMost(Infinity)
              // The button goes when it has done what it says.
              event.currentTarget.closest('.activity-detail')?.querySelector('a')?.focus()
            }}
          >
            {words.moreRules(rest)}
          </button>
        </div>
      )}
      {shown.length + gone.length === 0 && <p>{nothingSaid}</p>}
      {!isAlone && <div class="activity-actions">{others}</div>}
    </div>
  )
}

/** What hides from who looks what rules did. */
function useSeen(entry: Entry, activity: Activity): Seen {
  const {number, asked, isFromCache = false} = entry
  const [openedAt, setOpenedAt] = useState<number>()
  useEffect(() => {
    let isHere = true
    const ask = async () => {
      const at = await activity.openedAt(entry)
      if (isHere) setOpenedAt(at)
    }
    void ask()
    return () => {
      isHere = false
    }
  }, [activity, number])
  return {
    fromCache: isFromCache,
    // A service worker asks for its page, and in no tab.
    fromServiceWorker: asked.tab < 0 && asked.page !== '',
    ...(openedAt === undefined ? {} : {openedAt}),
  }
}

/** Of a request under way nobody knows yet what rules have done. */
const isTold = ({verdict, entry}: Placed, {tellsRules}: Activity, verdicts: readonly Verdict[]): boolean =>
  verdict.deed === null ||
  idleOf(verdict, entry) !== null ||
  isMissed(verdict, entry, {tellsRules, now: Date.now(), verdicts})

type OfRuleProps = {
  readonly placed: Placed
  readonly seen: Seen
  readonly resumedAt: number
  readonly did: boolean
  /** The row above names this rule alone. */
  readonly isNamed: boolean
  readonly test: (id: string, request: Entry) => void
  /** What else can be done. */
  readonly others: ComponentChildren
}

function OfRule({placed, seen, resumedAt, did, isNamed, test, others}: OfRuleProps) {
  const {library, client} = usePage()
  const {verdict, entry} = placed
  const {contender, deed} = verdict
  const {id, rule} = contender
  const name = rule.name.trim() || common.untitled
  const tested = testedOf(entry)
  const action = did ? undefined : actionOf(verdict, {library, client, id})
  const {codeFailed} = entry
  const edit = codeFailed?.id === id ? problemActionWords.openCode : words.edit
  const since = changedSince(rule, entry, {groups: library.groups.value, resumedAt})
  const failure = codeFailed?.id === id ? sayProblem(problemOfCode(codeFailed)) : null
  return (
    <section>
      <h2>{failure ? failure.title : did ? words.did(name) : isNamed ? words.why : words.whyNamed(name)}</h2>
      {failure ? (
        <p>{failure.sentence}</p>
      ) : did ? (
        <p>
          {since === 'rule' && words.changedSince}
          {deed ? <SaidText said={verdictSaid(verdict, tested, seen)} /> : <PhraseText phrase={doesInList(rule)} />}
          {(deed?.did === 'sent' || deed?.did === 'ended') &&
            isNotTaken(entry) &&
            ` ${isMixed(entry) ? words.notOverHttp : words.notTaken}`}
        </p>
      ) : (
        <ul>
          {checksSaid(isOutdone(placed) ? {...verdict, deed: null} : verdict, tested).map(
            ({name: check, passed, said}, at) => (
              <CheckLine key={`${check} ${at}`} passed={passed}>
                {(!passed && unreadSaid(check, placed)) || <SaidText said={said} />}
              </CheckLine>
            ),
          )}
          {deed !== null && (
            <CheckLine passed={false}>{since ? words.since[since] : unseenSaid(deed, placed)}</CheckLine>
          )}
        </ul>
      )}
      <div class="activity-actions">
        <a class="button button-small" href={hashes.rule(id)} aria-label={words.about(edit, name)}>
          {edit}
        </a>
        {action && (
          <button
            type="button"
            class="button button-small"
            aria-label={words.about(action.label, name)}
            onClick={event => {
              // The button goes when it has done what it says.
              event.currentTarget.parentElement?.querySelector('a')?.focus()
              action.act()
            }}
          >
            {action.label}
          </button>
        )}
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={words.about(words.test, name)}
          onClick={() => test(id, entry)}
        >
          {words.test}
        </button>
        {others}
      </div>
    </section>
  )
}

/** Whether rules above have what it sets, and nothing was there of what it removes. */
const isOutdone = ({verdict, entry}: Placed): boolean =>
  verdict.reason?.why === 'header-taken' && idleOf(verdict, entry) === 'nothing-to-remove'

/** Why the script of a page, which would do a rule's work, cannot have looked at a request; undefined where it can have, as far as this check tells. */
function unreadSaid(check: string, {verdict: {reason}, entry, isLed}: Placed): string | undefined {
  const tested = testedOf(entry)
  if (check === 'kind' && isPreflight(tested)) return words.preflight
  const isOfPayload = reason?.why === 'filter' && reason.filter === 'requestPayload'
  return isOfPayload && isLed && !hasNoBody(tested) ? words.unseenLed : undefined
}

/** Why nobody saw a rule act that should have. */
function unseenSaid({did, touch}: Deed, {verdict, entry, isLed}: Placed): string {
  const idle = idleOf(verdict, entry)
  if (idle === 'not-sent') return words.notSent
  if (idle === 'not-allowed') return words.notAllowed
  if (idle === 'no-answer') return words.noAnswer
  if (idle === 'nothing-to-remove') return words.nothingToRemove
  if (idle === 'not-sent-or-nothing-to-remove') return words.notSentOrNothingToRemove
  const isAnew = touch.isBeyond || bandOf(touch) === 'delay'
  if (did === 'in-page' || (isAnew && entry.asked.type === 'xmlhttprequest'))
    return isLed ? words.unseenLed : words.unseenInPage
  if (!isAnew) return words.unseen
  return isLed ? words.unseenAnewLed : words.unseenAnew
}

const problemOfCode = ({pair, kind, why, message, line}: CodeFailed): Problem => ({
  code: 'code-failed',
  pair,
  field: 'value',
  says: {kind, why, message, ...(line === undefined ? {} : {line})},
})

const CheckLine = ({passed, children}: {readonly passed: boolean; readonly children: ComponentChildren}) => {
  const Shape = passed ? Check : X
  return (
    <li data-passed={passed}>
      <Shape size={16} strokeWidth={1.75} role="img" aria-label={passed ? words.holds : words.holdsNot} />
      <span>{children}</span>
    </li>
  )
}

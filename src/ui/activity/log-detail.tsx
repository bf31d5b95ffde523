import type {ComponentChildren} from 'preact'
import {useEffect, useMemo, useState} from 'preact/hooks'
import type {Seen} from '../../engine/why/but'
import type {Verdict} from '../../engine/why/verdict'
import {usePage} from '../parts/library-context'
import {PhraseText} from '../parts/phrase-text'
import {hashes} from '../routes'
import {testedPlace} from '../tester/kept'
import {activityWords as words, common} from '../words'
import {withActedPairs} from './acted-pairs'
import {testedOf} from './judging'
import type {Entry} from './entries'
import type {Activity, Line} from './state'
import {OfRule} from './of-rule'
import {payloadLike} from './payload-like'
import {placedOf, type Placed} from './placed'
import {isMissed, isUnseen, isUntold, withoutOutdone} from './summary'

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
  const verdicts = placed.map(each => each.verdict)
  const acted = new Set(withoutOutdone(activity.actedOf(entry), verdicts))
  const isActing = ({verdict: {deed, contender}}: Placed) =>
    acted.has(contender.id) || (!activity.tellsRules && deed !== null && deed.did !== 'in-page')
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
          key={`${each.verdict.contender.id} ${each.entry.asked.url}`}
          placed={each}
          seen={seen}
          resumedAt={activity.resumedAt()}
          did={isActing(each)}
          isNamed={summary.rules.length === 1 && summary.rules[0]?.id === each.verdict.contender.id}
          isOneOfSeveral={shown.filter(({verdict}) => verdict.contender.id === each.verdict.contender.id).length > 1}
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
const isTold = ({verdict, entry, idle}: Placed, {tellsRules}: Activity, verdicts: readonly Verdict[]): boolean =>
  verdict.deed === null || idle !== null || isMissed(verdict, entry, {tellsRules, now: Date.now(), verdicts})

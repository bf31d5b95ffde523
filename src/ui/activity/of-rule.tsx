import {Check, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import type {Problem} from '../../contract/problems'
import type {Seen} from '../../engine/why/but'
import type {Deed, Verdict} from '../../engine/why/verdict'
import {bandOf} from '../../engine/why/walk'
import {withoutFragment} from '../../matching/address'
import {actionOf} from '../options/editor/tester/remedies'
import {usePage} from '../parts/library-context'
import {PhraseText} from '../parts/phrase-text'
import {SaidText} from '../parts/said-text'
import {hashes} from '../routes'
import {checksSaid} from '../sentences/checks'
import {doesInList} from '../sentences/does'
import {sayProblem} from '../sentences/problems'
import {verdictSaid} from '../sentences/why'
import {activityWords as words, common, problemActionWords} from '../words'
import type {CodeFailed, Entry} from './entries'
import {testedOf} from './judging'
import {hasNoBody} from './payload-like'
import type {Placed} from './placed'
import {isPreflight} from './preflight'
import {changedSince} from './since'
import {isMixed, isNotTaken} from './summary'

type OfRuleProps = {
  readonly placed: Placed
  readonly seen: Seen
  readonly resumedAt: number
  readonly did: boolean
  /** The row above names this rule alone. */
  readonly isNamed: boolean
  readonly test: (id: string, request: Entry) => void
  /** It acted at another address, too. */
  readonly isOneOfSeveral: boolean
  /** What else can be done. */
  readonly others: ComponentChildren
}

/** What became of one rule: what it did, or which check failed, and what can be done about it. */
export function OfRule({placed, seen, resumedAt, did, isNamed, isOneOfSeveral, test, others}: OfRuleProps) {
  const {library, client} = usePage()
  const {verdict, entry} = placed
  const {contender, deed} = verdict
  const {id, rule} = contender
  const name = rule.name.trim() || common.untitled
  const tested = testedOf(entry)
  const action = did ? undefined : actionOf(verdict, {library, client, id})
  const codeFailed = entry.codeFailed?.find(each => each.id === id)
  const edit = codeFailed ? problemActionWords.openCode : words.edit
  const since = changedSince(rule, entry, {groups: library.groups.value, resumedAt})
  const failure = codeFailed ? sayProblem(problemOfCode(codeFailed)) : null
  return (
    <section>
      <h2>{failure ? failure.title : did ? words.did(name) : isNamed ? words.why : words.whyNamed(name)}</h2>
      {failure ? (
        <p>{failure.sentence}</p>
      ) : did ? (
        <p>
          {since === 'rule' && words.changedSince}
          {isOneOfSeveral && placed.isLed && <PhraseText phrase={words.whereLed(entry.asked.url)} />}
          {deed ? (
            <SaidText said={verdictSaid(asAnswered(placed), tested, seen)} />
          ) : (
            <PhraseText phrase={doesInList(rule)} />
          )}
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

/** What it did without what it would have done to an answer, where none came; where a server led it on from, one did. */
function asAnswered({verdict, entry: {asked, failed, status, ledTo = []}}: Placed): Verdict {
  const {deed} = verdict
  const isLast = withoutFragment(ledTo.at(-1) ?? asked.url) === withoutFragment(asked.url)
  if (deed?.did !== 'headers' || failed === undefined || status !== undefined || !isLast) return verdict
  const made = deed.made.filter(({target}) => target === 'request')
  return made.length > 0 ? {...verdict, deed: {...deed, made}} : verdict
}

/** Whether rules above have some of what it sets. */
const isOutdone = ({verdict}: Placed): boolean => verdict.reason?.why === 'header-taken'

/** Why the script of a page, which would do a rule's work, cannot have looked at a request; undefined where it can have, as far as this check tells. */
function unreadSaid(check: string, {verdict: {reason}, entry, isLed}: Placed): string | undefined {
  const tested = testedOf(entry)
  if (check === 'kind' && isPreflight(tested)) return words.preflight
  const isOfPayload = reason?.why === 'filter' && reason.filter === 'requestPayload'
  return isOfPayload && isLed && !hasNoBody(tested) ? words.unseenLed : undefined
}

/** Why nobody saw a rule act that should have. */
function unseenSaid({did, touch}: Deed, {entry, isLed, idle}: Placed): string {
  if (idle === 'not-sent') return words.notSent
  if (idle === 'not-led') return words.notLed
  if (idle === 'not-allowed') return words.notAllowed
  if (idle === 'not-answered') return words.notAnswered
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

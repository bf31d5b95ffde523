import type {ComponentChildren} from 'preact'
import {useMemo, useState} from 'preact/hooks'
import {usePage} from '../parts/library-context'
import {PhraseText} from '../parts/phrase-text'
import {activityWords as words} from '../words'
import {OfRule} from './of-rule'
import {withActedPairs} from './outcome'
import {testedOf, type Activity, type Line} from './state'
import type {Headers} from './told'

/** More near misses than these are shown on request. */
const mostShown = 12
/** The characters of a URL that a wide row shows. */
const mostInRow = 60

type LogDetailProps = {
  readonly line: Line
  readonly activity: Activity
  /** Leads to a place of the options page. */
  readonly go: (hash: string) => void
  /** What else can be done with the request. */
  readonly more?: ComponentChildren
}

/** A request in full: the rules that acted, those that are on and nearly did, how many are off, and the headers that Chrome reports. */
export function LogDetail({line: {entry, rules, isExpected}, activity, go, more}: LogDetailProps) {
  const {library} = usePage()
  const {changes, rows, paused, groups} = library
  const verdicts = useMemo(
    () => activity.explain(entry),
    [entry, changes.value, rows.value, paused.value, groups.value],
  )
  const [isWhole, setIsWhole] = useState(false)
  const tested = testedOf(entry, activity.actedOf(entry))
  const others = verdicts.filter(({contender}) => rules.every(({id}) => id !== contender.id))
  const misses = others.filter(({contender}) => contender.off === null)
  const off = others.filter(({reason}) => reason?.why === 'off' && reason.matches).length
  const shown = isWhole ? misses : misses.slice(0, mostShown)
  const isUnreported = entry.asked.id === '' && !entry.isServed && !entry.isGivenUp && !entry.waits
  const copy = () =>
    navigator.clipboard.writeText(entry.asked.url).then(
      () => library.toasts.report(words.copied),
      () => library.toasts.refuse(new Error(words.notCopied)),
    )
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
      {isExpected && <p>{words.expectedHint}</p>}
      {entry.isUnsure && <p>{words.unsure}</p>}
      {isUnreported && <p>{words.unrequested}</p>}
      {entry.isFromCache && <p>{words.fromCache}</p>}
      {rules.map(rule => (
        <OfRule
          key={rule.id}
          rule={withActedPairs(rule, entry)}
          verdict={verdicts.find(({contender}) => contender.id === rule.id)}
          entry={entry}
          tested={tested}
          did
          go={go}
        />
      ))}
      {shown.map(verdict => (
        <OfRule
          key={verdict.contender.id}
          rule={verdict.contender.rule}
          verdict={verdict}
          entry={entry}
          tested={tested}
          did={false}
          go={go}
        />
      ))}
      {misses.length > shown.length && (
        <div class="activity-actions">
          <button
            type="button"
            class="button button-small button-quiet"
            onClick={event => {
              // The button goes when it has done what it says.
              event.currentTarget.closest('.activity-detail')?.querySelector('a')?.focus()
              setIsWhole(true)
            }}
          >
            {words.moreRules(misses.length - shown.length)}
          </button>
        </div>
      )}
      {off > 0 && <p>{words.rulesOff(off)}</p>}
      {rules.length + others.length === 0 && !entry.isUnsure && <p>{words.noRules}</p>}
      <HeaderList title={words.requestHeaders} headers={entry.requestHeaders} />
      <HeaderList title={words.responseHeaders} headers={entry.responseHeaders} />
      <div class="activity-actions">
        <button type="button" class="button button-small button-quiet" onClick={() => void copy()}>
          {words.copy}
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

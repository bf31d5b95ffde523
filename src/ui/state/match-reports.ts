import {isRecord} from '../../model/json'
import type {BrowserMatch, PageBrowserAdapter} from '../browser-adapter'

/** The last result of getMatchedRules. */
export type MatchReport = {
  readonly at: number
  /** All matches since then are known. */
  readonly since: number
  readonly matches: readonly BrowserMatch[]
  /** The times of the calls that count against the quota. */
  readonly asked: readonly number[]
}

const storageKey = 'answer'
const maxMatches = 10_000
// Chrome drops the matches of a document five minutes after it was left.
export const longestGap = 5 * 60_000
// Chrome allows 20 calls in 10 minutes. Ten may come at once, the others a minute apart.
const allowedIn = 10 * 60_000
const askedAtOnce = 10
const pauseAfter = 60_000

/** Chrome does not count calls during a user gesture. */
export const hasUserActivation = (): boolean => navigator.userActivation?.isActive

const serialize = ({matches, ...rest}: MatchReport): string =>
  JSON.stringify({
    ...rest,
    matches: (matches.length <= maxMatches ? matches : matches.toSorted((a, b) => b.time - a.time).slice(0, maxMatches))
      .map(({browserRule, tabId, time}) => [browserRule, tabId, time])
      .flat(),
  })

function parse(stored: unknown): MatchReport | null {
  if (typeof stored !== 'string') return null
  const value: unknown = JSON.parse(stored)
  if (!isRecord(value)) return null
  const {
    at,
    since,
    asked: callTimes,
    matches: numbers,
  } = value as Omit<MatchReport, 'matches'> & {readonly matches: readonly number[]}
  const matches: BrowserMatch[] = []
  for (let index = 0; index < numbers.length; index += 3) {
    const [browserRule = 0, tabId = -1, time = 0] = numbers.slice(index, index + 3)
    matches.push({browserRule, tabId, time})
  }
  return {at, since, asked: callTimes, matches}
}

/** The matches of browser rules, stored for all pages until the browser ends. */
export function createMatchReports(
  browserAdapter: Pick<PageBrowserAdapter, 'session' | 'readMatches'>,
  now: () => number,
) {
  const readLast = () =>
    browserAdapter.session
      .read(storageKey)
      .then(parse)
      .catch(() => null)
  const store = (answer: MatchReport) =>
    browserAdapter.session.write(storageKey, serialize(answer)).catch(() => undefined)
  return {
    read: readLast,
    /** Calls getMatchedRules if the quota allows. `isRefused`: the report is an older one. */
    async ask(): Promise<{readonly answer: MatchReport | null; readonly isRefused: boolean}> {
      const byHand = hasUserActivation()
      const last = await readLast()
      const at = now()
      const callTimes = last?.asked.filter(each => each <= at && at - each < allowedIn) ?? []
      const isOverQuota = callTimes.length >= askedAtOnce && at - (callTimes.at(-1) ?? 0) < pauseAfter
      const matches = isOverQuota && !byHand ? null : await browserAdapter.readMatches()
      if (!matches) return {answer: last, isRefused: true}
      const isContinued = last !== null && at - last.at <= longestGap && last.since <= at
      const answer = {at, since: isContinued ? last.since : at, matches, asked: byHand ? callTimes : [...callTimes, at]}
      await store(answer)
      return {answer, isRefused: false}
    },
  }
}

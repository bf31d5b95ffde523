import {isRecord} from '../../contract/json'
import type {BrowserMatch, PageSurface} from '../surface'

/** What Chrome said, and when; null where nothing it ever said is known. */
export type Answer = {
  readonly at: number
  /** Every match since then was seen. */
  readonly since: number
  readonly matches: readonly BrowserMatch[]
  /** When it was asked lately, at its allowance. */
  readonly asked: readonly number[]
}

export type Answers = {
  /** What any page of ours was told last. */
  read(): Promise<Answer | null>
  /** Asks Chrome, where that is allowed. `isRefused`: the answer is an older one. */
  ask(): Promise<{readonly answer: Answer | null; readonly isRefused: boolean}>
  /** From here on nothing is known of what was before. */
  forget(): Promise<void>
}

const place = 'answer'
const mostKept = 10_000
// Chrome forgets what was done in a document five minutes after it was left.
export const longestGap = 5 * 60_000
// Chrome lets all pages together ask 20 times in 10 minutes. The first ten of them may ask at once, the others a minute after each other: so
// there is always one left before long.
const allowedIn = 10 * 60_000
const askedAtOnce = 10
const pauseAfter = 60_000

/** Chrome does not count what is asked for by a key or a click. */
export const isByHand = (): boolean => navigator.userActivation?.isActive

/** Kept as text, which the browser's memory answers fastest; the matches as one row of numbers. */
const textOf = ({matches, ...rest}: Answer): string =>
  JSON.stringify({
    ...rest,
    matches: (matches.length <= mostKept ? matches : matches.toSorted((a, b) => b.time - a.time).slice(0, mostKept))
      .map(({browserRule, tabId, time}) => [browserRule, tabId, time])
      .flat(),
  })

function read(kept: unknown): Answer | null {
  if (typeof kept !== 'string') return null
  const value: unknown = JSON.parse(kept)
  if (!isRecord(value)) return null
  const {at, since, asked, matches: numbers} = value as Omit<Answer, 'matches'> & {readonly matches: readonly number[]}
  const matches: BrowserMatch[] = []
  for (let index = 0; index < numbers.length; index += 3) {
    const [browserRule = 0, tabId = -1, time = 0] = numbers.slice(index, index + 3)
    matches.push({browserRule, tabId, time})
  }
  return {at, since, asked, matches}
}

/** What Chrome says of its own rules, for all pages of ours: kept as long as the browser runs, and asked for sparingly. */
export function createAnswers(surface: Pick<PageSurface, 'session' | 'matches'>, now: () => number): Answers {
  const readLast = () =>
    surface.session
      .read(place)
      .then(read)
      .catch(() => null)
  // What cannot be kept is still shown.
  const keep = (answer: Answer) => surface.session.write(place, textOf(answer)).catch(() => undefined)
  return {
    read: readLast,
    async ask() {
      const byHand = isByHand()
      const last = await readLast()
      const at = now()
      const asked = last?.asked.filter(each => each <= at && at - each < allowedIn) ?? []
      const isSpared = asked.length >= askedAtOnce && at - (asked.at(-1) ?? 0) < pauseAfter
      const matches = isSpared && !byHand ? null : await surface.matches()
      if (!matches) return {answer: last, isRefused: true}
      const isContinued = last !== null && at - last.at <= longestGap && last.since <= at
      const answer = {at, since: isContinued ? last.since : at, matches, asked: byHand ? asked : [...asked, at]}
      await keep(answer)
      return {answer, isRefused: false}
    },
    async forget() {
      const last = await readLast()
      if (last) await keep({...last, since: last.at})
    },
  }
}

import {mostKept, type Entry} from './entries'
import type {Making} from './making'
import type {Asked} from './told'

/** Pages tell an address without its fragment, and a method in capitals; the browser as they were asked for. */
export const bare = (url: string): string => url.replace(/#.*/s, '')
export const sameMethod = (method: string): string => method.toUpperCase()

/** Two clocks of one machine may differ by so much, in milliseconds. */
export const slack = 50
/** Timers of a page in the background, or of a busy one, come late by so much. */
export const longestLag = 2_000

type Needs = {
  entryOf(number: number): Entry | undefined
  makingOf(rules: readonly string[]): Making
}

/** Requests that pages have told of, and the browser has not yet. */
export type Awaited = {
  /** `asked` as it is to be sent. */
  add(asked: Asked, number: number): void
  /**
   * Which of them this is: the first that may be sent by now, of the same document where there is one. What was to be sent before never is,
   * nor by another document than the one that was left meanwhile.
   */
  take(asked: Asked): number | undefined
  /** It is never sent. */
  remove(number: number): void
}

export function createAwaited({entryOf, makingOf}: Needs): Awaited {
  const numbers = new Map<string, readonly number[]>()
  const keyOf = ({tab, method, url}: Asked) => `${tab} ${sameMethod(method)} ${bare(url)}`

  function isDue(number: number, time: number): 'early' | 'now' | 'late' {
    const entry = entryOf(number)
    if (!entry) return 'late'
    const {least, most} = makingOf(entry.pageRules)
    const waited = time - entry.asked.time
    return waited > most + longestLag ? 'late' : waited < least - slack ? 'early' : 'now'
  }

  return {
    add(asked, number) {
      const key = keyOf(asked)
      numbers.set(key, [...(numbers.get(key) ?? []), number])
      if (numbers.size > mostKept) numbers.clear()
    },
    take(asked) {
      const key = keyOf(asked)
      const all = numbers.get(key)
      if (asked.type !== 'xmlhttprequest' || !all) return undefined
      const due = all.filter(number => isDue(number, asked.time) === 'now')
      const isOfSame = (number: number) => entryOf(number)?.asked.document === asked.document
      const found = due.find(isOfSame) ?? due.find(number => entryOf(number)?.isLeft !== true)
      const waiting = all.filter(number => number !== found && isDue(number, asked.time) !== 'late')
      if (waiting.length > 0) numbers.set(key, waiting)
      else numbers.delete(key)
      return found
    },
    remove(number) {
      for (const [key, all] of numbers)
        numbers.set(
          key,
          all.filter(each => each !== number),
        )
    },
  }
}

import type {PageSaid} from '../../contract/page-messages'
import type {Asked} from './told'

/** Which rule's code gave nothing, and why. */
export type CodeFailed = PageSaid<'page.failed'>

/** A request, and what is known of it so far. */
export type Entry = {
  /** Later ones have larger numbers. */
  readonly number: number
  readonly asked: Asked
  /** When it is that somebody listens since then, in milliseconds since 1970. */
  readonly heardSince: number
  /** The browser rules that acted, as Chrome says. */
  readonly browserRules: readonly number[]
  /** The ids of the rules that acted inside the page, as it says. */
  readonly pageRules: readonly string[]
  /** The same as the page has it: of several pairs the one. */
  readonly pageParts?: readonly string[] | undefined
  /** Its page says that no rule acted there. */
  readonly isLeftAlone?: boolean
  /** The browser has asked its server first if it may be sent. */
  readonly hasPreflight?: boolean
  /** Its page gave it up before it was sent. */
  readonly isGivenUp?: boolean
  /** Its document was left before it was known to be sent. */
  readonly isLeft?: boolean
  /** When it was asked for, as its page says it of no other one. */
  readonly pageTime?: number
  /** It was answered inside the page, and no server asked. */
  readonly isServed: boolean
  /** When it was sent, where the page told of it before: it waited for a delay, or for code. */
  readonly sentAt?: number
  /** Where its page sent it, so that the browser knows it by that address alone. */
  readonly sentTo?: string
  /** Where a rule or the server sent it. */
  readonly movedTo?: string
  /** The addresses that servers have led it to, one after the other. */
  readonly ledTo?: readonly string[]
  /** The last address that it has set out to, where that is not the asked one. */
  readonly wentTo?: string
  /** Chrome has told of a rule that acted on it since it set out there. */
  readonly isTouched?: boolean
  /** It failed before it set out to where it was sent. */
  readonly isHeldBack?: boolean
  /** The method with which it was sent there. */
  readonly movedAs?: string
  /** It is in the waiting page, and is to go on to this address. */
  readonly onward?: string | undefined
  readonly status?: number
  readonly isFromCache?: boolean
  /** What the browser calls it. */
  readonly failed?: string | undefined
  /** The code of these rules gave nothing, so that this passed as it was. */
  readonly codeFailed?: readonly CodeFailed[]
  /** Nobody watched any more when it ended. */
  readonly isUnheard?: boolean
  /** When it was over, in milliseconds since 1970. */
  readonly endedAt?: number | undefined
}
export type Change = Partial<Omit<Entry, 'number' | 'heardSince'>>
type Beginning = Change & Pick<Entry, 'heardSince'> & {readonly isShown: boolean}

export const mostKept = 1_000

export const isOver = ({status, failed, isServed}: Pick<Entry, 'status' | 'failed' | 'isServed'>) =>
  status !== undefined || failed !== undefined || isServed

/** The requests that are known, shown and not; of each kind the last ones. */
export function createEntries() {
  /** By number, in their order. */
  const shown = new Map<number, Entry>()
  /** What is told of these is no other's. */
  const aside = new Map<number, Entry>()
  /** By the browser's id. */
  const numbers = new Map<string, number>()
  let last = 0

  function keep(entry: Entry, isShown: boolean): void {
    const kept = isShown ? shown : aside
    kept.set(entry.number, entry)
    const [oldest] = kept.values()
    if (!oldest || kept.size <= mostKept) return
    kept.delete(oldest.number)
    numbers.delete(oldest.asked.id)
  }
  const entryOf = (number: number): Entry | undefined => shown.get(number) ?? aside.get(number)

  return {
    add(asked: Asked, {isShown, ...more}: Beginning): Entry {
      const entry = {number: ++last, asked, browserRules: [], pageRules: [], isServed: false, ...more}
      keep(entry, isShown)
      return entry
    },
    entryOf,
    change(number: number | undefined, changes: (entry: Entry) => Change): void {
      const entry = number === undefined ? undefined : entryOf(number)
      if (entry) keep({...entry, ...changes(entry)}, shown.has(entry.number))
    },
    numberOf: (id: string) => numbers.get(id),
    isKnownAs: (id: string, number: number) => void numbers.set(id, number),
    shown: (): readonly Entry[] => [...shown.values()],
    everyEntry: (): readonly Entry[] => [...aside.values(), ...shown.values()],
    /** Shows none of them any more. */
    setAside() {
      for (const entry of shown.values()) keep(entry, false)
      shown.clear()
    },
  }
}

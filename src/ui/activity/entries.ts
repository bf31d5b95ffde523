import type {PageSaid} from '../../contract/page-messages'
import type {Asked, Headers} from './told'

/** Whose code failed, and why. */
export type CodeFailed = PageSaid<'page.failed'>

/** A request, and what was reported of it so far. */
export type Entry = {
  /** Later ones have larger numbers. */
  readonly number: number
  readonly asked: Asked
  /** The browser rules that Chrome reported for it. */
  readonly browserRules: readonly number[]
  /** The ids of the rules that its page reported. */
  readonly pageRules: readonly string[]
  /** The same by pairs of rules. */
  readonly pageParts?: readonly string[] | undefined
  /** What identifies it in its document. */
  readonly pageTime?: number
  /** A rule in the page answered it, and no server was asked. */
  readonly isServed: boolean
  /** A rule in the page holds it up before it is sent. */
  readonly waits?: boolean
  /** Its page reported several requests, and which of them this is cannot be known. */
  readonly isUnsure?: boolean
  /** When it was sent, where its page reported it before. */
  readonly sentAt?: number
  /** The URL that its page sent it to. */
  readonly sentTo?: string
  /** The URL that rules or the server redirected it to. */
  readonly movedTo?: string
  /** It is in the waiting page, which is to open this URL. */
  readonly onward?: string | undefined
  readonly status?: number
  readonly isFromCache?: boolean
  /** Chrome's name of the error. */
  readonly failed?: string | undefined
  /** Its page aborted it before it was sent. */
  readonly isGivenUp?: boolean
  /** Rules whose code failed, so that the original passed. */
  readonly codeFailed?: readonly CodeFailed[]
  /** No more reports of it will come. */
  readonly isUnheard?: boolean
  /** Milliseconds since 1970. */
  readonly endedAt?: number | undefined
  /** As Chrome reports them. */
  readonly requestHeaders?: Headers
  readonly responseHeaders?: Headers | undefined
}
export type Change = Partial<Omit<Entry, 'number'>>

export const mostKept = 1_000
const mostIds = 5_000

export const isOver = ({status, failed, isServed}: Pick<Entry, 'status' | 'failed' | 'isServed'>) =>
  status !== undefined || failed !== undefined || isServed

/** The last requests, in memory only. */
export function createEntries() {
  /** By number, in their order. */
  const all = new Map<number, Entry>()
  /** By Chrome's id. */
  const numbers = new Map<string, number>()
  let last = 0

  return {
    add(asked: Asked, more: Change = {}): Entry {
      const entry = {number: ++last, asked, browserRules: [], pageRules: [], isServed: false, ...more}
      all.set(entry.number, entry)
      const [oldest] = all.values()
      if (oldest && all.size > mostKept) all.delete(oldest.number)
      return entry
    },
    entryOf: (number: number): Entry | undefined => all.get(number),
    change(number: number | undefined, changes: (entry: Entry) => Change): void {
      const entry = number === undefined ? undefined : all.get(number)
      if (entry) all.set(entry.number, {...entry, ...changes(entry)})
    },
    numberOf: (id: string) => numbers.get(id),
    isKnownAs(id: string, number: number) {
      numbers.set(id, number)
      const [oldest] = numbers.keys()
      if (oldest !== undefined && numbers.size > mostIds) numbers.delete(oldest)
    },
    all: (): readonly Entry[] => [...all.values()],
    /** Ids stay known, so that no later report makes a new entry. */
    clear: () => all.clear(),
  }
}

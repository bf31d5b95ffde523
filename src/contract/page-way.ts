import type {PreparedRegex, PreparedSource} from './prepared-source'

/** One condition of a rule that sends requests elsewhere or ends their way. */
export type PageWay = {
  /** As pages tell of its rule, see `partOf`, and of others whose changes of a query are made with it. */
  readonly ids: readonly string[]
  readonly source: PreparedSource
  readonly move: PageMove
  /** Chrome refuses its regex, or cannot read its payload: it is done by whoever reads this, and not by the browser. */
  readonly isOurs: boolean
}

/** What becomes of the address. */
export type PageMove =
  | {readonly kind: 'stop'}
  /** The browser answers it by itself. */
  | {readonly kind: 'answer'}
  /** `$1`…`$9` are the captures of the source. */
  | {readonly kind: 'redirect'; readonly to: string}
  | ({readonly kind: 'replace'} & Replacement)
  | ({readonly kind: 'query'} & QueryOutcome)

/** A change of every occurrence in a URL. */
export type Replacement =
  /** `insideNew`: the positions of the text inside the new text, where an occurrence stays as it is. */
  | {readonly text: string; readonly to: string; readonly insideNew: readonly number[]}
  /** `$1`…`$9` in the new text are the captures. */
  | {readonly regex: PreparedRegex; readonly to: string}

/** What a list of changes comes to: whether all is cleared first, and per parameter its value, or null for removed. */
export type QueryOutcome = {
  readonly cleared: boolean
  readonly params: readonly (readonly [name: string, value: string | null])[]
}

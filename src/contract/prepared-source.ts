/**
 * A source made ready for matching, as plain JSON: values are spelled as the browser spells URLs, and regexes are written
 * for JavaScript, so that scripts in pages need not parse what people write.
 */
export type PreparedSource = {
  readonly text: AddressText
  readonly compare: PreparedText
  readonly filters: readonly PreparedFilter[]
}

/** The texts of an address that sources compare; matching/address.ts says what each is. */
export type AddressText = 'url' | 'host' | 'writtenHostPort' | 'hostPort' | 'path'

export type PreparedText =
  | {readonly kind: 'equals' | 'contains' | 'wildcard'; readonly value: string}
  | ({readonly kind: 'regex'} & PreparedRegex)

export type PreparedRegex = {
  readonly source: string
  readonly flags: '' | 'i'
  readonly backtracking: Backtracking
  /** The same pattern for our own engine, which takes over where JavaScript's own might take too long. */
  readonly tokens: readonly PreparedToken[]
}

/** A token of `matching/regex/tokens.ts`; a set is written as its characters, or as all others. */
export type PreparedToken =
  | {readonly kind: 'text' | 'repeat' | 'raw'; readonly text: string}
  | {readonly kind: 'set'; readonly characters: string; readonly isNegated: boolean}
  | {readonly kind: 'start' | 'end' | 'close' | 'or'}
  | {readonly kind: 'open'; readonly capturing: boolean; readonly look?: string}

/**
 * An upper bound for the ways that a backtracking engine, such as JavaScript's own, may try on a text of n characters:
 * `factor * n ** power`.
 */
export type Backtracking = {readonly factor: number; readonly power: number}

export type PreparedFilter =
  | {readonly name: 'requestMethod' | 'resourceType' | 'pageDomains'; readonly values: readonly string[]}
  /** `compare` is null where the filter's own expression cannot be read: then it never holds. */
  | {readonly name: 'requestPayload'; readonly path: readonly string[]; readonly compare: PreparedText | null}

export type FilterName = PreparedFilter['name']

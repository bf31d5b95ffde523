/**
 * A source made ready for matching, as plain JSON: regular expressions are already JavaScript's, values already spelt as the browser
 * spells addresses. So a page can match without what reads sources.
 */
export type PreparedSource = {
  readonly text: AddressText
  readonly compare: PreparedText
  readonly filters: readonly PreparedFilter[]
}

/** The texts of an address that sources compare; matching/address.ts says what each is. */
export type AddressText = 'url' | 'host' | 'writtenHostPort' | 'hostPort' | 'path'

export type PreparedText =
  | {readonly kind: 'equals' | 'contains'; readonly value: string}
  | {readonly kind: 'regex'; readonly source: string; readonly flags: string}

export type PreparedFilter =
  | {readonly name: 'requestMethod' | 'resourceType' | 'pageDomains'; readonly values: readonly string[]}
  /** `compare` is null where the filter's own expression cannot be read: then it never holds. */
  | {readonly name: 'requestPayload'; readonly path: readonly string[]; readonly compare: PreparedText | null}

export type FilterName = PreparedFilter['name']

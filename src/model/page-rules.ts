import type {Rule} from './rule'

/** The key in chrome.storage.local of the plan, which is one JSON string. */
export const pageRulesKey = 'page-rules'

/** Prefix of the storage key of a body that is too large for the plan. */
export const pageBodyPrefix = 'page-body:'

/** The rules that the scripts in pages apply, in the user's order. The field names are stored. */
export type PagePlan = {
  readonly rules: readonly PageRule[]
  /** Rules that redirect or block requests, in the order in which they act. */
  readonly ways: readonly NavigationRule[]
  /** Navigator overrides for documents without a response header. The first match applies. */
  readonly claims: readonly NavigatorOverrideRule[]
}

export type NavigatorOverrideRule = {readonly source: PreparedSource; readonly claims: string}

export type PageRule = {
  /** A pair id, see `toPairId`. */
  readonly id: string
  readonly pair: number
  readonly source: PreparedSource
  readonly does: InPageAction
}

export type InPageAction =
  | {readonly kind: 'delay'; readonly milliseconds: number}
  | {readonly kind: 'request'; readonly body: PageBody}
  | {
      readonly kind: 'response'
      readonly body: PageBody
      readonly status?: number
      readonly statusText?: string
      /** Headers of a response without a server, with names in lower case. */
      readonly headers: Record<string, string>
      readonly isServed: boolean
      /** Independent of the server's response. Rules that block or redirect take precedence. */
      readonly isFixed: boolean
    }

/** A text or the code that creates it. `kept` is the storage key of a large one. */
export type PageBody = ({readonly type: 'static'; readonly contentType: string} | {readonly type: 'code'}) &
  ({readonly value: string} | {readonly kept: string})

export type NavigationRule = {
  /** Pair ids, see `toPairId`. Query parameter rules that were merged have several. */
  readonly ids: readonly string[]
  readonly source: PreparedSource
  readonly move: NavigationAction
  /** A fallback rule, which declarativeNetRequest cannot express. Otherwise the browser acts. */
  readonly isOurs: boolean
}

export type NavigationAction =
  | {readonly kind: 'stop'}
  /** The browser serves a static response. */
  | {readonly kind: 'answer'}
  /** `$1`…`$9` are the captures of the source. */
  | {
      readonly kind: 'redirect'
      readonly to: string
      /** `to` replaces only scheme, host and port. */
      readonly keepsPathAndQuery?: true
    }
  | ({readonly kind: 'replace'} & Replacement)
  | ({readonly kind: 'query'} & QueryChanges)

export type Replacement =
  /** `insideNew`: positions of `text` inside `to`. Occurrences there are not replaced. */
  | {readonly text: string; readonly to: string; readonly insideNew: readonly number[]}
  /** `$1`…`$9` in the new text are the captures. */
  | {readonly regex: PreparedRegex; readonly to: string}

/** The combined effect of query modifications. A null value removes the parameter. */
export type QueryChanges = {
  readonly cleared: boolean
  readonly params: readonly (readonly [name: string, value: string | null])[]
}

/** A source as JSON. Values are normalized like URLs, and regexes are JavaScript regexes. */
export type PreparedSource = {
  readonly text: AddressPart
  readonly compare: PreparedText
  readonly filters: readonly PreparedFilter[]
}

export type AddressPart = 'url' | 'host' | 'writtenHostPort' | 'hostPort' | 'path'

export type PreparedText =
  | {readonly kind: 'equals' | 'contains' | 'wildcard'; readonly value: string}
  | ({readonly kind: 'regex'} & PreparedRegex)

export type PreparedRegex = {
  readonly source: string
  readonly flags: '' | 'i'
  readonly backtracking: Backtracking
  /** The pattern for our own engine, which runs it if JavaScript might take too long. */
  readonly tokens: readonly PreparedToken[]
}

/** A token of `matching/regex/tokens.ts`. A negated set matches all other characters. */
export type PreparedToken =
  | {readonly kind: 'text' | 'repeat' | 'raw'; readonly text: string}
  | {readonly kind: 'set'; readonly characters: string; readonly isNegated: boolean}
  | {readonly kind: 'start' | 'end' | 'close' | 'or'}
  | {readonly kind: 'open'; readonly capturing: boolean; readonly look?: string}

/** A backtracking engine takes at most `factor * n ** power` steps for n characters. */
export type Backtracking = {readonly factor: number; readonly power: number}

export type PreparedFilter =
  | {readonly name: 'requestMethod' | 'resourceType' | 'pageDomains'; readonly values: readonly string[]}
  /** `compare` is null if the filter's regex is invalid. Such a filter never matches. */
  | {readonly name: 'requestPayload'; readonly path: readonly string[]; readonly compare: PreparedText | null}

export type FilterName = PreparedFilter['name']

const separator = '\n'

/** `<rule id>`, or `<rule id>\n<pair index>` if the rule has several pairs. */
export const toPairId = ({id, pairs}: Pick<Rule, 'id' | 'pairs'>, pair: number): string =>
  pairs[1] ? id + separator + pair : id

export const getRuleId = (pairId: string): string => pairId.split(separator)[0] as string

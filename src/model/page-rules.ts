import type {Rule} from './rule'

/** Where the scripts in pages find what concerns them, as one JSON string. */
export const pageRulesKey = 'page-rules'

/** Before the name of a body that is too large to be read by every page. */
export const pageBodyPrefix = 'page-body:'

/** What the scripts in pages do, in the user's order. */
export type PagePlan = {
  readonly rules: readonly PageRule[]
  /** What sends requests elsewhere or stops them, first things first. */
  readonly ways: readonly NavigationRule[]
  /** What pages say of the browser where no answer to their document could tell them; the first that matches holds. */
  readonly claims: readonly NavigatorOverrideRule[]
}

export type NavigatorOverrideRule = {readonly source: PreparedSource; readonly claims: string}

export type PageRule = {
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
      /** What an answer that no server gave says besides, by names in lower case; its type is among them unless code makes it. */
      readonly headers: Record<string, string>
      readonly isServed: boolean
      /** Known before any answer: what cancels a request or sends it elsewhere comes first. */
      readonly isFixed: boolean
    }

/** A text and what it most likely is, or the function that makes one; a large one by the name under which it is kept. */
export type PageBody = ({readonly type: 'static'; readonly contentType: string} | {readonly type: 'code'}) &
  ({readonly value: string} | {readonly kept: string})

export type NavigationRule = {
  /** As pages tell of its rule, see `partOf`, and of others whose changes of a query are made with it. */
  readonly ids: readonly string[]
  readonly source: PreparedSource
  readonly move: NavigationAction
  /** Chrome refuses its regex, or cannot read its payload: it is done by whoever reads this, and not by the browser. */
  readonly isOurs: boolean
}

export type NavigationAction =
  | {readonly kind: 'stop'}
  /** The browser answers it by itself. */
  | {readonly kind: 'answer'}
  /** `$1`…`$9` are the captures of the source. */
  | {readonly kind: 'redirect'; readonly to: string}
  | ({readonly kind: 'replace'} & Replacement)
  | ({readonly kind: 'query'} & QueryChanges)

export type Replacement =
  /** `insideNew`: the positions of the text inside the new text, where an occurrence stays as it is. */
  | {readonly text: string; readonly to: string; readonly insideNew: readonly number[]}
  /** `$1`…`$9` in the new text are the captures. */
  | {readonly regex: PreparedRegex; readonly to: string}

/** What a list of changes comes to: whether all is cleared first, and per parameter its value, or null for removed. */
export type QueryChanges = {
  readonly cleared: boolean
  readonly params: readonly (readonly [name: string, value: string | null])[]
}

/** A source as plain JSON: values are spelled as the browser spells URLs, and regexes are written for JavaScript. */
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
  /** The same pattern for our own engine, which takes over where JavaScript's own might take too long. */
  readonly tokens: readonly PreparedToken[]
}

/** A token of `matching/regex/tokens.ts`; a set is written as its characters, or as all others. */
export type PreparedToken =
  | {readonly kind: 'text' | 'repeat' | 'raw'; readonly text: string}
  | {readonly kind: 'set'; readonly characters: string; readonly isNegated: boolean}
  | {readonly kind: 'start' | 'end' | 'close' | 'or'}
  | {readonly kind: 'open'; readonly capturing: boolean; readonly look?: string}

/** A backtracking engine tries at most `factor * n ** power` ways on a text of n characters. */
export type Backtracking = {readonly factor: number; readonly power: number}

export type PreparedFilter =
  | {readonly name: 'requestMethod' | 'resourceType' | 'pageDomains'; readonly values: readonly string[]}
  /** `compare` is null where the filter's own expression cannot be read: then it never holds. */
  | {readonly name: 'requestPayload'; readonly path: readonly string[]; readonly compare: PreparedText | null}

export type FilterName = PreparedFilter['name']

const separator = '\n'

/** How pages name a rule, and of several pairs the one that acts: `<id>`, or `<id>\n<number of the pair>`. */
export const toPairId = ({id, pairs}: Pick<Rule, 'id' | 'pairs'>, pair: number): string =>
  pairs[1] ? id + separator + pair : id

/** The id of the rule that pages name so. */
export const getRuleId = (part: string): string => part.split(separator)[0] as string

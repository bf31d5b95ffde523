import type {PageWay} from './page-way'
import type {PreparedSource} from './prepared-source'

/** Where the scripts in pages find what concerns them, as one JSON string. */
export const pageRulesKey = 'page-rules'

/** Before the name of a body that is too large to be read by every page. */
export const pageBodyPrefix = 'page-body:'

/** What the scripts in pages do, in the user's order. */
export type PagePlan = {
  readonly rules: readonly PageRule[]
  /** What sends requests elsewhere or stops them, first things first. */
  readonly ways: readonly PageWay[]
  /** What pages say of the browser where no answer to their document could tell them; the first that matches holds. */
  readonly claims: readonly PageClaims[]
}

export type PageClaims = {readonly source: PreparedSource; readonly claims: string}

/** One pair of a rule. */
export type PageRule = {
  /** By which pages tell of it; see `partOf`. */
  readonly id: string
  readonly pair: number
  readonly source: PreparedSource
  readonly does: PageDeed
}

export type PageDeed =
  | {readonly kind: 'delay'; readonly milliseconds: number}
  | {readonly kind: 'request'; readonly body: PageBody}
  | {
      readonly kind: 'response'
      readonly body: PageBody
      readonly status?: number
      readonly statusText?: string
      /** What an answer that no server gave says besides, by names in lower case; its type is among them unless code makes it. */
      readonly headers: Record<string, string>
      /** Answered without asking the server. */
      readonly isServed: boolean
      /** Known before any answer: what cancels a request or sends it elsewhere comes first. */
      readonly isFixed: boolean
    }

/** A text and what it most likely is, or the function that makes one; a large one by the name under which it is kept. */
export type PageBody = ({readonly type: 'static'; readonly contentType: string} | {readonly type: 'code'}) &
  ({readonly value: string} | {readonly kept: string})

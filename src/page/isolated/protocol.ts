/** Messages between MAIN and ISOLATED, as JSON in events on a node that only they hold. */
export const meeting = 'switchyard:meet'
export const meetingOfClaims = 'switchyard:claims'
export const toIsolated = 'ask'
export const toMain = 'tell'

/** Keeps a `toJSON` of the page away. */
type Bare = {readonly __proto__?: null}

export type Question = Bare & {
  readonly url: string
  readonly method: string
  readonly isSync?: boolean
  /** Absent while the body is unread, null where it is no text. */
  readonly payload?: string | null | undefined
}

export type Made = {readonly text: string; readonly type: string}

/** A body, or the number by which ISOLATED makes one. */
export type Making = Made | {readonly run: number}

export type Said = {readonly url: string; readonly redirected: boolean; readonly type: ResponseType}

/** What happens to one request. MAIN learns no more of the rules. */
export type Treatment = Said & {
  readonly time: number
  readonly goes?: string | undefined
  readonly delay?: number | undefined
  readonly request?: Making | undefined
  readonly response?:
    | {
        readonly body: Making
        readonly isServed: boolean
        /** Independent of the server's response, so it replaces a network error. */
        readonly isFixed: boolean
        readonly status?: number | undefined
        readonly statusText?: string | undefined
        /** Headers of a response without a server, by names in lower case. */
        readonly headers: Record<string, string>
      }
    | undefined
}

export type Changing = NonNullable<Treatment['response']>

/** The arguments of rule code that MAIN knows. */
export type Evidence = {
  readonly body: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly response?: string | undefined
  readonly responseType?: string
  readonly isUnfinished?: boolean
}

export type ResponseEvidence = Omit<Evidence, 'body' | 'requestHeaders'>

/** In milliseconds. */
export const longestResponse = 5_000

/** `needs-payload`: ask again with the body. */
export type Told = Treatment | 'needs-payload' | null

/** A question, a body to make, or a request that was aborted before it was sent. */
export type FromMain =
  Question | (Bare & {readonly run: number; readonly evidence: Evidence}) | (Bare & {readonly gone: number})

export type FromIsolated =
  /** The synchronous answer to a question. */
  | {readonly treatment: NonNullable<Told>}
  /** Null: no rule can match in this page; undefined: the rules have not arrived. */
  | {readonly isConcerned: true | null | undefined}
  /** Without `made` the original passes. */
  | {readonly run: number; readonly made?: Made | undefined}

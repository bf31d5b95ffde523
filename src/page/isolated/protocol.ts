/** Messages between MAIN and ISOLATED, sent as JSON in events on a node that only they hold. */
export const handshakeEvent = 'switchyard:handshake'
export const navigatorHandshakeEvent = 'switchyard:navigator'
export const toIsolated = 'query'
export const toMain = 'answer'

/** Without a prototype, JSON.stringify calls no `toJSON` that the page defined. */
type NullPrototype = {readonly __proto__?: null}

export type RequestQuery = NullPrototype & {
  readonly url: string
  readonly method: string
  readonly isSync?: boolean
  /** Absent while the body is unread; null if the body is not text. */
  readonly payload?: string | null | undefined
}

export type SyntheticBody = {readonly text: string; readonly type: string}

/** A body, or the id of a body that ISOLATED creates on request, which takes time. */
export type BodySource = SyntheticBody | {readonly deferredId: number}

export type ResponseMetadata = {readonly url: string; readonly redirected: boolean; readonly type: ResponseType}

/** What happens to one request. MAIN receives nothing else about the rules. */
export type RequestAction = ResponseMetadata & {
  /** Milliseconds since 1970, unique in the document. */
  readonly time: number
  readonly redirectUrl?: string | undefined
  /** In milliseconds. */
  readonly delay?: number | undefined
  readonly request?: BodySource | undefined
  readonly response?:
    | {
        readonly body: BodySource
        /** No request is sent. */
        readonly isServed: boolean
        /** Independent of the server's response, so it also replaces a network error. */
        readonly isFixed: boolean
        readonly status?: number | undefined
        readonly statusText?: string | undefined
        /** Headers of a response without a server. The names are in lower case. */
        readonly headers: Record<string, string>
      }
    | undefined
}

export type ResponseChange = NonNullable<RequestAction['response']>

/** The arguments of rule code that MAIN can read. */
export type ScriptArguments = {
  readonly body: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly response?: string | undefined
  readonly responseType?: string
  readonly isUnfinished?: boolean
}

export type ResponseArguments = Omit<ScriptArguments, 'body' | 'requestHeaders'>

/** In milliseconds. */
export const maxResponseTime = 5_000

/** `needs-payload`: MAIN must query again with the body. Null: the request is unchanged. */
export type RequestDecision = RequestAction | 'needs-payload' | null

/** `pending`: the rules have not arrived. `off`: no rule can match in this page. */
export type Mode = 'pending' | 'on' | 'off'

export type FromMain =
  | RequestQuery
  | (NullPrototype & {readonly deferredId: number; readonly args: ScriptArguments})
  /** The `time` of a request that was aborted before it was sent. */
  | (NullPrototype & {readonly gone: number})

export type FromIsolated =
  /** The synchronous answer to a query. */
  | {readonly decision: NonNullable<RequestDecision>}
  | {readonly mode: Mode}
  /** Without a body, the original is used. */
  | {readonly deferredId: number; readonly body?: SyntheticBody | undefined}

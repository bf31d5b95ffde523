/**
 * What the two worlds of a page say to each other, as JSON. ISOLATED hands MAIN a detached node in one event, before any script of the page
 * runs. A script that does not hold this node can neither ask nor listen.
 */
export const meeting = 'switchyard:meet'
export const meetingOfClaims = 'switchyard:claims'
export const toIsolated = 'ask'
export const toMain = 'tell'

/** Written out by MAIN, where a page could put its own `toJSON` in the way. */
type Bare = {readonly __proto__?: null}

/** A request that is about to be sent. */
export type Question = Bare & {
  readonly url: string
  readonly method: string
  /** Nothing that takes time can be done to it. */
  readonly isSync?: boolean
  /** Its body; absent where nobody has read it yet, null where it has none that is text. */
  readonly payload?: string | null | undefined
}

/** Text that takes the place of a body, and what it most likely is. */
export type Made = {readonly text: string; readonly type: string}

/** A text, or the number under which ISOLATED makes one for this request. */
export type Making = Made | {readonly run: number}

/** What an answer says of itself; the address as the browser writes it, without its fragment. */
export type Said = {readonly url: string; readonly redirected: boolean; readonly type: ResponseType}

/** What becomes of one request, and what is said where no server answers. Only what applies to it: MAIN learns no rule. */
export type Treatment = Said & {
  /** Of no other request of its document. */
  readonly time: number
  /** It is sent there instead. */
  readonly goes?: string | undefined
  readonly delay?: number | undefined
  readonly request?: Making | undefined
  readonly response?:
    | {
        readonly body: Making
        readonly isServed: boolean
        /** Known before any answer: it is given where none comes, too. */
        readonly isFixed: boolean
        readonly status?: number | undefined
        readonly statusText?: string | undefined
        /** What an answer that no server gave says besides, by names in lower case. */
        readonly headers: Record<string, string>
      }
    | undefined
}

/** What rule code may look at, as MAIN knows it. */
export type Evidence = {
  /** The request's body as text, null where there is none. */
  readonly body: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Only for a response. */
  readonly response?: string | undefined
  readonly responseType?: string
  /** The response did not end in time, so the code cannot run. */
  readonly isUnfinished?: boolean
}

/** Milliseconds that code waits for the end of a response. */
export const longestResponse = 5_000

/** Null: nothing; `needs-payload`: it hangs on the body, so ask again with it. */
export type Told = Treatment | 'needs-payload' | null

/** A question, that a text is to be made, or that the page gave a request up, by its time, before it was sent. */
export type FromMain =
  Question | (Bare & {readonly run: number; readonly evidence: Evidence}) | (Bare & {readonly gone: number})

export type FromIsolated =
  /** At once, to a question; unsaid where there is nothing to do. */
  | {readonly treatment: NonNullable<Told>}
  /** Whether any rule can concern this page: null where none can, undefined as long as the rules have not come; said on meeting, and whenever it changes. */
  | {readonly isConcerned: true | null | undefined}
  /** `made` is unsaid where the original passes. */
  | {readonly run: number; readonly made?: Made | undefined}

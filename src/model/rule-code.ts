export type RequestArgs = {readonly method: string; readonly url: string; readonly body: string}
export type ResponseArgs = {
  readonly method: string
  readonly url: string
  readonly response: string
  readonly responseType: string
  readonly requestHeaders: unknown
  readonly requestData: unknown
}

/** The code and its arguments. `bodyAsJson` and `responseJSON` are parsed where the code runs. */
export type RunAsk = {
  readonly code: string
  /** Alone, with an empty `$sharedState`: for trying code out. */
  readonly isTry?: boolean
} & (
  | {readonly kind: 'request'; readonly args: RequestArgs}
  | {readonly kind: 'response'; readonly args: ResponseArgs}
  | {readonly kind: 'check'}
)

export const codeFailures = [
  'syntax',
  'not-a-function',
  'threw',
  'threw-no-text',
  'nothing',
  /** What it returned cannot be sent: `message` names its kind. */
  'not-sendable',
  'too-large',
  'too-long',
  /** `$sharedState` holds what cannot be kept (`message` names it), or too much of it. */
  'state',
  'state-too-large',
  /** The response did not end within 5 s, so the code did not run. */
  'unfinished',
  /** No runner answered, as after an update of the extension. */
  'unreachable',
] as const

export type RunFailure = {
  readonly ok: false
  readonly why: (typeof codeFailures)[number]
  /** The engine's own words where the code is wrong, or a detail. */
  readonly message: string
  /** In the code as it was written; the first line and column are 1. */
  readonly line?: number
  readonly column?: number
}

export type RunResult = (
  | {
      readonly ok: true
      /** The text to be sent: a string as it is, all else as JSON. */
      readonly value: string
      readonly isJson: boolean
    }
  | RunFailure
) & {
  /** How long the code ran, in milliseconds. */
  readonly took?: number
  readonly lines?: readonly string[]
}

import type {RunAsk, RunResult} from '../model/rule-code'

export type RunRequest = {readonly id: number; readonly ask: RunAsk}
export type RunResponse = {readonly id: number; readonly result: RunResult}

export type ToWorker = RunRequest | {readonly start: string} | {readonly ping: true}
export type FromWorker =
  | {readonly begun: number}
  /** The code returned a promise. */
  | {readonly waiting: number}
  /** Other code has changed the globals, so the call must run in another worker. */
  | {readonly refused: number}
  /** `state`: `$sharedState` as JSON, if the code changed it. */
  | (RunResponse & {readonly state?: string})
  | {readonly pong: true}

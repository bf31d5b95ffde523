import type {RunAsk, RunResult} from '../model/rule-code'

export type RunRequest = {readonly id: number; readonly ask: RunAsk}
export type RunResponse = {readonly id: number; readonly result: RunResult}

export type ToWorker = RunRequest | {readonly start: string} | {readonly ping: true}
export type FromWorker =
  | {readonly begun: number}
  /** The code returned a promise. */
  | {readonly waiting: number}
  /** `state`: `$sharedState` as JSON, if the code changed it. */
  | (RunResponse & {readonly state?: string})
  | {readonly pong: true}

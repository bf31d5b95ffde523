import type {RunAsk, RunResult} from '../model/rule-code'

export type Asked = {readonly id: number; readonly ask: RunAsk}
export type Answered = {readonly id: number; readonly result: RunResult}

export type ToWorker = Asked | {readonly start: string} | {readonly ping: true}
/** `begun`: on the stack; `waiting`: returned a promise; `state`: changed `$sharedState` as JSON; `refused`: other code has changed globals, so the call must run elsewhere. */
export type FromWorker =
  | {readonly begun: number}
  | {readonly waiting: number}
  | {readonly refused: number}
  | (Answered & {readonly state?: string})
  | {readonly pong: true}

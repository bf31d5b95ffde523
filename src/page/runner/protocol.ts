import type {RunAsk, RunResult} from '../../contract/rule-code'

/** What crosses on a port, with the asker's number of the call. */
export type Asked = {readonly id: number; readonly ask: RunAsk}
export type Answered = {readonly id: number; readonly result: RunResult}

/** What the worker that runs code is told … */
export type ToWorker = Asked | {readonly start: string} | {readonly ping: true}
/**
 * … and says. `begun`: on its stack now; `waiting`: it has returned a promise; `state`: `$sharedState` as JSON, where it may have changed;
 * `refused`: other code has changed what all code is made of, so this call has to run elsewhere.
 */
export type FromWorker =
  | {readonly begun: number}
  | {readonly waiting: number}
  | {readonly refused: number}
  | (Answered & {readonly state?: string})
  | {readonly pong: true}

import type {RunResult} from '../../../contract/rule-code'
import {placeOf} from './compile'
import {Refusal} from './refusal'

/** What is told of a call that failed. Code can throw anything, also what throws again when it is asked what it is. */
export function failureOf(error: unknown, code: string): RunResult {
  try {
    if (error instanceof Refusal) return {ok: false, why: error.why, message: error.message, ...error.place}
    const message = String(error instanceof Error ? error.message || error.name : error)
    return {ok: false, why: 'threw', message: message.slice(0, 1000), ...placeOf(error, code)}
  } catch {
    return {ok: false, why: 'threw', message: 'It is an object that does not say what it is'}
  }
}

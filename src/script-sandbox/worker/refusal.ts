import type {RunFailure} from '../../model/rule-code'

/** The code did not throw, but its result cannot be used. */
export class Refusal extends Error {
  constructor(
    readonly why: RunFailure['why'],
    message = '',
    readonly place: {readonly line?: number; readonly column?: number} = {},
  ) {
    super(message)
  }
}

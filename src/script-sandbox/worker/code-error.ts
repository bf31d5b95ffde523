import type {RunFailure} from '../../model/rule-code'

/** The code cannot be compiled, or its result or state cannot be used. */
export class CodeError extends Error {
  constructor(
    readonly why: RunFailure['why'],
    message = '',
    readonly position: {readonly line?: number; readonly column?: number} = {},
  ) {
    super(message)
  }
}

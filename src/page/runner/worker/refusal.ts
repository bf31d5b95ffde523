import type {RunFailure} from '../../../contract/rule-code'

/** Why there is nothing to send, though the code itself threw nothing. */
export class Refusal extends Error {
  constructor(
    readonly why: RunFailure['why'],
    message = '',
    readonly place: {readonly line?: number; readonly column?: number} = {},
  ) {
    super(message)
  }
}

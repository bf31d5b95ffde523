import {fault, type Fault} from '../model/faults'
import {isNotFound, ruleIsOfType, ruleKeepsType, whatIsWrong, wholeRecord} from '../model/reasons'

/** The error statuses of the contract. */
export type ServiceStatus = 400 | 401 | 404 | 405 | 429 | 500

/** The code of a refusal that gives only a status. */
export const unexplainedCode = 'refused'

/** The code of a call with an unknown outcome: the worker did not answer. */
export const noAnswerCode = 'no-answer'

/** A refused call. Check `name`: an instance does not survive a message between contexts. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  constructor(
    readonly status: ServiceStatus,
    readonly code: string,
    message: string,
    readonly faults: readonly Fault[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && error.name === 'ServiceError'

/** The faults of a service error, by field. */
export const getFaults = (error: unknown): readonly Fault[] => (isServiceError(error) ? error.faults : [])

export const invalidError = (what: string, faults: readonly Fault[]) =>
  new ServiceError(
    400,
    'invalid',
    whatIsWrong(what, faults.map(each => whatIsWrong(each.path || wholeRecord, each.reason)).join(' ')),
    faults,
  )
/** The code of a change that was made from an outdated version. */
export const changedSinceCode = 'changed-since'

export const notFoundError = (what: string) => new ServiceError(404, 'not-found', isNotFound(what))
export const typeChangeError = (from: string, to: string) =>
  new ServiceError(405, 'type-change', ruleKeepsType(from, to), [fault('ruleType', 'type-change', ruleIsOfType(from))])

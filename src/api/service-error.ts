import {fault, type Fault} from '../model/faults'
import {isNotFound, ruleIsOfType, ruleKeepsType, whatIsWrong, wholeRecord} from '../model/reasons'

/** The contract's refusals by number. */
export type ServiceStatus = 400 | 401 | 404 | 405 | 429 | 500

/** The code of a refusal that says nothing but its status. */
export const unexplainedCode = 'refused'

/** The code of a call whose fate is not known: the worker gave no answer. */
export const noAnswerCode = 'no-answer'

/** A call that the service refused. Check `name`: an instance does not survive a message between contexts. */
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

/** What is wrong with which field, where a service has said so. */
export const getFaults = (error: unknown): readonly Fault[] => (isServiceError(error) ? error.faults : [])

export const invalidError = (what: string, faults: readonly Fault[]) =>
  new ServiceError(
    400,
    'invalid',
    whatIsWrong(what, faults.map(each => whatIsWrong(each.path || wholeRecord, each.reason)).join(' ')),
    faults,
  )
/** The code of a change that was made from a version which is no longer the kept one. */
export const changedSinceCode = 'changed-since'

export const notFoundError = (what: string) => new ServiceError(404, 'not-found', isNotFound(what))
export const typeChangeError = (from: string, to: string) =>
  new ServiceError(405, 'type-change', ruleKeepsType(from, to), [fault('ruleType', 'type-change', ruleIsOfType(from))])

import {fault, faultText, type Fault, type FaultText} from '../model/faults'

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
    readonly reason: FaultText,
    readonly faults: readonly Fault[] = [],
    options?: ErrorOptions,
  ) {
    super(reason.code, options)
  }
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && error.name === 'ServiceError'

/** The faults of a service error, by field. */
export const getFaults = (error: unknown): readonly Fault[] => (isServiceError(error) ? error.faults : [])

const reasonAt = ({path, reason}: Fault): FaultText =>
  faultText('whatIsWrong', {what: path === '' ? faultText('wholeRecord') : path, reasons: reason})

export const invalidError = (what: FaultText, faults: readonly Fault[]) => {
  const reasons = faults
    .map(reasonAt)
    .reduceRight<FaultText | string>((rest, first) => (rest === '' ? first : faultText('sentences', {first, rest})), '')
  return new ServiceError(400, 'invalid', faultText('whatIsWrong', {what, reasons}), faults)
}
/** The code of a change that was made from an outdated version. */
export const changedSinceCode = 'changed-since'

export const notFoundError = (what: FaultText) => new ServiceError(404, 'not-found', faultText('isNotFound', {what}))
export const typeChangeError = (from: string, to: string) =>
  new ServiceError(405, 'type-change', faultText('ruleKeepsType', {from, to}), [
    fault('ruleType', 'type-change', faultText('ruleIsOfType', {type: from})),
  ])

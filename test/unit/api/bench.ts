import type {RuleService} from '../../../src/api/rule-service'
import {isServiceError, type ServiceError} from '../../../src/api/service-error'
import {aPayload, type Payload} from './payloads'

export const refusalOf = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await call.then(
    () => new Error('The call was not refused'),
    (reason: unknown) => reason,
  )
  if (!isServiceError(error)) throw error
  return error
}

export const fieldsOf = (error: ServiceError) => error.faults.map(({path}) => path)

/** The service under test, a new one for each test, with helpers to fill it. */
export const benchOf = (service: () => RuleService) => ({
  service,
  create: async (overrides: Payload = {}) => (await service().createRule(aPayload('Redirect', overrides))).data,
  createGroup: async (payload: Payload = {name: 'A group'}) => (await service().createGroup(payload)).data,
})
export type Bench = ReturnType<typeof benchOf>

import {readManagedPolicy, type ManagedPolicy} from '../../model/managed-policy'
import {faultText} from '../../model/faults'
import {ServiceError} from '../../api/service-error'
import {browser} from './worker-browser'

export const readPolicy = async (): Promise<ManagedPolicy> => readManagedPolicy(await browser.storage.managed.get())

/** Returns the policy; throws if it differs from a value in `asked`. */
export async function requireAllowedByPolicy(asked: ManagedPolicy): Promise<ManagedPolicy> {
  const policy = await readPolicy()
  const isFree = (name: keyof ManagedPolicy) => policy[name] === undefined || policy[name] === asked[name]
  if (!(Object.keys(asked) as (keyof ManagedPolicy)[]).every(isFree))
    throw new ServiceError(400, 'managed', faultText('setByOrganisation'))
  return policy
}

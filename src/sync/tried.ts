import {fault} from '../contract/faults'
import {keyNotKnown, theAccount} from '../contract/reasons'
import {invalid, isServiceError} from '../contract/service-error'
import {RemoteError} from '../service/remote-error'

/** Asks a service that somebody has named: what fails is a fault of its address or of the key. */
export async function tried<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking()
  } catch (error) {
    const refuse = (field: string, code: string, reason: string) => invalid(theAccount, [fault(field, code, reason)])
    if (isServiceError(error) && error.status === 401) throw refuse('key', 'unauthorized', keyNotKnown)
    if (error instanceof RemoteError) throw refuse('url', error.code, error.message)
    throw refuse('url', 'refused', error instanceof Error ? error.message : String(error))
  }
}

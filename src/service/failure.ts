import {noRoomLeft, storeFailed, writtenByNewer} from '../contract/reasons'
import {ServiceError} from '../contract/service-error'

const sentences: Readonly<Record<string, string>> = {
  QuotaExceededError: noRoomLeft,
  VersionError: writtenByNewer,
}

/** What the browser's store refused, as the service's 500; any other error is a bug and stays what it is. */
export function storageFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const sentence = sentences[error.name] ?? storeFailed
  return new ServiceError(500, 'storage', sentence, [], {cause: error})
}

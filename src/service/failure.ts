import {ServiceError} from '../contract/service-error'

const sentences: Readonly<Record<string, string>> = {
  QuotaExceededError: 'There is no room left on this device to keep this.',
  VersionError: 'The rules on this device were written by a newer version of Switchyard.',
}

/** What the browser's store refused, as the service's 500; any other error is a bug and stays what it is. */
export function storageFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const sentence = sentences[error.name] ?? 'The rules on this device could not be read or written.'
  return new ServiceError(500, 'storage', sentence, [], {cause: error})
}

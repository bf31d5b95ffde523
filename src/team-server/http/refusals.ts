import type {Context, ErrorHandler} from 'hono'
import {isServiceError, ServiceError} from '../../api/service-error'
import type {Caller} from '../keys'
import type {Log} from '../log'

export const unauthorised = () => new ServiceError(401, 'unauthorized', 'Unauthorized action')

/** `after`: seconds until it may be tried again. */
export class TooManyRequests extends ServiceError {
  constructor(readonly after: number) {
    super(429, 'too-many-requests', `Too many requests. Try again in ${after} s.`)
  }
}

export const bodyOf = ({code, message, faults}: Pick<ServiceError, 'code' | 'message' | 'faults'>) => ({
  success: false,
  error: {code, message, ...(faults.length > 0 && {faults})},
})

export const refusing =
  (log: Log): ErrorHandler<{Variables: Variables}> =>
  (error, context) => {
    if (isServiceError(error)) {
      if (error instanceof TooManyRequests) context.header('retry-after', String(error.after))
      return context.json(bodyOf(error), error.status)
    }
    log.failure(context.get('requestId'), error)
    return context.json(bodyOf({code: 'server-error', message: 'The server could not do this.', faults: []}), 500)
  }

export const notThere = (context: Context) =>
  context.json(bodyOf({code: 'not-found', message: 'There is nothing at this address.', faults: []}), 404)

export const wrongMethod =
  (...allowed: string[]) =>
  (context: Context) => {
    context.header('allow', allowed.join(', '))
    const message = `This address takes ${allowed.join(' and ')}.`
    return context.json(bodyOf({code: 'method-not-allowed', message, faults: []}), 405)
  }

export type Variables = {readonly requestId: string; readonly caller: Caller}

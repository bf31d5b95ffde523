import type {Context, ErrorHandler} from 'hono'
import {isServiceError, ServiceError} from '../../api/service-error'
import {faultTexts} from '../../locales/faults'
import {faultText, type Fault, type FaultText} from '../../model/faults'
import type {Caller} from '../keys'
import type {Log} from '../log'

export const createUnauthorizedError = () => new ServiceError(401, 'unauthorized', faultText('unauthorized'))

/** `after`: seconds until it may be tried again. */
export class TooManyRequests extends ServiceError {
  constructor(readonly retryAfter: number) {
    super(429, 'too-many-requests', faultText('tooManyRequests', {seconds: retryAfter}))
  }
}

export const toErrorBody = (code: string, reason: FaultText, faults: readonly Fault[] = []) => ({
  success: false,
  error: {
    code,
    message: faultTexts.show(reason),
    ...(faults.length > 0 && {faults: faults.map(each => ({...each, reason: faultTexts.show(each.reason)}))}),
  },
})

export const createErrorHandler =
  (log: Log): ErrorHandler<{Variables: Variables}> =>
  (error, context) => {
    if (isServiceError(error)) {
      if (error instanceof TooManyRequests) context.header('retry-after', String(error.retryAfter))
      return context.json(toErrorBody(error.code, error.reason, error.faults), error.status)
    }
    log.failure(context.get('requestId'), error)
    return context.json(toErrorBody('server-error', faultText('serverFailed')), 500)
  }

export const respondNotFound = (context: Context) =>
  context.json(toErrorBody('not-found', faultText('nothingAtAddress')), 404)

export const respondMethodNotAllowed =
  (...allowed: string[]) =>
  (context: Context) => {
    context.header('allow', allowed.join(', '))
    const reason = faultText('methodNotAllowed', {methods: allowed.join(' and ')})
    return context.json(toErrorBody('method-not-allowed', reason), 405)
  }

export type Variables = {readonly requestId: string; readonly caller: Caller}

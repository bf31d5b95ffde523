import type {Context, ErrorHandler} from 'hono'
import {isServiceError, ServiceError} from '../../api/service-error'
import {faultTexts} from '../../locales/faults'
import {faultText, type Fault, type FaultText} from '../../model/faults'
import type {Caller} from '../keys'
import type {Log} from '../log'

export const unauthorised = () => new ServiceError(401, 'unauthorized', faultText('unauthorized'))

/** `after`: seconds until it may be tried again. */
export class TooManyRequests extends ServiceError {
  constructor(readonly after: number) {
    super(429, 'too-many-requests', faultText('tooManyRequests', {seconds: after}))
  }
}

export const bodyOf = (code: string, reason: FaultText, faults: readonly Fault[] = []) => ({
  success: false,
  error: {
    code,
    message: faultTexts.show(reason),
    ...(faults.length > 0 && {faults: faults.map(each => ({...each, reason: faultTexts.show(each.reason)}))}),
  },
})

export const refusing =
  (log: Log): ErrorHandler<{Variables: Variables}> =>
  (error, context) => {
    if (isServiceError(error)) {
      if (error instanceof TooManyRequests) context.header('retry-after', String(error.after))
      return context.json(bodyOf(error.code, error.reason, error.faults), error.status)
    }
    log.failure(context.get('requestId'), error)
    return context.json(bodyOf('server-error', faultText('serverFailed')), 500)
  }

export const notThere = (context: Context) => context.json(bodyOf('not-found', faultText('nothingAtAddress')), 404)

export const wrongMethod =
  (...allowed: string[]) =>
  (context: Context) => {
    context.header('allow', allowed.join(', '))
    const reason = faultText('methodNotAllowed', {methods: allowed.join(' and ')})
    return context.json(bodyOf('method-not-allowed', reason), 405)
  }

export type Variables = {readonly requestId: string; readonly caller: Caller}

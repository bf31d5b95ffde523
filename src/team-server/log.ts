import {pino, type DestinationStream} from 'pino'
import {withoutKeys} from './keys'
import type {Settings} from './settings'

/** One answered call. `path` is without its query; `milliseconds` until the answer began. */
type Call = {
  readonly request: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly key: string | undefined
}

/** Lines of JSON. They never hold a key, a body or a query. */
export type Log = {
  call(call: Call): void
  failure(request: string, error: unknown): void
  note(message: string, facts?: Readonly<Record<string, string | number>>): void
}

type ErrorFacts = {readonly name: string; readonly code?: string; readonly at?: string}

/** A database quotes values in its messages, so the message is left out. */
function describeError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return {name: typeof error}
  const code = 'code' in error && typeof error.code === 'string' ? {code: error.code} : {}
  const frames = error.stack?.slice(error.stack.indexOf(error.message) + error.message.length)
  const frame = frames?.split('\n')[1]?.trim()
  return {name: error.name, ...code, ...(frame !== undefined && {at: frame})}
}

function describeCauses(error: unknown): ErrorFacts[] {
  const chain: ErrorFacts[] = []
  for (let each = error; each !== undefined && chain.length < 4; each = each instanceof Error ? each.cause : undefined)
    chain.push(describeError(each))
  return chain
}

export function openLog(level: Settings['logLevel'], destination?: DestinationStream): Log {
  const options = {level, base: null, timestamp: pino.stdTimeFunctions.isoTime}
  const logger = destination === undefined ? pino(options) : pino(options, destination)
  return {
    call: call => logger.info({...call, path: withoutKeys(call.path)}, 'call'),
    failure: (request, error) => logger.error({request, errors: describeCauses(error)}, 'failure'),
    note: (message, facts = {}) => logger.info(facts, message),
  }
}

import type {Context, MiddlewareHandler} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {fault, faultText, type FaultText} from '../../model/faults'
import {without, type JsonRecord} from '../../model/json'
import {invalidError, isServiceError} from '../../api/service-error'
import {faultsOfShape} from '../limits'

const refused = (code: string, reason: FaultText) => invalidError(faultText('theBody'), [fault('', code, reason)])

const tooLarge = (bytes: number) => refused('too-large', faultText('atMostBytes', {most: bytes}))

/** A rule comes back with its derived extensionRules, which are not stored. */
const withDerived = 4

/** Refuses bodies far beyond `bytes`, the most that may be stored, before reading them. */
export function withinLimit(bytes: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: withDerived * bytes,
    onError: () => {
      throw tooLarge(bytes)
    },
  })
  return (context, next) => whole(() => limit(context, next))
}

async function whole<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    throw isServiceError(error) ? error : refused('broken-off', faultText('bodyNotWhole'))
  }
}

/** The JSON object of the request; anything else, and more than `bytes` to store, is refused with 400. */
export async function bodyOf(context: Context, bytes: number): Promise<JsonRecord> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw refused('content-type', faultText('sendAsJson'))
  const text = await whole(() => context.req.text())
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refused('not-json', faultText('notJsonBody'))
  }
  const faults = faultsOfShape(parsed)
  if (faults.length > 0) throw invalidError(faultText('theBody'), faults)
  const body = parsed as JsonRecord
  if (Buffer.byteLength(text) > bytes && Buffer.byteLength(JSON.stringify(without(body, 'extensionRules'))) > bytes)
    throw tooLarge(bytes)
  return body
}

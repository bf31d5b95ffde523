import type {Context, MiddlewareHandler} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {fault, faultText, type FaultText} from '../../model/faults'
import {without, type JsonRecord} from '../../model/json'
import {invalidError, isServiceError} from '../../api/service-error'
import {findShapeFaults} from '../limits'

const createBodyError = (code: string, reason: FaultText) =>
  invalidError(faultText('theBody'), [fault('', code, reason)])

const tooLarge = (bytes: number) => createBodyError('too-large', faultText('atMostBytes', {most: bytes}))

/** A rule comes back with its derived extensionRules, which are not stored. */
const derivedFactor = 4

/** Refuses bodies far beyond `bytes`, the most that may be stored, before reading them. */
export function createBodyLimit(bytes: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: derivedFactor * bytes,
    onError: () => {
      throw tooLarge(bytes)
    },
  })
  return (context, next) => rejectIncomplete(() => limit(context, next))
}

async function rejectIncomplete<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw isServiceError(error) ? error : createBodyError('broken-off', faultText('bodyNotWhole'))
  }
}

/** Returns the JSON object of the request. Refuses other bodies with 400. */
export async function readJsonBody(context: Context, bytes: number): Promise<JsonRecord> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw createBodyError('content-type', faultText('sendAsJson'))
  const text = await rejectIncomplete(() => context.req.text())
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw createBodyError('not-json', faultText('notJsonBody'))
  }
  const faults = findShapeFaults(parsed)
  if (faults.length > 0) throw invalidError(faultText('theBody'), faults)
  const body = parsed as JsonRecord
  if (Buffer.byteLength(text) > bytes && Buffer.byteLength(JSON.stringify(without(body, 'extensionRules'))) > bytes)
    throw tooLarge(bytes)
  return body
}

import type {Context, MiddlewareHandler} from 'hono'
import {bodyLimit} from 'hono/body-limit'
import {fault} from '../../contract/faults'
import type {JsonRecord} from '../../contract/json'
import {without} from '../../contract/records'
import {invalid, isServiceError} from '../../contract/service-error'
import {faultsOfShape} from '../limits'

const refused = (code: string, reason: string) => invalid('The body', [fault('', code, reason)])

const tooLarge = (bytes: number) =>
  refused('too-large', `At most ${bytes.toLocaleString('en')} bytes, without what is derived (extensionRules).`)

/** What is derived comes on top of what may be kept, so that a rule which was read can be sent back as it is. */
const withDerived = 4

/** Refuses what is far too long, before it is read where it says how long it is. `bytes`: the most that may be kept. */
export function withinLimit(bytes: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: withDerived * bytes,
    onError: () => {
      throw tooLarge(bytes)
    },
  })
  return (context, next) => whole(() => limit(context, next))
}

/** A body that cannot be read is one that the caller has broken off. */
async function whole<T>(reading: () => Promise<T>): Promise<T> {
  try {
    return await reading()
  } catch (error) {
    throw isServiceError(error) ? error : refused('broken-off', 'The body did not come whole.')
  }
}

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The JSON object that was sent; anything else is refused with 400, and so is one of which more than so many bytes would be kept. */
export async function bodyOf(context: Context, bytes: number): Promise<JsonRecord> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw refused('content-type', 'Send it as content-type: application/json.')
  const text = await whole(() => context.req.text())
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refused('not-json', 'This is not JSON.')
  }
  const faults = faultsOfShape(parsed)
  if (faults.length > 0) throw invalid('The body', faults)
  const body = parsed as JsonRecord
  if (bytesOf(text) > bytes && bytesOf(JSON.stringify(without(body, 'extensionRules'))) > bytes) throw tooLarge(bytes)
  return body
}

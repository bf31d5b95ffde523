import * as z from 'zod/mini'
import {fault, type Fault} from '../faults'
import {faultsOfSource, source} from '../source'
import {isRecord} from '../json'
import {statusTextWith, statusTextWithControl, writeFunction, wrongStatusCode} from '../reasons'
import {unnest, type PairKind} from './kind'
import {bodyTypes, liftOptionalSource} from './request'

const schema = z.looseObject({
  id: z.optional(z.string()),
  source: z.optional(source),
  type: z.enum(bodyTypes),
  value: z.string(),
  serveWithoutRequest: z.optional(z.boolean()),
  /** Ours, as the app has them: what the page is told besides the body. */
  statusCode: z.optional(z.number()),
  statusText: z.optional(z.string()),
})

const fields = ['type', 'value', 'serveWithoutRequest', 'statusCode', 'statusText']

// RFC 9112, "reason-phrase": a browser makes no response with anything else.
const unfit = /[^\t\x20-\x7e\x80-\xff]/u
export const isStatusText = (text: string): boolean => !unfit.test(text)

/** Whether the platform makes a response with it. */
export const isStatusCode = (code: number): boolean => Number.isInteger(code) && code >= 200 && code <= 599

/** Accounts hold the status as a number, as digits, or as '' for "as it came". */
function liftStatus(raw: unknown): unknown {
  if (!isRecord(raw) || !('statusCode' in raw)) return raw
  const {statusCode: given, ...rest} = raw
  if (given === '' || given === null || given === undefined) return rest
  return {...rest, statusCode: typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given}
}

export const responsePairs = {
  schema,
  lift: raw => liftStatus(liftOptionalSource(unnest(raw, 'response', fields))),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = pair.source === undefined ? [] : faultsOfSource(pair.source, `${at}.source`)
    if (pair.type === 'code' && pair.value.trim() === '') faults.push(fault(`${at}.value`, 'missing', writeFunction))
    const status = pair.statusCode
    if (status !== undefined && !isStatusCode(status))
      faults.push(fault(`${at}.statusCode`, 'status-code', wrongStatusCode))
    const [wrong] = unfit.exec(pair.statusText ?? '') ?? []
    if (wrong !== undefined)
      faults.push(
        fault(`${at}.statusText`, 'header-value', wrong <= '\x7f' ? statusTextWithControl : statusTextWith(wrong)),
      )
    return faults
  },
} satisfies PairKind<typeof schema>

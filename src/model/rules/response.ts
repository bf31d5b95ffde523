import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, source} from '../source'
import {isRecord, withoutNulls} from '../json'
import {faultOfHeaderName} from './headers'
import {unnest, type PairKind} from './kind'
import {bodyTypes, liftOptionalSource} from './request'

const answerHeader = z.looseObject({header: z.string(), value: z.string()})

export type AnswerHeader = z.infer<typeof answerHeader>

const schema = z.looseObject({
  id: z.optional(z.string()),
  source: z.optional(source),
  type: z.enum(bodyTypes),
  value: z.string(),
  serveWithoutRequest: z.optional(z.boolean()),
  /** Not in the service contract: status code and text of the response. */
  statusCode: z.optional(z.number()),
  statusText: z.optional(z.string()),
  /** Switchyard's own field: additional headers of a response that no server sent. */
  responseHeaders: z.optional(z.array(answerHeader)),
})

const fields = ['type', 'value', 'serveWithoutRequest', 'statusCode', 'statusText']

// RFC 9112, "reason-phrase". The Response constructor throws for other characters.
const unfit = /[^\t\x20-\x7e\x80-\xff]/u
export const isStatusText = (text: string): boolean => !unfit.test(text)

/** Returns whether the Response constructor accepts this status. */
export const isStatusCode = (code: number): boolean => Number.isInteger(code) && code >= 200 && code <= 599

/** Returns the fault in the name or value of a response header. A valid one suits `Response`. */
export function faultOfAnswerHeader({
  header,
  value,
}: AnswerHeader): Pick<Fault, 'path' | 'code' | 'reason'> | undefined {
  const name = header.trim()
  const wrongName = /^set-cookie2?$/i.test(name) ? faultText('answerSetsNoCookie') : faultOfHeaderName(name)
  if (wrongName !== undefined) return fault('header', 'header-name', wrongName)
  if (/[\r\n\0]/.test(value)) return fault('value', 'header-value', faultText('headerValueWithLineBreak'))
  const [wide] = /[^\0-\xff]/u.exec(value) ?? []
  return wide === undefined
    ? undefined
    : fault('value', 'header-value', faultText('headerValueWith', {character: wide}))
}

/** Accounts hold the status as a number, as digits, or as '' for "as it came". */
function liftStatus(raw: unknown): unknown {
  if (!isRecord(raw)) return raw
  const {statusCode: given, ...rest} = withoutNulls(raw, ['responseHeaders'])
  if (given === '' || given === null || given === undefined) return rest
  return {...rest, statusCode: typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given}
}

export const responsePairs = {
  schema,
  lift: raw => liftStatus(liftOptionalSource(unnest(raw, 'response', fields))),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = pair.source === undefined ? [] : faultsOfSource(pair.source, `${at}.source`)
    if (pair.type === 'code' && pair.value.trim() === '')
      faults.push(fault(`${at}.value`, 'missing', faultText('writeFunction')))
    const status = pair.statusCode
    if (status !== undefined && !isStatusCode(status))
      faults.push(fault(`${at}.statusCode`, 'status-code', faultText('wrongStatusCode')))
    const [wrong] = unfit.exec(pair.statusText ?? '') ?? []
    if (wrong !== undefined)
      faults.push(
        fault(
          `${at}.statusText`,
          'header-value',
          wrong <= '\x7f' ? faultText('statusTextWithControl') : faultText('statusTextWith', {character: wrong}),
        ),
      )
    pair.responseHeaders?.forEach((header, index) => {
      const wrongHeader = faultOfAnswerHeader(header)
      if (wrongHeader) faults.push({...wrongHeader, path: `${at}.responseHeaders[${index}].${wrongHeader.path}`})
    })
    return faults
  },
} satisfies PairKind<typeof schema>

/** https://fetch.spec.whatwg.org/#null-body-status: such a response has no body. */
export const hasNoBody = (status: number | undefined): boolean => status === 204 || status === 205 || status === 304

import * as z from 'zod/mini'
import {fault, faultText, type Fault, type FaultText} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord, toArray, eachWithoutNulls, without, type JsonRecord} from '../json'
import {hasInactiveModifications} from '../inactive-modifications'
import type {PairKind} from './kind'

const headerOperations = ['Add', 'Remove', 'Modify'] as const
export const headerTargets = ['Request', 'Response'] as const

export const headerModification = z.looseObject({
  header: z.string(),
  type: z.enum(headerOperations),
  value: z.optional(z.string()),
  /** Not in the service contract: which message is changed. The default is the request. */
  target: z.optional(z.enum(headerTargets)),
})

const schema = z.looseObject({id: z.optional(z.string()), source, modifications: z.array(headerModification)})

export type HeaderModification = z.infer<typeof headerModification>

// RFC 9110, "token".
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** The reason why a header name is not allowed. */
export function faultOfHeaderName(name: string): FaultText | undefined {
  if (name === '') return faultText('sayWhichHeader')
  if (/\s/.test(name)) return faultText('headerNameWithSpace')
  const wrong = [...name].find(character => !token.test(character))
  return wrong === undefined ? undefined : faultText('headerNameWith', {character: wrong})
}

// Chrome appends only to list-valued request headers and rejects the whole update otherwise.
const appendable = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'cache-control',
  'connection',
  'content-language',
  'cookie',
  'forwarded',
  'if-match',
  'if-none-match',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'want-digest',
  'x-forwarded-for',
])

/** Returns whether Chrome can append to this header. Otherwise Add sets the header. */
export const canAppend = ({header, target}: Pick<HeaderModification, 'header' | 'target'>): boolean =>
  target === 'Response' || appendable.has(header.trim().toLowerCase())

/** Returns the faults of one header change, with the field as path. */
export function faultsOfHeaderChange({header, type, value}: HeaderModification): Fault[] {
  const wrongName = faultOfHeaderName(header.trim())
  const faults = wrongName === undefined ? [] : [fault('header', 'header-name', wrongName)]
  if (type === 'Remove') return faults
  if (value === undefined) return [...faults, fault('value', 'missing', faultText('sayWhichHeaderValue'))]
  return /[\r\n\0]/.test(value)
    ? [...faults, fault('value', 'header-value', faultText('headerValueWithLineBreak'))]
    : faults
}

/** Joins the contract's two lists, `{Request, Response}`. Unknown fields move to one of ours. */
function liftModifications(pair: JsonRecord): JsonRecord {
  const raw = pair['modifications']
  const flat = isRecord(raw)
    ? headerTargets.flatMap(target => toArray(raw[target]).map(each => (isRecord(each) ? {...each, target} : each)))
    : raw
  const extra = isRecord(raw) ? without(raw, ...headerTargets) : {}
  return {
    modifications: eachWithoutNulls(flat, ['value', 'target']),
    ...(Object.keys(extra).length > 0 ? {modificationsExtra: extra} : {}),
  }
}

export const headersPairs = {
  schema,
  lift: raw => (isRecord(raw) ? {...raw, source: liftSource(raw['source']), ...liftModifications(raw)} : raw),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.modifications.length === 0 && !hasInactiveModifications(pair))
      faults.push(fault(`${at}.modifications`, 'missing', faultText('addHeaderChange')))
    pair.modifications.forEach((change, index) => {
      const here = `${at}.modifications[${index}]`
      for (const each of faultsOfHeaderChange(change)) faults.push({...each, path: `${here}.${each.path}`})
    })
    return faults
  },
} satisfies PairKind<typeof schema>

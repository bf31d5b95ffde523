import * as z from 'zod/mini'
import {fault, type Fault} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord, type JsonRecord} from '../json'
import {
  addHeaderChange,
  headerNameWith,
  headerNameWithSpace,
  headerValueWithLineBreak,
  sayWhichHeader,
  sayWhichHeaderValue,
} from '../reasons'
import {arrayOf, eachWithoutNulls, without} from '../records'
import type {PairKind} from './kind'

const headerOperations = ['Add', 'Remove', 'Modify'] as const
export const headerTargets = ['Request', 'Response'] as const

const modification = z.looseObject({
  header: z.string(),
  type: z.enum(headerOperations),
  value: z.optional(z.string()),
  /** Ours: which of the two messages is changed. Without it, the request. */
  target: z.optional(z.enum(headerTargets)),
})

const schema = z.looseObject({id: z.optional(z.string()), source, modifications: z.array(modification)})

export type HeaderModification = z.infer<typeof modification>

// RFC 9110, "token".
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** What is wrong with a header name, in words, or nothing. */
export function faultOfHeaderName(name: string): string | undefined {
  if (name === '') return sayWhichHeader
  if (/\s/.test(name)) return headerNameWithSpace
  const wrong = [...name].find(character => !token.test(character))
  return wrong === undefined ? undefined : headerNameWith(wrong)
}

/** The app's lists by message as one; what else stands beside them goes to a field of ours. */
function liftModifications(pair: JsonRecord): JsonRecord {
  const raw = pair['modifications']
  const flat = isRecord(raw)
    ? headerTargets.flatMap(target => arrayOf(raw[target]).map(each => (isRecord(each) ? {...each, target} : each)))
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
    if (pair.modifications.length === 0) faults.push(fault(`${at}.modifications`, 'missing', addHeaderChange))
    pair.modifications.forEach((change, index) => {
      const here = `${at}.modifications[${index}]`
      const wrongName = faultOfHeaderName(change.header.trim())
      if (wrongName !== undefined) faults.push(fault(`${here}.header`, 'header-name', wrongName))
      if (change.type === 'Remove') return
      if (change.value === undefined) faults.push(fault(`${here}.value`, 'missing', sayWhichHeaderValue))
      else if (/[\r\n\0]/.test(change.value))
        faults.push(fault(`${here}.value`, 'header-value', headerValueWithLineBreak))
    })
    return faults
  },
} satisfies PairKind<typeof schema>

import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord, toArray, without} from '../json'
import {unnest, type PairKind} from './kind'

export const bodyTypes = ['static', 'code'] as const

const schema = z.looseObject({
  id: z.optional(z.string()),
  /** Optional here, unlike in the contract. Without it the pair matches every fetch and XHR. */
  source: z.optional(source),
  type: z.enum(bodyTypes),
  value: z.string(),
})

/** The source is optional. The app stores an unused one with an empty value and no filters. */
export function liftOptionalSource(raw: unknown): unknown {
  if (!isRecord(raw) || !('source' in raw)) return raw
  const {source: given, ...rest} = raw
  if ((given ?? null) === null) return rest
  const lifted = liftSource(given)
  if (!isRecord(lifted) || lifted['value'] !== '') return {...rest, source: lifted}
  const unknown = Object.keys(without(lifted, ...Object.keys(source.shape)))
  const hasFilters = toArray(lifted['filters']).length + unknown.length > 0
  return hasFilters
    ? {...rest, source: {...lifted, key: lifted['key'] || 'url', operator: lifted['operator'] || 'Contains'}}
    : rest
}

export const requestPairs = {
  schema,
  lift: raw => liftOptionalSource(unnest(raw, 'request', ['type', 'value'])),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = pair.source === undefined ? [] : faultsOfSource(pair.source, `${at}.source`)
    if (pair.type === 'code' && pair.value.trim() === '')
      faults.push(fault(`${at}.value`, 'missing', faultText('writeFunction')))
    return faults
  },
} satisfies PairKind<typeof schema>

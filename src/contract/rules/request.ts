import * as z from 'zod/mini'
import {fault, type Fault} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord} from '../json'
import {unnest, type PairKind} from './kind'

export const bodyTypes = ['static', 'code'] as const

const schema = z.looseObject({
  id: z.optional(z.string()),
  /** Ours: without it the pair is for every fetch and XHR. */
  source: z.optional(source),
  type: z.enum(bodyTypes),
  value: z.string(),
})

/** A source is optional here; the app writes an unused one with an empty value. */
export function liftOptionalSource(raw: unknown): unknown {
  if (!isRecord(raw) || !('source' in raw)) return raw
  const {source: given, ...rest} = raw
  const unused = given === null || given === undefined || (isRecord(given) && given['value'] === '')
  return unused ? rest : {...rest, source: liftSource(given)}
}

export const requestPairs = {
  schema,
  lift: raw => liftOptionalSource(unnest(raw, 'request', ['type', 'value'])),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = pair.source === undefined ? [] : faultsOfSource(pair.source, `${at}.source`)
    if (pair.type === 'code' && pair.value.trim() === '')
      faults.push(fault(`${at}.value`, 'missing', 'Write the function that makes the body.'))
    return faults
  },
} satisfies PairKind<typeof schema>

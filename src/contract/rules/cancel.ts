import * as z from 'zod/mini'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord} from '../json'
import type {PairKind} from './kind'

const schema = z.looseObject({id: z.optional(z.string()), source})

export const cancelPairs = {
  schema,
  lift: raw => (isRecord(raw) ? {...raw, source: liftSource(raw['source'])} : raw),
  faults: (pair: z.infer<typeof schema>, at) => faultsOfSource(pair.source, `${at}.source`),
} satisfies PairKind<typeof schema>

import * as z from 'zod/mini'
import {faultsOfSource, source} from '../source'
import {liftPair, type PairKind} from './kind'

const schema = z.looseObject({id: z.optional(z.string()), source})

export const cancelPairs = {
  schema,
  lift: liftPair,
  faults: (pair: z.infer<typeof schema>, at) => faultsOfSource(pair.source, `${at}.source`),
} satisfies PairKind<typeof schema>

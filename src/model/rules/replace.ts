import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, source} from '../source'
import {liftPair, type PairKind} from './kind'

const schema = z.looseObject({id: z.optional(z.string()), source, from: z.string(), to: z.string()})

export const replacePairs = {
  schema,
  lift: liftPair,
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.from === '') faults.push(fault(`${at}.from`, 'missing', faultText('sayWhichText')))
    return faults
  },
} satisfies PairKind<typeof schema>

import * as z from 'zod/mini'
import {fault, type Fault} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord} from '../json'
import {sayWhichText} from '../reasons'
import type {PairKind} from './kind'

const schema = z.looseObject({id: z.optional(z.string()), source, from: z.string(), to: z.string()})

export const replacePairs = {
  schema,
  lift: raw => (isRecord(raw) ? {...raw, source: liftSource(raw['source'])} : raw),
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.from === '') faults.push(fault(`${at}.from`, 'missing', sayWhichText))
    return faults
  },
} satisfies PairKind<typeof schema>

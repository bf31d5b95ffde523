import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, source} from '../source'
import {liftPair, type PairKind} from './kind'

const schema = z.looseObject({id: z.optional(z.string()), source, userAgent: z.string()})

export const userAgentPairs = {
  schema,
  lift: liftPair,
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.userAgent.trim() === '') faults.push(fault(`${at}.userAgent`, 'missing', faultText('sayWhichUserAgent')))
    else if (/[\r\n\0]/.test(pair.userAgent))
      faults.push(fault(`${at}.userAgent`, 'header-value', faultText('userAgentWithLineBreak')))
    return faults
  },
} satisfies PairKind<typeof schema>

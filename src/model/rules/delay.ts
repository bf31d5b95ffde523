import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord} from '../json'
import type {PairKind} from './kind'

/** `delay` is in milliseconds. */
const schema = z.looseObject({id: z.optional(z.string()), source, delay: z.number()})

/** Ten minutes: longer than any browser waits for a page. */
export const longestDelay = 600_000

export const delayPairs = {
  schema,
  lift(raw) {
    if (!isRecord(raw)) return raw
    const given = raw['delay']
    const delay = typeof given === 'string' && /^\s*\d+\s*$/.test(given) ? Number(given) : given
    return {...raw, source: liftSource(raw['source']), delay}
  },
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (!Number.isInteger(pair.delay) || pair.delay < 0 || pair.delay > longestDelay)
      faults.push(fault(`${at}.delay`, 'delay', faultText('wrongDelay')))
    return faults
  },
} satisfies PairKind<typeof schema>

import * as z from 'zod/mini'
import {fault, type Fault, faultText} from '../faults'
import {faultsOfSource, liftSource, source} from '../source'
import {isRecord, eachWithoutNulls} from '../json'
import {hasInactiveModifications} from '../inactive-modifications'
import type {PairKind} from './kind'

const queryOperations = ['Add', 'Modify', 'Remove', 'Remove All'] as const

export const queryModification = z.looseObject({
  param: z.string(),
  type: z.enum(queryOperations),
  value: z.optional(z.string()),
})

const schema = z.looseObject({id: z.optional(z.string()), source, modifications: z.array(queryModification)})

export type QueryModification = z.infer<typeof queryModification>

/** `Remove All` names no parameter, so accounts leave it out. */
const liftModification = (raw: unknown): unknown =>
  isRecord(raw) && raw['type'] === 'Remove All' ? {...raw, param: raw['param'] ?? ''} : raw

function liftModifications(raw: unknown): unknown {
  const present = eachWithoutNulls(raw, ['value'])
  return Array.isArray(present) ? present.map(liftModification) : present
}

export const queryParamPairs = {
  schema,
  lift: raw =>
    isRecord(raw)
      ? {
          ...raw,
          source: liftSource(raw['source']),
          modifications: liftModifications(raw['modifications']),
        }
      : raw,
  faults(pair: z.infer<typeof schema>, at): Fault[] {
    const faults = faultsOfSource(pair.source, `${at}.source`)
    if (pair.modifications.length === 0 && !hasInactiveModifications(pair))
      faults.push(fault(`${at}.modifications`, 'missing', faultText('addParamChange')))
    pair.modifications.forEach((change, index) => {
      const here = `${at}.modifications[${index}]`
      if (change.type === 'Remove All') return
      if (change.param === '') faults.push(fault(`${here}.param`, 'missing', faultText('sayWhichParam')))
      if (change.type !== 'Remove' && change.value === undefined)
        faults.push(fault(`${here}.value`, 'missing', faultText('sayWhichParamValue')))
    })
    return faults
  },
} satisfies PairKind<typeof schema>

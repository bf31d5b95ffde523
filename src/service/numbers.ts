import {largestNumber} from '../translate/priorities'
import type {Work} from './state'

/** Whether a rule can have this number: the browser's rule ids are made of it and must fit into 31 bits. */
export const isNumber = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= largestNumber

/** The numbers that rules have, those in the trash included. */
export const numbersOf = ({rules, trash}: Work): Set<number> =>
  new Set(
    [...rules.all(), ...trash.all().flatMap(each => (each.kind === 'rule' ? [each.entry] : []))]
      .map(({number}) => number)
      .filter(isNumber),
  )

/** A number that no rule has had, or, once all have been given, the smallest that none has. */
export function newNumber(work: Work, used?: ReadonlySet<number>): number {
  if (work.values.nextNumber < largestNumber) return work.values.nextNumber++
  const taken = used ?? numbersOf(work)
  let free = 1
  while (taken.has(free)) free++
  return free
}

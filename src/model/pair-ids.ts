import {isRecord, without, type JsonRecord} from './json'
import {readRule, type StoredRecord} from './rule'
import {pairKinds, type RuleType} from './rules'

type Pairs = readonly unknown[]

/** The id itself, or where it is taken the first free one that begins with it. */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  let free = id
  for (let times = 2; isTaken(free); times++) free = `${id}-${times}`
  return free
}

const getPairId = (pair: unknown): string => (isRecord(pair) && typeof pair['id'] === 'string' ? pair['id'] : '')

/** Gives every pair a unique string id. The first pair with an id keeps it. */
export function withPairIds(pairs: Pairs, make: (index: number) => string): Pairs {
  const given = new Set(pairs.map(getPairId))
  const taken = new Set([''])
  return pairs.map((pair, index) => {
    const id = taken.has(getPairId(pair))
      ? freeId(make(index), each => taken.has(each) || given.has(each))
      : getPairId(pair)
    taken.add(id)
    return {...(pair as JsonRecord), id}
  })
}

/** Pairs keep unknown fields of the stored pair with the same id that the payload leaves out. */
export function withUnknownFields(pairs: Pairs, ruleType: RuleType, stored: StoredRecord): Pairs {
  const before = readRule(stored)
  if (!before.ok || before.value.ruleType !== ruleType) return pairs
  const known = Object.keys(pairKinds[ruleType].schema.shape)
  const old = new Map(before.value.pairs.map(pair => [getPairId(pair), without(pair, ...known)]))
  return pairs.map(pair => (getPairId(pair) === '' ? pair : {...old.get(getPairId(pair)), ...(pair as JsonRecord)}))
}

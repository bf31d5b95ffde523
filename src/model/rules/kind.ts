import type {Fault} from '../faults'
import {liftSource} from '../source'
import {isRecord, without} from '../json'

/** What the contract needs to know of one rule type's pairs. */
export type PairKind<Schema> = {
  /** The documented shape; unknown fields are kept. */
  readonly schema: Schema
  /** Converts any stored shape to the documented one and keeps unknown fields. */
  lift(raw: unknown): unknown
  /** What a pair of the right shape still gets wrong. `at` is its path, `pairs[0]`. */
  faults(pair: never, at: string): Fault[]
}

/** Moves fields of the app's nested object (`response: {type, value}`) to the pair. */
export function unnest(raw: unknown, nest: string, names: readonly string[]): unknown {
  if (!isRecord(raw)) return raw
  const nested = raw[nest]
  if (!isRecord(nested)) return raw
  const moved = Object.fromEntries(names.filter(name => name in nested).map(name => [name, nested[name]]))
  const rest = without(nested, ...names)
  return {...moved, ...without(raw, nest), ...(Object.keys(rest).length > 0 ? {[nest]: rest} : {})}
}

/** A pair whose only undocumented shapes are those of its source. */
export const liftPair = (raw: unknown): unknown => (isRecord(raw) ? {...raw, source: liftSource(raw['source'])} : raw)

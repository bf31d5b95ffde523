import type {Difference} from './differences'
import type {Records} from './records'

export type Compared = {
  /** `case: part`, with both sides. */
  readonly unexpected: readonly {case: string; part: string; native: unknown; here: unknown}[]
  /** Listed, and no longer true. */
  readonly stale: readonly string[]
}

/** Unlisted differences from the bare browser, and listed ones that no longer exist. */
export function compare(native: Records, here: Records, listed: readonly Difference[]): Compared {
  const expected = new Set(listed.flatMap(({cases}) => Object.entries(cases).flatMap(addresses)))
  const found = [...new Set([...native.keys(), ...here.keys()])].flatMap(name => differing(name, native, here))
  const addressesFound = new Set(found.map(({case: name, part}) => `${name}: ${part}`))
  return {
    unexpected: found.filter(({case: name, part}) => !expected.has(`${name}: ${part}`)),
    stale: [...expected].filter(address => !addressesFound.has(address)),
  }
}

const addresses = ([name, parts]: [string, readonly string[]]) => parts.map(part => `${name}: ${part}`)

function differing(name: string, native: Records, here: Records): Compared['unexpected'][number][] {
  const [one, other] = [native.get(name) ?? {}, here.get(name) ?? {}] as Record<string, unknown>[]
  const parts = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...parts]
    .filter(part => JSON.stringify(one?.[part]) !== JSON.stringify(other?.[part]))
    .map(part => ({case: name, part, native: one?.[part], here: other?.[part]}))
}

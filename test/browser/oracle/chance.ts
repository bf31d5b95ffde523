/** A seeded random number generator (mulberry32). */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[below(list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  return {
    below,
    pick,
    /** True with this probability, in percent. */
    percent: (share: number): boolean => below(100) < share,
    /** Returns a part of the text with at least one character, if it has any. */
    part(text: string, longest = 24): string {
      const from = below(Math.max(1, text.length))
      return text.slice(from, from + 1 + below(Math.min(longest, Math.max(1, text.length - from))))
    },
  }
}

export type Chance = ReturnType<typeof chance>

/** The seed of this run. `ORACLE_SEED=… npx playwright test test/browser/oracle` repeats it. */
export const getSeed = (): number => Number(process.env['ORACLE_SEED'] ?? 20_260)

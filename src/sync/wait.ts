const first = 5_000
/** Milliseconds that no wait is longer than. */
export const longest = 15 * 60_000

/**
 * Milliseconds until a sync that failed `times` times in a row is tried again: what the service asks for, else twice as long each time, up to 15 minutes.
 * `chance` from 0 to 1 spreads many browsers over the last quarter, so that they do not come back together.
 */
export function waitAfter(times: number, asked: number | null, chance: number): number {
  const doubled = Math.min(longest, first * 2 ** Math.max(0, Math.min(times, 30) - 1))
  // No service is kept waiting for longer than a clock that is wrong by a day would ask for.
  const least = asked === null ? doubled * 0.75 : Math.min(asked, longest)
  return Math.min(longest, Math.round(least + chance * doubled * 0.25))
}

/** A time to wait for; one that lies further ahead than anything waits is of a clock that was set back. */
export const isAhead = (at: number | null, now: number): at is number => at !== null && at > now && at <= now + longest

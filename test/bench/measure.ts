/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Runs two things in turn, so that a busy moment of the machine hits both, and gives each one's median in milliseconds. */
export async function inTurn(
  rounds: number,
  one: () => Promise<number> | number,
  other: () => Promise<number> | number,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []]
  // The first round of each warms up.
  for (let round = 0; round <= rounds; round++) {
    const [first, second] = [await one(), await other()]
    if (round === 0) continue
    times[0].push(first)
    times[1].push(second)
  }
  return [median(times[0]), median(times[1])]
}

export function timed(task: () => unknown): number {
  const started = performance.now()
  task()
  return performance.now() - started
}

export type Figure = {
  readonly what: string
  readonly measured: string
  readonly figure: number
  readonly limit: number
  readonly unit: string
  /** Why it cannot hold here, whatever we do; such a row does not fail the bench. */
  readonly beyondUs?: string
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`

export const ratio = (
  what: string,
  [ours, bare]: readonly [number, number],
  limit: number,
  names: readonly [string, string],
): Figure => ({
  what,
  measured: `${ms(ours)} ${names[0]}, ${ms(bare)} ${names[1]}`,
  figure: ours / bare,
  limit,
  unit: '×',
})

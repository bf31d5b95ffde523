/** The median of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

type Measurement = () => Promise<number> | number

/** Runs measurements alternately, so that a busy machine affects all, and returns their medians. */
export async function measureAlternately(rounds: number, takes: readonly Measurement[]): Promise<readonly number[]> {
  const times: number[][] = takes.map(() => [])
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++)
    for (const [at, take] of takes.entries()) {
      const time = await take()
      if (round > 0) times[at]?.push(time)
    }
  return times.map(median)
}

export async function measurePair(
  rounds: number,
  one: Measurement,
  other: Measurement,
): Promise<readonly [number, number]> {
  const [first = Number.NaN, second = Number.NaN] = await measureAlternately(rounds, [one, other])
  return [first, second]
}

export function measureTime(task: () => unknown): number {
  const started = performance.now()
  task()
  return performance.now() - started
}

export type Figure = {
  readonly name: string
  readonly measured: string
  readonly value: number
  readonly limit: number
  readonly unit: string
  /** The reason why the limit cannot hold here; such a row does not fail the bench. */
  readonly exemption?: string
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`

export const ratio = (
  name: string,
  [ours, bare]: readonly [number, number],
  limit: number,
  names: readonly [string, string],
): Figure => ({
  name,
  measured: `${ms(ours)} ${names[0]}, ${ms(bare)} ${names[1]}`,
  value: ours / bare,
  limit,
  unit: '×',
})

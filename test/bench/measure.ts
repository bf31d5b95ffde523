/** The middle of some measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

type Take = () => Promise<number> | number

/** Runs things in turn, so that a busy moment of the machine hits all, and gives each one's median in milliseconds. */
export async function inTurns(rounds: number, takes: readonly Take[]): Promise<readonly number[]> {
  const times: number[][] = takes.map(() => [])
  // The first round of each warms up.
  for (let round = 0; round <= rounds; round++)
    for (const [at, take] of takes.entries()) {
      const time = await take()
      if (round > 0) times[at]?.push(time)
    }
  return times.map(median)
}

export async function inTurn(rounds: number, one: Take, other: Take): Promise<readonly [number, number]> {
  const [first = Number.NaN, second = Number.NaN] = await inTurns(rounds, [one, other])
  return [first, second]
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

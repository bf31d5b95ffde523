import type {Figure} from './measure'
import {longestOf, type Task} from './trace'

export const ms = (value: number) => `${value.toFixed(0)} ms`

export const figureOf = (what: string, measured: string, figure: number, limit: number, unit: string): Figure => ({
  what,
  measured,
  figure,
  limit,
  unit,
})

/** No task over 50 ms of its thread's own time: the clock on the wall runs on while others have the processor. */
export function longestTask(what: string, tasks: readonly Task[]): Figure {
  const {own, wall} = longestOf(tasks)
  return figureOf(what, `${ms(wall)} on the wall`, own, 50, ' ms')
}

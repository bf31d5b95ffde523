import type {Figure} from './measure'
import type {Task} from './trace'

export const ms = (value: number) => `${value.toFixed(0)} ms`

export const createFigure = (name: string, measured: string, value: number, limit: number, unit: string): Figure => ({
  name,
  measured,
  value,
  limit,
  unit,
})

/** Work of the main thread in milliseconds, as it would be on the usual machine; what it was on this one stands beside it. */
export const createWorkFigure = (
  what: string,
  {work, wall}: {work: number; wall: number},
  limit: number,
  pace: number,
): Figure => createFigure(what, `here ${ms(work)}, ${ms(wall)} on the wall`, work / pace, limit, ' ms')

/**
 * No task over 50 ms of its thread's own time: the clock on the wall runs on while others have the processor. What V8 clears, when it wants
 * and in one go, stands beside it: pages of one extension share a heap, and may clear what others left there.
 */
export function createLongestTaskFigure(what: string, tasks: readonly Task[], pace: number): Figure {
  const work = Math.max(0, ...tasks.map(({own, collecting}) => own - collecting))
  const collecting = Math.max(0, ...tasks.map(each => each.collecting))
  return createFigure(what, `here ${ms(work)}, collecting ${ms(collecting)}`, work / pace, 50, ' ms')
}

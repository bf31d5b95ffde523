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

/** Work of the main thread in milliseconds, converted to the reference machine. */
export const createWorkFigure = (
  what: string,
  {work, wall}: {work: number; wall: number},
  limit: number,
  pace: number,
): Figure => createFigure(what, `here ${ms(work)}, ${ms(wall)} on the wall`, work / pace, limit, ' ms')

/**
 * No task may take more than 50 ms of thread time. Garbage collection is shown separately, because
 * pages of one extension share a heap and may collect the garbage of others.
 */
export function createLongestTaskFigure(what: string, tasks: readonly Task[], pace: number): Figure {
  const work = Math.max(0, ...tasks.map(({own, collecting}) => own - collecting))
  const collecting = Math.max(0, ...tasks.map(each => each.collecting))
  return createFigure(what, `here ${ms(work)}, collecting ${ms(collecting)}`, work / pace, 50, ' ms')
}

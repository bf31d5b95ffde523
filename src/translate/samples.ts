import {heldOf, type Sampling} from '../matching/sample'

/** Characters of addresses, first the most common ones. */
const likely = 'a1b2c3d4e5x-_.%/=&?:'

type Turn = {
  /** Which of what is possible it begins with; each character turns it further. */
  readonly at: number
  /** The characters that it has wherever it can. */
  readonly wanted?: string
  /** What may be repeated often is, more than twice as often as it has to be. */
  readonly isLong?: boolean
}

/** A sample as addresses have them, and another one at each turn. */
export function inTurn({at, wanted = '', isLong = false}: Turn): Sampling {
  let turn = at
  return {
    way: count => turn % count,
    times(given, most) {
      const least = Math.max(given, turn % 2)
      return isLong ? Math.min(most, 2 * least + 1) : least
    },
    character(set) {
      const isHeld = wanted.split('').some(each => set[each.charCodeAt(0)] === true)
      return heldOf(set, isHeld ? wanted : likely, count => turn++ % Math.max(1, count))
    },
  }
}

import {without, type JsonRecord} from '../../contract/json'

/** Stands in the draft of a condition, and never in a rule. */
const place = 'switchyard:aside'

/** The text that gave way to another choice: a body of the other kind, or a user agent of one's own. It comes back with its choice. */
export const asideOf = (pair: object): string | undefined => {
  const text = (pair as JsonRecord)[place]
  return typeof text === 'string' ? text : undefined
}

export const withoutAside = <Pair extends object>(pair: Pair): Pair =>
  place in pair ? (without(pair, place) as Pair) : pair

export const withAside = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  text === undefined ? withoutAside(pair) : {...pair, [place]: text}

import {without, type JsonRecord} from '../../contract/json'

/** Stand in the draft of a condition, and never in a rule. */
const asidePlace = 'switchyard:aside'
const unreadPlace = 'switchyard:unread'

const textAt = (pair: object, place: string): string | undefined => {
  const text = (pair as JsonRecord)[place]
  return typeof text === 'string' ? text : undefined
}
const withText = <Pair extends object>(pair: Pair, place: string, text: string | undefined): Pair => {
  if (text !== undefined) return {...pair, [place]: text}
  return place in pair ? (without(pair as JsonRecord, place) as Pair) : pair
}

/** The text that gave way to another choice: a body of the other kind, or a user agent of one's own. It comes back with its choice. */
export const asideOf = (pair: object): string | undefined => textAt(pair, asidePlace)
export const withAside = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  withText(pair, asidePlace, text)

/** What stands in its field of a number, and is none. */
export const unreadOf = (pair: object): string | undefined => textAt(pair, unreadPlace)
export const withUnread = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  withText(pair, unreadPlace, text)

export const withoutAside = <Pair extends object>(pair: Pair): Pair => withUnread(withAside(pair, undefined), undefined)

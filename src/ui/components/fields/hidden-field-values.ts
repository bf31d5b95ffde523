import {without, type JsonRecord} from '../../../model/json'

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

/** The text of the other kind of body, or the user's own user agent, until that is chosen again. */
export const asideOf = (pair: object): string | undefined => textAt(pair, asidePlace)
export const withAside = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  withText(pair, asidePlace, text)

export const unreadOf = (pair: object): string | undefined => textAt(pair, unreadPlace)
export const withUnread = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  withText(pair, unreadPlace, text)

export const withoutAside = <Pair extends object>(pair: Pair): Pair => withUnread(withAside(pair, undefined), undefined)

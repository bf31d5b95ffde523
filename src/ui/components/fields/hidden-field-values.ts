import {without, type JsonRecord} from '../../../model/json'

const alternativeKey = 'switchyard:aside'
const invalidNumberKey = 'switchyard:unread'

const getHiddenText = (pair: object, key: string): string | undefined => {
  const text = (pair as JsonRecord)[key]
  return typeof text === 'string' ? text : undefined
}
const setHiddenText = <Pair extends object>(pair: Pair, key: string, text: string | undefined): Pair => {
  if (text !== undefined) return {...pair, [key]: text}
  return key in pair ? (without(pair as JsonRecord, key) as Pair) : pair
}

/** The text of the other kind of body, or the custom user agent, until it is selected again. */
export const getAlternative = (pair: object): string | undefined => getHiddenText(pair, alternativeKey)
export const setAlternative = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  setHiddenText(pair, alternativeKey, text)

export const getInvalidNumber = (pair: object): string | undefined => getHiddenText(pair, invalidNumberKey)
export const setInvalidNumber = <Pair extends object>(pair: Pair, text: string | undefined): Pair =>
  setHiddenText(pair, invalidNumberKey, text)

export const removeHiddenValues = <Pair extends object>(pair: Pair): Pair =>
  setInvalidNumber(setAlternative(pair, undefined), undefined)

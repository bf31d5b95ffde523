import {getLatinLetter} from './keys'

/** The Latin letter of a key pressed alone; with Shift, its character, such as `?`. */
export const getUnmodifiedKey = (event: KeyboardEvent): string =>
  event.shiftKey || event.key.length > 1 ? event.key : getLatinLetter(event)

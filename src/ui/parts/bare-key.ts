import {letterOf} from './keys'

/** A key that is pressed alone: its Latin letter, whatever keyboard it is on. With Shift it is what is written there, such as `?`. */
export const bareKeyOf = (event: KeyboardEvent): string =>
  event.shiftKey || event.key.length > 1 ? event.key : letterOf(event)

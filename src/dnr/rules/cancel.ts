import {add, gather} from '../translation-builder'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

/** A cancelled request is blocked before it is sent. */
export const cancel: Translators['Cancel'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source}, pair) => {
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (place) add(made, place, {pair, band: 'cancel', action: {type: 'block'}}, surroundings)
  })
  return made
}

import type {RuleAction} from '../../model/extension-rule'
import type {Problem} from '../../model/problems'
import {quoteInParam} from '../../model/reasons'
import type {QueryOutcome} from '../../model/page-rules'
import {formEncoded, outcomeOf} from '../../matching/query-changes'
import {add, gather} from '../translation-builder'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

/** What changes of a query become; also those of several rules at one place, since two redirects of a query do not chain. */
export function queryAction({cleared, params}: QueryOutcome): RuleAction {
  const set = params.flatMap(([key, value]) => (value === null ? [] : {key, value}))
  const removed = params.flatMap(([key, value]) => (value === null ? key : []))
  const query = set.map(({key, value}) => `${formEncoded(key)}=${formEncoded(value)}`).join('&')
  const transform = cleared
    ? {query: query && `?${query}`}
    : {
        queryTransform: {
          ...(removed.length > 0 ? {removeParams: removed} : {}),
          ...(set.length > 0 ? {addOrReplaceParams: set} : {}),
        },
      }
  return {type: 'redirect', redirect: {transform}}
}

// Chrome looks for a quote in a name as it is and writes it as %27: it would add the parameter again and again, without end.
const quoted = (pair: number, index: number): Problem => ({
  code: 'loop',
  pair,
  field: `modifications[${index}].param`,
  says: {chain: quoteInParam},
})

// Chrome compares names as they are spelt, and spells ours itself: a[] in an address is not a%5B%5D.
const spelt = (param: string, pair: number, index: number): Problem => ({
  code: 'query-spelling',
  pair,
  field: `modifications[${index}].param`,
  says: {param, written: formEncoded(param)},
})

/** Changes of the query, in order: Add and Modify set a value, Remove removes, Remove All clears what came before. */
export const queryParam: Translators['QueryParam'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, modifications}, pair) => {
    const clears = modifications.some(({type}) => type === 'Remove All')
    const changes = modifications.filter(({type, param}, index) => {
      if (type === 'Remove All') return true
      if (!clears && param.includes("'")) made.problems.push(quoted(pair, index))
      else if (!clears && formEncoded(param) !== param) made.problems.push(spelt(param, pair, index))
      return param !== '' && (clears || !param.includes("'"))
    })
    if (changes.length === 0) {
      if (!modifications.some(({param}) => param !== ''))
        made.problems.push({code: 'empty-change', pair, field: 'modifications'})
      return
    }
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (!place) return
    const query = outcomeOf(changes)
    add(made, place, {pair, band: 'queryParam', action: queryAction(query), query}, surroundings)
  })
  return made
}

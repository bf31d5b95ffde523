import type {RuleAction} from '../../contract/extension-rule'
import type {QueryModification} from '../../contract/rules/query-param'
import {formEncoded, outcomeOf} from '../../matching/query-changes'
import {add, gather} from '../build'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

/** What a list of changes becomes, in order; also of several rules at one place, since two redirects of a query do not chain. */
export function queryAction(changes: readonly QueryModification[]): RuleAction {
  const {cleared, params} = outcomeOf(changes)
  const set = [...params].flatMap(([key, value]) => (value === null ? [] : [{key, value}]))
  const removed = [...params].flatMap(([key, value]) => (value === null ? [key] : []))
  if (cleared) {
    const query = set.map(({key, value}) => `${formEncoded(key)}=${formEncoded(value)}`).join('&')
    return {type: 'redirect', redirect: {transform: {query: query === '' ? '' : `?${query}`}}}
  }
  return {
    type: 'redirect',
    redirect: {
      transform: {
        queryTransform: {
          ...(removed.length > 0 ? {removeParams: removed} : {}),
          ...(set.length > 0 ? {addOrReplaceParams: set} : {}),
        },
      },
    },
  }
}

/** Changes of the query, in order: Add and Modify set a value, Remove removes, Remove All clears what came before. */
export const queryParam: Translators['QueryParam'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, modifications}, pair) => {
    const changes = modifications.filter(({type, param}) => type === 'Remove All' || param !== '')
    if (changes.length === 0) return void made.problems.push({code: 'empty-change', pair, field: 'modifications'})
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (!place) return
    add(made, place, {pair, band: 'queryParam', action: queryAction(changes), changes}, surroundings)
  })
  return made
}

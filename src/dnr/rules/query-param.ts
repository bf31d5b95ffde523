import type {RuleAction} from '../../model/extension-rule'
import type {Problem} from '../../model/problems'
import {faultText} from '../../model/faults'
import type {QueryChanges} from '../../model/page-rules'
import {encodeFormText, sumModifications} from '../../matching/query-changes'
import {addAction, createBuilder} from '../translation-builder'
import {compileCondition} from '../condition'
import type {Translators} from '../translation'

/**
 * The redirect for query changes, also for those of several merged rules: two redirects of a query
 * do not chain.
 */
export function createQueryAction({cleared, params}: QueryChanges): RuleAction {
  const set = params.flatMap(([key, value]) => (value === null ? [] : {key, value}))
  const removed = params.flatMap(([key, value]) => (value === null ? key : []))
  const query = set.map(({key, value}) => `${encodeFormText(key)}=${encodeFormText(value)}`).join('&')
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

// Chrome looks for the literal quote but writes %27, so it would add the parameter again and again
// (test/unit/dnr/translate.test.ts).
const createQuoteProblem = (pair: number, index: number): Problem => ({
  code: 'loop',
  pair,
  field: `modifications[${index}].param`,
  params: {chain: faultText('quoteInParam')},
})

// Chrome compares names as they are spelled and encodes the new one: `a[]` in a URL is not
// `a%5B%5D`.
const createSpellingProblem = (param: string, pair: number, index: number): Problem => ({
  code: 'query-spelling',
  pair,
  field: `modifications[${index}].param`,
  params: {param, written: encodeFormText(param)},
})

/**
 * Query changes in order: Add and Modify set a value, Remove removes it, Remove All discards
 * everything before it.
 */
export const queryParam: Translators['QueryParam'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach(({source, modifications}, pair) => {
    const removesAll = modifications.some(({type}) => type === 'Remove All')
    const changes = modifications.filter(({type, param}, index) => {
      if (type === 'Remove All') return true
      if (!removesAll && param.includes("'")) builder.problems.push(createQuoteProblem(pair, index))
      else if (!removesAll && encodeFormText(param) !== param)
        builder.problems.push(createSpellingProblem(param, pair, index))
      return param !== '' && (removesAll || !param.includes("'"))
    })
    if (changes.length === 0) {
      if (!modifications.some(({param}) => param !== ''))
        builder.problems.push({code: 'empty-change', pair, field: 'modifications'})
      return
    }
    const {compiled, problems} = compileCondition(source, pair)
    builder.problems.push(...problems)
    if (!compiled) return
    const query = sumModifications(changes)
    addAction(builder, compiled, {pair, band: 'queryParam', action: createQueryAction(query), query}, options)
  })
  return builder
}

import type {HeaderChange} from '../../model/extension-rule'
import type {Problem} from '../../model/problems'
import {canAppend, faultOfHeaderName, type HeaderModification} from '../../model/rules/headers'
import {addAction, createBuilder} from '../translation-builder'
import {compileCondition} from '../condition'
import type {Translators} from '../translation'

const operations = {Add: 'append', Modify: 'set', Remove: 'remove'} as const

type HeaderChangeResult = {readonly change: HeaderChange | null; readonly problem?: Problem}

function toHeaderChange(given: HeaderModification, pair: number, index: number): HeaderChangeResult {
  const header = given.header.trim().toLowerCase()
  const at = (field: string) => ({pair, field: `modifications[${index}].${field}`})
  const nameFault = faultOfHeaderName(header)
  if (nameFault !== undefined)
    return {change: null, problem: {code: 'header-name', ...at('header'), params: {reason: nameFault, header}}}
  if (given.type === 'Remove') return {change: {header, operation: 'remove'}}
  const value = given.value ?? ''
  if (/[\r\n\0]/.test(value)) return {change: null, problem: {code: 'header-value', ...at('value'), params: {header}}}
  if (given.type === 'Add' && !canAppend(given)) return {change: {header, operation: 'set', value}}
  return {change: {header, operation: operations[given.type], value}}
}

/** The last change of a header in a rule wins; Chrome would apply the first. */
function addChange(changes: HeaderChange[], change: HeaderChange): void {
  const earlier = changes.filter(({header}) => header === change.header)
  const isAppended = change.operation === 'append' && !earlier.some(({operation}) => operation === 'remove')
  if (!isAppended) for (const each of earlier) changes.splice(changes.indexOf(each), 1)
  const removedBefore = change.operation === 'append' && !isAppended
  changes.push(removedBefore ? {...change, operation: 'set'} : change)
}

/** Add appends where Chrome allows it and else sets, Modify sets, Remove removes. */
export const headers: Translators['Headers'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach(({source, modifications}, pair) => {
    const request: HeaderChange[] = []
    const response: HeaderChange[] = []
    modifications.forEach((given, index) => {
      const {change, problem} = toHeaderChange(given, pair, index)
      if (problem) builder.problems.push(problem)
      if (change) addChange(given.target === 'Response' ? response : request, change)
    })
    const {compiled, problems} = compileCondition(source, pair)
    builder.problems.push(...problems)
    if (request.length + response.length === 0) {
      if (modifications.length === 0) builder.problems.push({code: 'empty-change', pair, field: 'modifications'})
      return
    }
    const action = {
      type: 'modifyHeaders',
      ...(request.length > 0 ? {requestHeaders: request} : {}),
      ...(response.length > 0 ? {responseHeaders: response} : {}),
    } as const
    if (compiled) addAction(builder, compiled, {pair, band: 'headers', action}, options)
  })
  return builder
}

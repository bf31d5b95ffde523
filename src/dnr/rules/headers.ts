import type {HeaderChange} from '../../model/extension-rule'
import type {Problem} from '../../model/problems'
import {canAppend, faultOfHeaderName, type HeaderModification} from '../../model/rules/headers'
import {add, gather} from '../translation-builder'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

const operations = {Add: 'append', Modify: 'set', Remove: 'remove'} as const

type Read = {readonly change: HeaderChange | null; readonly problem?: Problem}

function readChange(given: HeaderModification, pair: number, index: number): Read {
  const header = given.header.trim().toLowerCase()
  const at = (field: string) => ({pair, field: `modifications[${index}].${field}`})
  const wrongName = faultOfHeaderName(header)
  if (wrongName !== undefined)
    return {change: null, problem: {code: 'header-name', ...at('header'), says: {reason: wrongName, header}}}
  if (given.type === 'Remove') return {change: {header, operation: 'remove'}}
  const value = given.value ?? ''
  if (/[\r\n\0]/.test(value)) return {change: null, problem: {code: 'header-value', ...at('value'), says: {header}}}
  if (given.type === 'Add' && !canAppend(given))
    return {
      change: {header, operation: 'set', value},
      problem: {code: 'append-sets', ...at('header'), says: {header: given.header}},
    }
  return {change: {header, operation: operations[given.type], value}}
}

/** In one rule the later change of a header is the one that counts; Chrome would take the earlier one. */
function note(changes: HeaderChange[], change: HeaderChange): void {
  const earlier = changes.filter(({header}) => header === change.header)
  const isAppended = change.operation === 'append' && !earlier.some(({operation}) => operation === 'remove')
  if (!isAppended) for (const each of earlier) changes.splice(changes.indexOf(each), 1)
  const removedBefore = change.operation === 'append' && !isAppended
  changes.push(removedBefore ? {...change, operation: 'set'} : change)
}

/** Header changes: Add appends where Chrome lets it and else sets, Modify sets, Remove removes. */
export const headers: Translators['Headers'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, modifications}, pair) => {
    const request: HeaderChange[] = []
    const response: HeaderChange[] = []
    modifications.forEach((given, index) => {
      const {change, problem} = readChange(given, pair, index)
      if (problem) made.problems.push(problem)
      if (change) note(given.target === 'Response' ? response : request, change)
    })
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (request.length + response.length === 0) {
      if (modifications.length === 0) made.problems.push({code: 'empty-change', pair, field: 'modifications'})
      return
    }
    const action = {
      type: 'modifyHeaders',
      ...(request.length > 0 ? {requestHeaders: request} : {}),
      ...(response.length > 0 ? {responseHeaders: response} : {}),
    } as const
    if (place) add(made, place, {pair, band: 'headers', action}, surroundings)
  })
  return made
}

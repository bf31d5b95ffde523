import {expect, it} from 'vitest'
import {editorTexts} from '../../../src/locales/editor'
import {formatConditionNumbers} from '../../../src/ui/sentences/condition-numbers'

it.each([
  ['Request', ['workers', 'sendBeacon', 'form posts', 'WebSocket messages']],
  ['Response', ['workers', 'EventSource', 'WebSocket messages']],
  ['Delay', ['workers', 'form posts', 'EventSource', 'WebSockets']],
  ['UserAgent', ['Web workers']],
] as const)('a %s rule lists the requests that it cannot reach', (type, limits) => {
  for (const each of limits) expect(editorTexts(`worksForType.${type}`)).toContain(each)
})

it('conditions that Chrome rejects say what still works', () => {
  const worksFor = (name: 'refusedSome' | 'leftOut', numbers: readonly number[]) =>
    editorTexts(`worksForPart.${name}`, {conditions: formatConditionNumbers(numbers), count: numbers.length})
  expect(worksFor('refusedSome', [2])).toBe('Condition 2 works for fetch, XHR and page loads only.')
  expect(worksFor('refusedSome', [1, 3])).toBe('Conditions 1 and 3 work for fetch, XHR and page loads only.')
  expect(worksFor('leftOut', [1])).toBe('Condition 1 is ignored.')
})

import {describe, expect, it} from 'vitest'
import {notesBeyondChrome} from '../../../src/interchange/beyond-chrome'
import type {RulePayload} from '../../../src/contract/payload'
import type {RuleType} from '../../../src/contract/rules'
import type {ResourceType} from '../../../src/contract/source'
import {aPair} from '../builders'
import {readAllRules} from '../../../src/interchange/import-rules'

const said = (ruleType: RuleType, value: string, types: readonly ResourceType[] = [], more: object = {}) => {
  const filters = types.length === 0 ? [] : [{resourceType: [...types]}]
  const source = {key: 'url', operator: 'Matches', value, filters} as const
  const rule = {ruleType, pairs: [{...aPair(ruleType), source, ...more}]} as unknown as RulePayload
  return notesBeyondChrome(rule).map(({path, reason}) => [path, reason])
}
const whole = (what: string, rest: string) => [
  ['pairs[0].source.value', `Chrome takes no ${what} in a regex, so it ${rest}.`],
]
const nothing = 'does nothing until that is written in another way'

describe('what Chrome takes in no regex', () => {
  it.each([
    ['Headers', '^http://(?!www)', [], {}, whole('look-ahead', nothing)],
    ['UserAgent', '(?<!z)/api', [], {}, whole('look-behind', nothing)],
    ['Cancel', '(a)\\1', [], {}, whole('back-reference', 'acts on fetch, XHR and pages you open only')],
    ['Redirect', 'a(?=b)', ['xmlhttprequest', 'image'], {}, whole('look-ahead', 'acts on fetch and XHR only')],
    ['QueryParam', 'a(?=b)', ['sub_frame'], {}, whole('look-ahead', 'acts on pages you open only')],
    ['Redirect', 'a(?=b)', ['script'], {}, whole('look-ahead', nothing)],
    ['Redirect', 'a(?=b)', [], {destination: 'data:,x'}, whole('look-ahead', nothing)],
    ['Response', 'a(?=b)', [], {type: 'static', value: ''}, whole('look-ahead', 'acts on fetch and XHR only')],
    ['Response', 'a(?=b)', [], {type: 'code', value: ''}, []],
    ['Request', 'a(?=b)', [], {}, []],
    ['Headers', '\\bapi\\b', [], {}, []],
  ] as const)('is said of %s by %s for %j', (ruleType, value, types, more, expected) => {
    expect(said(ruleType, value, types, more)).toEqual(expected)
  })

  it('is said of pages that are opened only where a GET passes', () => {
    const source = {key: 'url', operator: 'Matches', value: 'a(?=b)', filters: [{requestMethod: ['POST']}]} as const
    const rule = {ruleType: 'Cancel', pairs: [{source}]} as unknown as RulePayload
    expect(notesBeyondChrome(rule)[0]?.reason).toContain('acts on fetch and XHR only')
  })

  it('is said of what Replace looks for', () => {
    expect(said('Replace', 'shop', [], {from: '/a(?=b)/', to: 'c'})).toEqual([
      ['pairs[0].from', 'Chrome takes no look-ahead in a regex, so it acts on fetch, XHR and pages you open only.'],
    ])
  })

  it('is said in the preview, of the record where its file has no such field', () => {
    const profile = {
      version: 2,
      title: 'P',
      headers: [{enabled: true, name: 'X-A', value: '1'}],
      urlFilters: [{enabled: true, urlRegex: '^http://(?!www\\.)shop\\.test.*'}],
    }
    const {records} = readAllRules(JSON.stringify([profile]))
    expect(records.map(({notes}) => notes.map(({path, code, reason}) => [path, code, reason]))).toEqual([
      [['', 'changed', `Chrome takes no look-ahead in a regex, so it ${nothing}.`]],
    ])
  })
})

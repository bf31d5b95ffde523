import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readAllRules} from '../../../src/import-export/import-rules'
import {validateRulePayload} from '../../../src/dnr/service-responses'

const source = (value: string, key = 'Url') => ({key, operator: 'Matches', value})
const rule = (ruleType: string, pair: object) => ({
  id: 'Rule_1',
  name: 'one',
  objectType: 'rule',
  ruleType,
  status: 'Inactive',
  pairs: [pair],
})
const rules = [
  rule('Cancel', {source: source('/(a/')}),
  rule('Cancel', {source: source('/[z-a]/')}),
  rule('Cancel', {source: source('/\\p{Foo}/')}),
  rule('Cancel', {source: source('(a', 'host')}),
  rule('Cancel', {source: source(`/(?:${'tracker.test|'.repeat(400)}x)/`)}),
  rule('Replace', {source: source('a'), from: '/(b/', to: 'c'}),
  rule('Replace', {source: source('a'), from: `/${'b?'.repeat(3_000)}/`, to: 'c'}),
  rule('Cancel', {source: source('/(?i)api/')}),
  rule('Cancel', {source: source('/a(?=b)/')}),
  rule('Replace', {source: source('a'), from: '/b+/i', to: 'c'}),
]
const file = (each: object) => JSON.stringify([each])

function isKept(payload: unknown): boolean {
  try {
    return validateRulePayload(payload) !== null
  } catch {
    return false
  }
}

describe('an invalid regex', () => {
  it.each(rules.map(each => ({says: JSON.stringify(each.pairs).slice(0, 80), each})))(
    'is refused in the preview, and no other: $says',
    ({each}) => {
      const {id: _id, ...payload} = each
      const [record] = readAllRules(file(each)).records
      expect(record?.rule === null).toBe(!isKept(payload))
      for (const {reason} of record?.faults ?? [])
        expect(importNoteTexts.show(reason)).toMatch(/^“.*” is not a valid regex \(.+\)\.$/)
    },
  )

  it('does not affect other records of its file', () => {
    const {records} = readAllRules(JSON.stringify([rules[0], rules[8]]))
    expect(records.map(({at, faults}) => [at, faults.map(({path}) => path)])).toEqual([
      ['$[0]', ['pairs[0].source.value']],
      ['$[1]', []],
    ])
  })
})

import {describe, expect, it} from 'vitest'
import {getContent, getVerdicts, type RecordVerdict} from '../../../src/import-export/import-verdicts'
import {readAllRules} from '../../../src/import-export/import-rules'
import {aRule, aSource} from '../builders'

describe('getContent', () => {
  it('ignores the id, dates, group, pin and status', () => {
    const rule = aRule('Headers', {name: 'a'})
    const other = {
      ...rule,
      id: 'Headers_9',
      status: 'Inactive',
      groupId: 'Group_1',
      isFavourite: true,
      creationDate: 5,
      pairs: rule.pairs.map(pair => ({...pair, id: 'p'})),
    }
    expect(getContent(other)).toBe(getContent(rule))
  })

  it('ignores the stored shape and the order of fields', () => {
    const {pairs: _, ...rule} = aRule('Delay')
    const shapes = [
      {...rule, pairs: [{source: {key: 'Url', operator: 'Contains', value: 'a', filters: [{}]}, delay: '5'}]},
      {pairs: [{delay: 5, source: {value: 'a', operator: 'Contains', key: 'url'}}], ...rule},
    ]
    expect(getContent(shapes[0])).toBe(getContent(shapes[1]))
  })

  it('differs for another condition or name', () => {
    const rule = aRule('Cancel')
    const others = [
      aRule('Cancel', {name: 'other'}),
      aRule('Cancel', {pairs: [{source: aSource('url', 'Contains', 'x')}]}),
    ]
    expect(new Set([rule, ...others].map(getContent)).size).toBe(3)
  })

  it('is null for an invalid record', () =>
    expect([getContent(null), getContent({ruleType: 'X'})]).toEqual([null, null]))
})

it('the import preview has a verdict for each record', () => {
  const header = {name: 'a', value: '1'}
  const {records} = readAllRules(
    JSON.stringify([
      {version: 2, title: 'New', headers: [header]},
      {version: 2, title: 'Changed', headers: [header], tabFilters: [{tabId: 1}]},
      {version: 2, title: 'Here', headers: [header]},
      {version: 2, title: 'Refused', headers: [{name: '', value: '1'}]},
    ]),
  )
  const here = aRule('Headers', {
    name: 'Here',
    pairs: [
      {
        source: aSource('url', 'Wildcard_Matches', '*'),
        modifications: [{header: 'a', type: 'Modify', value: '1', target: 'Request'}],
      },
    ],
  })
  expect(getVerdicts([here], records)).toEqual<RecordVerdict[]>([
    {verdict: 'complete', existingId: null},
    {verdict: 'changed', existingId: null},
    {verdict: 'already-here', existingId: here.id},
    {verdict: 'refused', existingId: null},
  ])
})

it('a ModHeader file is recognised when its first profile is empty', () => {
  const profiles = [
    {title: 'Empty', hideComment: true},
    {title: 'Staging', headers: [{enabled: true, name: 'X-Env', value: 'staging'}]},
  ]
  const {format, records} = readAllRules(JSON.stringify(profiles))
  expect([format, records.map(({rule}) => rule?.['name'])]).toEqual(['ModHeader', ['Staging']])
})

import {expect, it} from 'vitest'
import {deserializeDraft, parseDraftRecord, serializeDraft} from '../../../src/ui/options/editor/model/draft-record'
import {aRule} from './builders'

const fields = {name: '', description: '', groupId: '', status: 'Active'} as const

it('a draft is restored as written, NaN included', () => {
  const rule = aRule('Delay')
  const pair = {...rule.pairs[0], delay: Number.NaN} as never
  const written = {ruleType: 'Delay', ancestor: rule, fields, pairs: [{pair, origin: '#0'}, {pair}]} as const
  const record = serializeDraft(written, 7)
  expect(parseDraftRecord(structuredClone(record))).toEqual(record)
  expect(deserializeDraft(record)).toEqual(written)
})

it('a body of megabytes is stored once and unchanged', () => {
  const body = '"\n'.repeat(100_000)
  const rule = aRule('Response', {pairs: [{type: 'static', value: body}]} as never)
  const [original] = rule.pairs
  const changed = {...original, statusText: 'OK'} as never
  const written = {ruleType: 'Response', ancestor: rule, fields, pairs: [{pair: changed, origin: '#0'}]} as const
  const record = serializeDraft(written, 7)
  expect(JSON.stringify(record).length).toBeLessThan(JSON.stringify(body).length * 1.1)
  expect(parseDraftRecord(structuredClone(record))).toEqual(record)
  expect(deserializeDraft(record)).toEqual(written)
})

it('an unreadable draft is ignored', () => {
  const {pairs} = aRule('Cancel')
  const text = (content: unknown) => ({version: 1, at: 1, text: JSON.stringify(content)}) as const
  for (const bad of [
    null,
    [],
    {},
    {ruleType: 'Cancel', ancestor: null, fields, pairs: []},
    {ruleType: 'Cancel', ancestor: null, fields, pairs: [{pair: {source: 7}}]},
    {ruleType: 'Cancel', ancestor: {id: 'x'}, fields, pairs: [{pair: pairs[0]}]},
    {ruleType: 'Cancel', ancestor: aRule('Delay'), fields, pairs: [{pair: pairs[0]}]},
    {ruleType: 'Nothing', ancestor: null, fields, pairs: [{pair: pairs[0]}]},
    {ruleType: 'Cancel', ancestor: null, fields: {...fields, name: 1}, pairs: [{pair: pairs[0]}]},
  ])
    expect(deserializeDraft(text(bad))).toBeUndefined()
  expect(deserializeDraft({version: 1, at: 1, text: '{'})).toBeUndefined()
  for (const bad of [undefined, 'text', 4, {version: 2, at: 1, text: ''}, {version: 1, text: ''}])
    expect(parseDraftRecord(bad)).toBeUndefined()
})

import {describe, expect, it} from 'vitest'
import {deepest} from '../../../src/model/json'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {openOne} from '../storage/open'
import {shownRejection} from '../shown-error'
import {withModel} from './model-service'

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}
const tooDeep = (depth = 3_000) => aPayload('Cancel', {name: 'Deep', extra: nested(depth)})

describe('a record that is nested too deeply to be stored', () => {
  it('is left out by name and does not affect others', async () => {
    const {service, device} = await withModel()
    const id = service.put('rules', tooDeep())
    service.put('rules', aPayload('Cancel', {name: 'Plain'}))
    service.put('groups', {name: 'Deep too', objectType: 'group', extra: nested(3_000)})
    service.put('rules', aPayload('Cancel', {name: 'Just not', extra: nested(deepest - 1)}))
    const view = await device.synced()
    expect(view.failure).toBe(null)
    expect(view.tooDeep).toMatchObject([
      {kind: 'rule', id, name: 'Deep', ruleType: 'Cancel'},
      {kind: 'group', name: 'Deep too'},
    ])
    const {rules} = await device.library.snapshot()
    expect(rules.map(({record}) => record['name'])).toEqual(['Plain', 'Just not'])
  })

  it('keeps its last stored version, and a local change is set aside', async () => {
    const {service, device} = await withModel()
    const id = service.put('rules', aPayload('Cancel', {name: 'Was shallow'}))
    await device.synced()
    service.put('rules', {extra: nested(3_000)}, id)
    const [rule] = (await device.library.snapshot()).rules
    await device.library.updateRule(rule?.id ?? '', {...rule?.record, name: 'Mine'})
    const {rejected} = await device.synced()
    expect(rejected).toMatchObject([{name: 'Mine', message: {code: 'serviceTooDeep'}}])
    expect((await device.library.snapshot()).rules).toMatchObject([{record: {name: 'Mine'}}])
  })

  it.each<[string, (record: StoredRecord) => StoredRecord]>([
    ['in a field of its own', record => record],
    ['in a pair', ({extra, ...record}) => ({...record, pairs: [{...(record['pairs'] as object[])[0], extra}]})],
  ])('is refused with the field when it is saved or added: %s', async (_where, place) => {
    const library = await openOne()
    const deep = place(tooDeep())
    const isRefused = async (change: Promise<unknown>) =>
      expect(await shownRejection(change)).toMatch(/“Deep”.*(extra|pairs).*nested at most/s)
    await isRefused(library.createRule(deep))
    const {data} = await library.createRule(aPayload('Cancel', {name: 'Kept'}))
    await isRefused(library.updateRule(data.id, deep))
    await isRefused(library.addRecords({groups: [], rules: [{payload: deep, group: null}], team: false}))
    await expect(library.createGroup({name: 'Deep', extra: nested(3_000)})).rejects.toMatchObject({status: 400})
    expect((await library.snapshot()).rules).toHaveLength(1)
  })
})

import {shownRejection} from '../shown-error'
import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {openOne} from './open'

type Opened = Awaited<ReturnType<typeof openOne>>

const apply = (library: Opened, names: readonly string[], group?: string) =>
  library.addRecords({
    applied: true,
    team: false,
    groups: group === undefined ? [] : [{name: group}],
    rules: names.map(name => ({payload: aPayload('Cancel', {name}), group: group === undefined ? null : 0})),
  })
const namesIn = async (library: Opened) => {
  const {rules, groups} = await library.snapshot()
  return [...rules, ...groups].map(({record}) => record['name'])
}

describe('Rules that a script applies', () => {
  it('replace only the rules that a script applied before', async () => {
    const library = await openOne()
    await library.createRule(aPayload('Cancel', {name: 'mine'}))
    await library.createGroup({name: 'My group'})
    await apply(library, ['a', 'b'], 'Shop')
    expect(await namesIn(library)).toEqual(['mine', 'a', 'b', 'My group', 'Shop'])
    await apply(library, ['c'])
    expect(await namesIn(library)).toEqual(['mine', 'c', 'My group'])
    await apply(library, [])
    expect(await namesIn(library)).toEqual(['mine', 'My group'])
    expect(await library.listTrash()).toEqual([])
  })

  it('give the same result when they are applied twice, after a restart as well', async () => {
    const databaseName = `applied-${Math.random()}`
    await apply(await openOne({databaseName}), ['a', 'b'], 'Shop')
    const again = await openOne({databaseName})
    const {rules, groups} = await apply(again, ['a', 'b'], 'Shop')
    expect(await namesIn(again)).toEqual(['a', 'b', 'Shop'])
    expect(rules.map(({groupId}) => groupId)).toEqual([groups[0]?.id, groups[0]?.id])
  })

  it('go to the trash if the user changed them', async () => {
    const library = await openOne()
    const {rules} = await apply(library, ['a', 'b'], 'Shop')
    await library.switchRules([String(rules[0]?.id)], false)
    const own = await library.createRule(aPayload('Cancel', {name: 'mine'}))
    await library.moveRules([{ids: [own.data.id], before: null, groupId: String(rules[0]?.groupId)}])
    await apply(library, ['c'])
    expect(await namesIn(library)).toEqual(['mine', 'c'])
    expect((await library.listTrash()).map(({name}) => name).toSorted()).toEqual(['Shop', 'a'])
  })

  it('replace nothing if one of the new rules is invalid', async () => {
    const library = await openOne()
    await apply(library, ['a'], 'Shop')
    const wrong = {source: {key: 'url', operator: 'Matches', value: '('}}
    const rules = [
      {payload: aPayload('Cancel', {name: 'b'}), group: null},
      {payload: aPayload('Cancel', {name: 'c', pairs: [wrong]}), group: null},
    ]
    expect(await shownRejection(library.addRecords({applied: true, team: false, groups: [], rules}))).toMatch(
      /“c”: pairs\[0\]\.source\.value/,
    )
    expect(await namesIn(library)).toEqual(['a', 'Shop'])
  })
})

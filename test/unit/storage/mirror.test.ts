import * as fc from 'fast-check'
import {describe, expect, it, vi} from 'vitest'
import type {Library} from '../../../src/api/library'
import {isServiceError} from '../../../src/api/service-error'
import {ruleTypes} from '../../../src/model/rules'
import {aPayload} from '../api/payloads'
import {freshName, inDatabase, openOne, moveRule} from './open'

/** A user action; `pick` chooses one of the ids. */
type Deed = (library: Library, pick: {rule(): string; group(): string; lying(): string}) => Promise<unknown>

const deeds: Readonly<Record<string, Deed>> = {
  create: (library, {group}) => library.createRule(aPayload('Cancel', {groupId: group()})),
  createOdd: library => library.createRule(aPayload('Replace', {pairs: [], extra: 1})),
  update: (library, {rule, group}) => library.updateRule(rule(), aPayload('Cancel', {groupId: group(), name: 'new'})),
  switchOff: (library, {rule}) => library.switchRules([rule(), rule()], false),
  switchOn: (library, {rule}) => library.switchRules([rule()], true),
  pin: (library, {rule}) => library.pinRules([rule()], true),
  moveAbove: (library, {rule}) => moveRule(library, rule(), rule(), ''),
  moveInto: (library, {rule, group}) => moveRule(library, rule(), null, group()),
  delete: (library, {rule}) => library.deleteRules([rule(), rule()]),
  deleteSome: (library, {rule}) => library.deleteRules([rule(), 'Cancel_none']),
  createGroup: library => library.createGroup({name: 'a'}),
  updateGroup: (library, {group}) => library.updateGroup(group(), {name: 'b', status: 'Inactive'}),
  moveGroup: (library, {group}) => library.moveGroup(group(), group()),
  deleteGroup: (library, {group}) => library.deleteGroup(group()),
  restore: (library, {lying}) => library.restore([lying()]),
  purge: (library, {lying}) => library.purge([lying()]),
  purgeAndHaveBack: async (library, {lying}) => library.undoPurge(await library.purge([lying()])),
  unmake: (library, {rule, group}) => library.undoCreate({rules: [rule()], groups: [group()], changed: []}),
  unmakeChanged: (library, {rule}) => {
    const id = rule()
    return library.undoCreate({rules: [id], groups: [], changed: [id]})
  },
  pause: library => library.setPaused(true),
  resume: library => library.setPaused(false),
  expire: library => library.expire(),
  remember: library => library.writeInstallMemory({revision: 1, refused: {}}),
}

describe('the mirror in memory', () => {
  it('equals what a new library reads after any change', async () => {
    const step = fc.record({deed: fc.constantFrom(...Object.keys(deeds)), chance: fc.nat(), together: fc.boolean()})
    await fc.assert(
      fc.asyncProperty(fc.array(step, {maxLength: 25}), async steps => {
        const databaseName = freshName()
        const library = await openOne({databaseName})
        for (let times = 0; times < 3; times++) await library.createRule(aPayload('Cancel'))
        await library.createGroup({name: 'a'})
        let running: Promise<unknown>[] = []
        for (const {deed, chance, together} of steps) {
          const {rules, groups} = await library.snapshot()
          const lying = await library.listTrash()
          let salt = chance
          const one = (ids: readonly string[]) => ids[salt++ % Math.max(ids.length, 1)] ?? ''
          const ids = (all: readonly {readonly id: string}[]) => all.map(({id}) => id)
          const pick = {rule: () => one(ids(rules)), group: () => one(ids(groups)), lying: () => one(ids(lying))}
          const done = deeds[deed]?.(library, pick).catch((error: unknown) => {
            if (!isServiceError(error)) throw error
          })
          running.push(Promise.resolve(done))
          if (!together) running = [void (await Promise.all(running))].flatMap(() => [])
        }
        await Promise.all(running)
        const fresh = await openOne({databaseName})
        expect(await library.snapshot()).toEqual(await fresh.snapshot())
        expect(await library.listTrash()).toEqual(await fresh.listTrash())
        const {rules} = await library.snapshot()
        expect(new Set(rules.map(({number}) => number)).size).toBe(rules.length)
        const ranks = rules.map(({rank}) => rank)
        expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b))
      }),
      {numRuns: 150},
    )
  })

  it('avoids database reads after a switch and reuses unchanged entries', async () => {
    const library = await openOne()
    for (const type of ruleTypes) await library.createRule(aPayload(type))
    await library.createGroup({name: 'a'})
    const before = await library.snapshot()
    await library.switchRules([before.rules[4]?.id ?? ''], false)
    const reads = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const after = await library.snapshot()
    expect(reads).not.toHaveBeenCalled()
    expect(after.rules.map((rule, index) => rule === before.rules[index])).toEqual(
      ruleTypes.map((_, index) => index !== 4),
    )
    expect(after.groups).toBe(before.groups)
    expect(after.revision).toBe(before.revision + 1)
    expect((await library.snapshot()).rules).toBe(after.rules)
  })

  it('reads and writes a single record to switch one of 10,000 rules', async () => {
    const databaseName = freshName()
    await openOne({databaseName})
    await inDatabase(databaseName, async database => {
      const store = database.transaction('rules', 'readwrite').store
      const record = {...aPayload('Cancel'), status: 'Active'}
      for (let number = 1; number <= 10_000; number++)
        void store.put({id: `Cancel_${number}`, number, rank: number, record})
      await store.transaction.done
    })
    const library = await openOne({databaseName})
    const before = await library.snapshot()
    expect(before.rules).toHaveLength(10_000)
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put')
    const alls = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    await library.switchRules(['Cancel_5000'], false)
    expect({puts: puts.mock.calls.length, alls: alls.mock.calls.length}).toEqual({puts: 2, alls: 0})
    const after = await library.snapshot()
    expect(after.rules.filter((rule, index) => rule !== before.rules[index]).map(({id}) => id)).toEqual(['Cancel_5000'])
  })
})

describe('concurrent calls', () => {
  it('lose nothing', async () => {
    const library = await openOne()
    await Promise.all(
      Array.from({length: 50}, (_, index) => library.createRule(aPayload('Cancel', {name: `${index}`}))),
    )
    const {rules, revision} = await library.snapshot()
    expect({length: rules.length, revision}).toEqual({length: 50, revision: 50})
    const ids = rules.map(({id}) => id)
    await Promise.all([
      ...ids.map(id => library.switchRules([id], false)),
      ...ids.map(id => library.pinRules([id], true)),
      library.setPaused(true),
    ])
    const after = await library.snapshot()
    expect(after.paused).toBe(true)
    expect(after.rules.every(({record}) => record['status'] === 'Inactive' && record['isFavourite'] === true)).toBe(
      true,
    )
  })

  it('through two libraries on one database lose nothing', async () => {
    const databaseName = freshName()
    const two = await Promise.all([openOne({databaseName}), openOne({databaseName})])
    await Promise.all(
      Array.from({length: 20}, (_, index) => two[index % 2 === 0 ? 0 : 1].createRule(aPayload('Cancel'))),
    )
    const fresh = await (await openOne({databaseName})).snapshot()
    expect(fresh.rules).toHaveLength(20)
    expect(new Set(fresh.rules.map(({number}) => number)).size).toBe(20)
    expect((await two[0].listRules()).total).toBe(20)
    expect(await two[0].snapshot()).toEqual(fresh)
  })
})

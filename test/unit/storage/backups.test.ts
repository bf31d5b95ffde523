import {shownRejection} from '../shown-error'
import type {FaultText} from '../../../src/model/faults'
import {describe, expect, it, vi} from 'vitest'
import {createBackups} from '../../../src/storage/backups'
import {openLibrary} from '../../../src/storage/library'
import {aPayload} from '../api/payloads'
import {freshName, inDatabase} from './open'

const day = 24 * 60 * 60 * 1000

/** A library with backups, a test clock and the stored failure. */
async function aDevice() {
  const databaseName = freshName()
  let time = 1_700_000_000_000
  let suffixes = 0
  let failure: FaultText | null = null
  const needs = {databaseName, now: () => time, suffix: () => `${databaseName}-${++suffixes}`}
  const library = await openLibrary(needs)
  const kept = {
    read: async () => failure,
    write: async (next: FaultText | null) => {
      failure = next
    },
  }
  const backups = createBackups({...needs, library, failure: kept})
  const make = async (name: string, more: object = {}) =>
    (await library.createRule(aPayload('Cancel', {name, ...more}))).data.id
  return {
    databaseName,
    library,
    backups,
    make,
    pass(milliseconds: number) {
      time += milliseconds
    },
    names: async () => (await library.snapshot()).rules.map(({record}) => record['name']),
    listed: async () => (await backups.list()).backups.map(({kind, rules, groups}) => [kind, rules, groups]),
    lastAt: async () => Number((await backups.list()).backups[0]?.at),
    /** The database without its backups. */
    contents: () =>
      inDatabase(databaseName, async database =>
        JSON.stringify(await Promise.all(['rules', 'groups', 'trash'].map(name => database.getAll(name)))),
      ),
  }
}

describe('Backups', () => {
  it('are made once a day after changes, and the last 14 remain', async () => {
    const {backups, make, listed, pass} = await aDevice()
    await backups.makeDaily()
    expect(await listed()).toEqual([])
    await make('a')
    await backups.makeDaily()
    await make('b')
    pass(day / 2)
    await backups.makeDaily()
    expect(await listed()).toEqual([['daily', 1, 0]])
    for (let n = 2; n < 17; n++) {
      pass(day)
      await backups.makeDaily()
      pass(day)
      // Without a change there is no backup.
      await backups.makeDaily()
      await make(`${n}`)
    }
    const all = await listed()
    expect(all).toHaveLength(14)
    expect([all[0], all.at(-1)]).toEqual([
      ['daily', 16, 0],
      ['daily', 3, 0],
    ])
  })

  it('are made once a day after the clock was set back', async () => {
    const {backups, make, listed, pass} = await aDevice()
    await make('a')
    await backups.makeDaily()
    pass(-365 * day)
    const counts: number[] = []
    for (const name of ['b', 'c', 'd']) {
      await make(name)
      await backups.makeDaily()
      counts.push((await listed()).length)
    }
    expect(counts).toEqual([2, 2, 2])
    pass(day)
    await backups.makeDaily()
    expect(await listed()).toHaveLength(3)
  })

  it('made by the user do not replace daily ones', async () => {
    const {backups, make, listed} = await aDevice()
    await make('a')
    await backups.makeDaily()
    for (let n = 0; n < 16; n++) {
      await make(`${n}`)
      expect(await backups.make()).toBe(true)
    }
    expect(await backups.make()).toBe(false)
    expect(await listed()).toHaveLength(15)
    expect((await listed()).at(-1)).toEqual(['daily', 1, 0])
  })

  it('contain no API key and no team records', async () => {
    const {backups, library, make, lastAt} = await aDevice()
    await library.change(work => {
      work.values.team = {
        url: 'https://rules.test',
        key: 'sy_live_secret',
        every: 5,
        synced: null,
        failure: null,
        gone: [],
        unnamed: 0,
      }
    })
    await make('mine')
    await library.createRule(aPayload('Cancel', {name: 'theirs'}), {team: true})
    await backups.make()
    const at = await lastAt()
    const {text, isWhole} = await backups.read(at, 0)
    expect(isWhole).toBe(true)
    expect(text).toContain('mine')
    expect(text).not.toMatch(/secret|theirs/)
  })

  it('report the error of a failed backup until one succeeds', async () => {
    const {backups, make} = await aDevice()
    await make('a')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    await backups.makeDaily()
    expect(await backups.list()).toEqual({backups: [], failure: {code: 'noRoomLeft'}})
    expect(await shownRejection(backups.make())).toBe('There is not enough room on this device to store this.')
    put.mockRestore()
    await backups.makeDaily()
    expect(await backups.list()).toMatchObject({backups: [{rules: 1}], failure: null})
  })

  it('are read in parts that fit a message', async () => {
    const {backups, make, lastAt} = await aDevice()
    await make('long', {description: 'x'.repeat(8_000_000)})
    await backups.make()
    const at = await lastAt()
    const first = await backups.read(at, 0)
    const second = await backups.read(at, first.text.length)
    expect([first.isWhole, second.isWhole]).toEqual([false, true])
    expect(JSON.parse(first.text + second.text)).toMatchObject({rules: [{record: {name: 'long'}}]})
    expect(await shownRejection(backups.read(7, 0))).toBe('This backup not found')
  })
})

describe('Restoring a backup', () => {
  /**
   * A backup of a, of b in a group, and of c. Then a changed, b and its group were deleted,
   * and d was created.
   */
  async function changed() {
    const device = await aDevice()
    const {library, backups, make, pass, lastAt} = device
    const {data: group} = await library.createGroup({name: 'Shop'})
    const [a, b] = [await make('a'), await make('b', {groupId: group.id})]
    const c = await make('c')
    await backups.make()
    pass(1_000)
    await library.updateRule(a, aPayload('Cancel', {name: 'a changed'}))
    await library.deleteRule(b)
    await library.deleteGroup(group.id)
    await library.moveRules([{ids: [c], before: a, groupId: ''}])
    await make('d')
    const at = await lastAt()
    return {...device, at, group}
  }

  it('restores rules, groups and their order, and backs up the current ones', async () => {
    const {library, backups, names, at, group} = await changed()
    await backups.restore(at, false)
    expect(await names()).toEqual(['a', 'b', 'c'])
    const {rules, groups} = await library.snapshot()
    expect(groups.map(({id}) => id)).toEqual([group.id])
    expect(rules[1]?.record['groupId']).toBe(group.id)
    expect((await library.listTrash()).map(({name}) => name)).toEqual(['d'])
    const {backups: list} = await backups.list()
    expect(list.map(({kind}) => kind)).toEqual(['before', 'asked'])
  })

  it('can be undone completely', async () => {
    const {backups, contents, listed, at} = await changed()
    const before = await contents()
    const undo = await backups.restore(at, false)
    expect(await contents()).not.toBe(before)
    await backups.restore(undo, true)
    expect(JSON.parse(await contents())).toEqual(
      // Entries deleted by the restoration are no longer in the trash.
      JSON.parse(before),
    )
    expect(await listed()).toEqual([['asked', 3, 1]])
  })

  it('keeps the restored backup, even if it is the oldest one', async () => {
    const {backups, contents, listed, make, at} = await changed()
    for (let n = 1; n < 14; n++) {
      await make(`${n}`)
      await backups.make()
    }
    const [before, all] = [await contents(), await listed()]
    const undo = await backups.restore(at, false)
    expect((await listed()).at(-1)).toEqual(all.at(-1))
    await backups.restore(undo, true)
    expect(JSON.parse(await contents())).toEqual(JSON.parse(before))
  })

  it('keeps later changes when it is undone', async () => {
    const {library, backups, names, make, at} = await changed()
    const undo = await backups.restore(at, false)
    await make('e')
    await backups.restore(undo, true)
    expect(await names()).toEqual(['c', 'a changed', 'd'])
    expect((await library.listTrash()).map(({name}) => name)).toContain('e')
    expect((await backups.list()).backups.map(({rules}) => rules)).toContain(4)
  })

  it('assigns unique numbers and does not change team rules', async () => {
    const {library, backups, make, names, databaseName, lastAt} = await aDevice()
    await make('a')
    await backups.make()
    const at = await lastAt()
    const id = String((await library.snapshot()).rules[0]?.id)
    await library.deleteRule(id)
    await library.purge([id])
    await library.change(work => {
      const remote = {id: 'Cancel_t', base: null}
      work.rules.put({id: 'Cancel_t', number: 1, rank: 9, record: {...aPayload(), id: 'Cancel_t', name: 't'}, remote})
    })
    await backups.restore(at, false)
    expect(await names()).toEqual(['a', 't'])
    const again = await openLibrary({databaseName, now: Date.now, suffix: () => 'x'})
    const {rules} = await again.snapshot()
    expect(new Set(rules.map(({number}) => number)).size).toBe(2)
    expect(rules[1]?.remote?.id).toBe('Cancel_t')
  })
})

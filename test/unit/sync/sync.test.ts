import {beforeAll, describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {sharedApp} from '../team-server/open-server'
import {aDevice, atService, directTo, onDevice, said, serviceUrl, type Device} from './team'

const server = sharedApp()
// The database takes seconds to start.
beforeAll(() => server.started(), 60_000)

async function connected(...devices: Device[]): Promise<string> {
  const key = await server.newKey()
  for (const device of devices) {
    await device.sync.connect({url: `${serviceUrl}/`, key})
    await device.synced()
  }
  return key
}

const two = async () => {
  const send = await directTo(server)
  const [mine, theirs] = [await aDevice(send), await aDevice(send)]
  return {send, mine, theirs, key: await connected(mine, theirs)}
}

/** Expects that all devices and the service have the same records. */
async function expectEqual(send: typeof fetch, key: string, ...devices: Device[]): Promise<void> {
  const there = await atService(send, key)
  for (const device of devices) {
    const here = await onDevice(device)
    expect(said(here.groups, [])).toEqual(said(there.groups, []))
    expect(said(here.rules, here.groups)).toEqual(said(there.rules, there.groups))
  }
}

const onlyRule = async (device: Device) => {
  const {rules} = await device.library.snapshot()
  const [rule] = rules
  if (!rule || rules.length !== 1) throw new Error(`There are ${rules.length} rules`)
  return rule
}

describe('a browser with a team account', () => {
  it('sends its team rules and receives those of others', async () => {
    const {send, mine, theirs, key} = await two()
    const {data: group} = await mine.library.createGroup({name: 'Checkout'})
    await mine.library.createRule(aPayload('Redirect', {name: 'Ours', groupId: group.id}), {team: true})
    await mine.library.createRule(aPayload('Cancel', {name: 'Only here'}))
    await mine.synced()
    await theirs.synced()
    await expectEqual(send, key, mine, theirs)
    const {rules} = await onDevice(theirs)
    expect(rules.map(({name}) => name)).toEqual(['Ours'])
    expect((await mine.view()).synced?.rules).toBe(1)
  })

  it('merges changes of two users in one rule', async () => {
    const {send, mine, theirs, key} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'A'}), {team: true})
    await mine.synced()
    await theirs.synced()
    const [here, there] = [await onlyRule(mine), await onlyRule(theirs)]
    await mine.library.updateRule(here.id, {...here.record, name: 'B'})
    await theirs.library.switchRules([there.id], false)
    await mine.synced()
    await theirs.synced()
    await mine.synced()
    await expectEqual(send, key, mine, theirs)
    expect((await onlyRule(mine)).record).toMatchObject({name: 'B', status: 'Inactive'})
  })

  it('keeps both versions of a conflict and sends the chosen one', async () => {
    const {send, mine, theirs, key} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'A'}), {team: true})
    await mine.synced()
    await theirs.synced()
    const [here, there] = [await onlyRule(mine), await onlyRule(theirs)]
    await mine.library.updateRule(here.id, {...here.record, name: 'Mine'})
    await theirs.library.updateRule(there.id, {...there.record, name: 'Theirs'})
    await mine.synced()
    const {conflicts} = await theirs.synced()
    expect(conflicts).toMatchObject([{id: there.id, fields: ['name'], mine: {name: 'Theirs'}, theirs: {name: 'Mine'}}])
    expect((await onlyRule(theirs)).record['name']).toBe('Theirs')
    await theirs.sync.settle(there.id, 'mine')
    await theirs.synced()
    await mine.synced()
    await expectEqual(send, key, mine, theirs)
    expect((await onlyRule(mine)).record['name']).toBe('Theirs')
    // The other version can be restored.
    expect((await theirs.library.listTrash()).map(({name}) => name)).toEqual(['Mine'])
  })

  it('deletes records at the service unless they changed there', async () => {
    const {send, mine, theirs, key} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'A'}), {team: true})
    await mine.library.createRule(aPayload('Cancel', {name: 'Kept'}), {team: true})
    await mine.synced()
    await theirs.synced()
    const named = async (device: Device, name: string) =>
      (await device.library.snapshot()).rules.find(({record}) => record['name'] === name)?.id ?? ''
    await mine.library.deleteRules([await named(mine, 'A'), await named(mine, 'Kept')])
    const there = await named(theirs, 'Kept')
    await theirs.library.updateRule(there, aPayload('Cancel', {name: 'Changed'}))
    await theirs.synced()
    const {conflicts} = await mine.synced()
    expect(conflicts).toMatchObject([{mine: null, theirs: {name: 'Changed'}}])
    expect((await atService(send, key)).rules.map(({name}) => name)).toEqual(['Changed'])
    await mine.sync.settle(conflicts[0]?.id ?? '', 'theirs')
    await mine.synced()
    await theirs.synced()
    await expectEqual(send, key, mine, theirs)
  })

  it('moves rules deleted by the team to the trash, or asks if they changed', async () => {
    const {send, mine, theirs, key} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'A'}), {team: true})
    await mine.synced()
    await theirs.synced()
    await theirs.library.deleteRules([(await onlyRule(theirs)).id])
    await theirs.synced()
    await mine.synced()
    expect((await mine.library.listTrash()).map(({name}) => name)).toEqual(['A'])
    await mine.library.restore((await mine.library.listTrash()).map(({id}) => id))
    await mine.synced()
    await theirs.synced()
    await expectEqual(send, key, mine, theirs)
    expect((await onlyRule(theirs)).record['name']).toBe('A')
    await theirs.library.deleteRules([(await onlyRule(theirs)).id])
    const here = await onlyRule(mine)
    await mine.library.updateRule(here.id, {...here.record, name: 'B'})
    await theirs.synced()
    const {conflicts} = await mine.synced()
    expect(conflicts).toMatchObject([{theirs: null, mine: {name: 'B'}}])
    await mine.sync.settle(here.id, 'mine')
    await mine.synced()
    await theirs.synced()
    await expectEqual(send, key, mine, theirs)
  })

  it('sets rejected changes aside and sends the rest', async () => {
    const {mine, theirs} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'Large', description: 'd'.repeat(1_000_000)}), {
      team: true,
    })
    await mine.library.createRule(aPayload('Cancel', {name: 'Small'}), {team: true})
    const {rejected} = await mine.synced()
    expect(rejected).toMatchObject([{name: 'Large', status: 400}])
    await theirs.synced()
    expect((await onlyRule(theirs)).record['name']).toBe('Small')
    await mine.sync.drop(rejected.map(({id}) => id))
    expect((await mine.synced()).rejected).toEqual([])
    expect((await mine.library.snapshot()).rules).toHaveLength(2)
  })

  it('keeps its rules or moves them to the trash when it disconnects', async () => {
    const {mine, theirs} = await two()
    await mine.library.createRule(aPayload('Redirect', {name: 'A'}), {team: true})
    await mine.synced()
    await theirs.synced()
    await mine.sync.disconnect(true)
    expect(await mine.sync.view()).toBe(null)
    expect(await onlyRule(mine)).not.toHaveProperty('remote')
    await theirs.sync.disconnect(false)
    expect((await theirs.library.snapshot()).rules).toEqual([])
    expect(await theirs.library.listTrash()).toHaveLength(1)
  })
})

import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {answering, json} from './connected'
import {modelService, only} from './model-service'
import {aDevice, serviceUrl} from './team'

const hour = 60 * 60 * 1000

/** A service that answers 404 to the list of groups until it supports it. */
async function withoutGroupList(status = 404) {
  const service = modelService()
  const groupId = service.put('groups', {name: 'Shop', objectType: 'group', status: 'Inactive'})
  service.put('rules', {...aPayload('Cancel'), groupId})
  const state = {hasList: false}
  const device = await aDevice(service.send, {
    network: answering(
      (method, path) => method === 'GET' && path === '/v1/groups' && !state.hasList,
      async () => {
        service.calls.push({method: 'GET', path: '/v1/groups'})
        return json({success: false}, status)
      },
    ),
  })
  await device.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
  await device.synced()
  return {service, device, state, asked: () => service.countOf('GET', '/v1/groups')}
}

describe('a service that cannot list groups', () => {
  it.each([404, 405, 501])('is asked again once a day after it answered %i', async status => {
    const {device, asked} = await withoutGroupList(status)
    expect(asked()).toBe(1)
    device.clock.now += 23 * hour
    await device.sync.run('whole')
    expect(asked()).toBe(1)
    device.clock.now += 2 * hour
    await device.sync.run('whole')
    expect(asked()).toBe(2)
    await device.sync.run('whole')
    expect(asked()).toBe(2)
  })

  it('is asked again when the user syncs', async () => {
    const {device, state, asked} = await withoutGroupList()
    state.hasList = true
    await device.sync.run('whole')
    expect((await only(device, 'groups')).record['name']).not.toBe('Shop')
    await device.sync.run('now')
    expect(asked()).toBe(2)
    expect((await only(device, 'groups')).record).toMatchObject({name: 'Shop', status: 'Inactive'})
  })

  it('is asked again when the user connects', async () => {
    const {device, state} = await withoutGroupList()
    state.hasList = true
    await device.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
    await device.sync.run('changes')
    expect((await only(device, 'groups')).record).toMatchObject({name: 'Shop', status: 'Inactive'})
  })

  it('leaves the status of a group unknown until a list or an update has it', async () => {
    const {device, state} = await withoutGroupList()
    const {id} = await only(device, 'groups')
    const ofUnknownState = async () => (await device.view()).groupsOfUnknownState
    expect(await ofUnknownState()).toEqual([id])
    await device.library.changeGroup(id, {name: 'Renamed here'})
    expect(await ofUnknownState()).toEqual([id])
    await device.synced()
    expect(await ofUnknownState()).toEqual([])
    state.hasList = true
    await device.sync.run('now')
    expect(await ofUnknownState()).toEqual([])
  })
})

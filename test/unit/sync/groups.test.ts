import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {only, withModel, type Traits} from './model-service'

/** A synced group on a service with these traits. */
async function withGroup(traits: Traits = {}) {
  const {service, device} = await withModel(traits)
  const id = service.put('groups', {name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false})
  await device.synced()
  return {service, device, id, here: (await only(device, 'groups')).id}
}

describe('a group that two users change', () => {
  it.each([
    ['that refuses changes of an older version', true],
    ['that takes every change', false],
  ])('is merged on a service %s', async (_which, knowsIfMatch) => {
    const {service, device, id, here} = await withGroup({knowsIfMatch})
    await device.library.changeGroup(here, {status: 'Inactive'})
    service.put('groups', {name: 'Till'}, id)
    await device.sync.run('changes')
    expect(service.groups.get(id)).toMatchObject({name: 'Till', status: 'Inactive'})
    expect((await only(device, 'groups')).record).toMatchObject({name: 'Till', status: 'Inactive'})
  })

  it('in one field is a conflict and is not sent until it is resolved', async () => {
    const {service, device, id, here} = await withGroup()
    await device.library.changeGroup(here, {name: 'Mine'})
    service.put('groups', {name: 'Theirs'}, id)
    await device.sync.run('changes')
    expect(service.groups.get(id)).toMatchObject({name: 'Theirs'})
    expect((await device.view()).conflicts).toMatchObject([{kind: 'group', fields: ['name'], theirs: {name: 'Theirs'}}])
    await device.sync.settle(here, 'mine')
    await device.synced()
    expect(service.groups.get(id)).toMatchObject({name: 'Mine'})
  })

  it('is not deleted after a remote change and returns with its rules', async () => {
    const {service, device, id, here} = await withGroup()
    await device.library.createRule(aPayload('Cancel', {groupId: here}), {team: true})
    await device.synced()
    await device.library.deleteGroup(here)
    service.put('groups', {name: 'Theirs'}, id)
    await device.sync.run('changes')
    expect(service.groups.has(id)).toBe(true)
    expect((await device.view()).conflicts).toMatchObject([{mine: null, theirs: {name: 'Theirs'}}])
    await device.sync.settle(here, 'theirs')
    await device.synced()
    expect((await only(device)).record['groupId']).toBe(here)
    expect([...service.rules.values()]).toMatchObject([{groupId: id}])
  })

  it('is a conflict if it was deleted there', async () => {
    const {service, device, id, here} = await withGroup()
    await device.library.changeGroup(here, {name: 'Mine'})
    service.groups.delete(id)
    await device.sync.run('changes')
    expect((await device.view()).conflicts).toMatchObject([{kind: 'group', theirs: null, mine: {name: 'Mine'}}])
  })

  it('is sent to a service that cannot list groups', async () => {
    const {service, device} = await withModel({listsGroups: false})
    const id = service.put('groups', {name: 'Shop', objectType: 'group', status: 'Active'})
    service.put('rules', {...aPayload('Cancel'), groupId: id})
    await device.synced()
    await device.library.changeGroup((await only(device, 'groups')).id, {name: 'Mine'})
    await device.synced()
    expect(service.groups.get(id)).toMatchObject({name: 'Mine'})
  })
})

describe('a group that the service refuses to create', () => {
  it('becomes local when it is discarded, and its team rules are ungrouped', async () => {
    const {service, device} = await withModel()
    const {data: group} = await device.library.createGroup({name: 'Refused'})
    await device.library.createRule(aPayload('Cancel', {groupId: group.id}), {team: true})
    const refusing = await device.reborn({
      network: send => async (asked, init) => {
        const request = new Request(asked, init)
        const isCreation = request.method === 'POST' && request.url.endsWith('/groups')
        return isCreation ? new Response('{"success":false}', {status: 400}) : send(request)
      },
    })
    await refusing.sync.run('changes')
    expect((await refusing.view()).rejected).toMatchObject([{kind: 'group', name: 'Refused'}])
    await refusing.sync.drop([group.id])
    const {rejected, waiting} = await refusing.synced()
    expect({rejected, waiting}).toEqual({rejected: [], waiting: []})
    const {groups} = await refusing.library.snapshot()
    expect(groups).toMatchObject([{id: group.id}])
    expect(groups[0]).not.toHaveProperty('remote')
    expect([...service.rules.values()]).toMatchObject([{groupId: ''}])
  })
})

describe('a list that lacks a record for a moment', () => {
  it('ungroups no rule', async () => {
    const {service, device, id, here} = await withGroup()
    const rule = service.put('rules', {...aPayload('Cancel', {name: 'Theirs'}), groupId: id})
    const untouched = service.put('rules', {...aPayload('Cancel', {name: 'Untouched'}), groupId: id})
    await device.synced()
    const [kept] = (await device.library.snapshot()).rules
    await device.library.updateRule(kept?.id ?? '', {...kept?.record, name: 'Mine'})
    const lost = [service.rules.get(rule), service.rules.get(untouched), service.groups.get(id)]
    service.rules.clear()
    service.groups.clear()
    await device.sync.run('whole')
    expect((await device.view()).conflicts).toMatchObject([{theirs: null, mine: {name: 'Mine'}}])
    service.groups.set(id, lost[2] ?? {})
    service.rules.set(rule, lost[0] ?? {})
    service.rules.set(untouched, lost[1] ?? {})
    expect((await device.synced()).conflicts).toEqual([])
    const {rules} = await device.library.snapshot()
    expect(rules.map(({record}) => [record['name'], record['groupId']])).toEqual([
      ['Mine', here],
      ['Untouched', here],
    ])
    expect(service.rules.get(rule)).toMatchObject({name: 'Mine', groupId: id})
    expect(await device.library.listTrash()).toEqual([])
  })
})

import {describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {aTeamServer} from './connected'
import {cut, losing, modelService, only, withModel, type Traits} from './model-service'
import {aDevice, atService, onDevice, serviceUrl, type Device, type Network} from './team'

const {connected} = aTeamServer()

const namesIn = (records: Iterable<StoredRecord>) => [...records].map(({name}) => String(name)).toSorted()
const rulesOn = async (device: Device) => namesIn((await onDevice(device)).rules)

async function rename({library}: Device, name: string): Promise<void> {
  const {rules} = await library.snapshot()
  for (const {id, record} of rules) await library.updateRule(id, {...record, name})
}

async function connectAs(device: Device, key: string): Promise<Device> {
  await device.sync.connect({url: serviceUrl, key})
  await device.synced()
  return device
}

describe('a service that honours idempotency keys', () => {
  /** B created a record, the service stored it, the response was lost. */
  async function withLostCreation(create: (device: Device) => Promise<unknown>, network: Network = losing('POST')) {
    const {send, key, device: a} = await connected()
    const first = await connectAs(await aDevice(send), key)
    const b = await first.reborn({network})
    await create(b)
    await b.sync.run('changes')
    await a.synced()
    return {send, key, a, b}
  }
  const createRule = (device: Device) => device.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})

  it('has a rule once that was renamed elsewhere before the retry', async () => {
    const {send, key, a, b} = await withLostCreation(createRule)
    await rename(a, 'Renamed')
    await a.synced()
    await b.sync.run('whole')
    expect((await b.view()).waiting).toEqual([])
    await a.synced()
    expect(namesIn((await atService(send, key)).rules)).toEqual(['Renamed'])
    expect([await rulesOn(a), await rulesOn(b)]).toEqual([['Renamed'], ['Renamed']])
    expect(await b.library.listTrash()).toEqual([])
  })

  it('merges what both sides changed before the retry', async () => {
    const {send, key, a, b} = await withLostCreation(createRule)
    await rename(a, 'Renamed')
    await a.synced()
    const {id, record} = await only(b)
    await b.library.updateRule(id, {...record, description: 'Described'})
    await b.synced()
    await a.synced()
    for (const rules of [(await atService(send, key)).rules, (await onDevice(a)).rules, (await onDevice(b)).rules])
      expect(rules).toMatchObject([{name: 'Renamed', description: 'Described'}])
  })

  it('has a group once that was renamed elsewhere before the retry', async () => {
    const {send, key, a, b} = await withLostCreation(async device => {
      const {data} = await device.library.createGroup({name: 'Shop'})
      await device.library.createRule(aPayload('Cancel', {groupId: data.id}), {team: true})
    })
    const [group] = (await onDevice(a)).groups
    await a.library.changeGroup(String(group?.['id']), {name: 'Renamed'})
    await a.synced()
    await b.synced()
    const there = await atService(send, key)
    expect(namesIn(there.groups)).toEqual(['Renamed'])
    expect(there.rules).toMatchObject([{groupId: there.groups[0]?.['id']}])
    expect(namesIn((await onDevice(b)).groups)).toEqual(['Renamed'])
  })

  it('receives the same key and body after the worker was stopped', async () => {
    const posts: string[] = []
    const lossy = losing('POST')
    const {send, key, a, b} = await withLostCreation(createRule, through => async (...given) => {
      const request = new Request(...given)
      if (request.method !== 'POST') return through(request)
      posts.push(`${request.headers.get('idempotency-key')} ${await request.clone().text()}`)
      return lossy(through)(request)
    })
    await rename(b, 'Renamed')
    const reborn = await b.reborn()
    await reborn.synced()
    await a.synced()
    expect(posts).toHaveLength(2)
    expect(posts[1]).toBe(posts[0])
    expect(posts[0]).toMatch(/^\S{16,} \{/)
    expect(namesIn((await atService(send, key)).rules)).toEqual(['Renamed'])
  })

  it('has a rule once whose retry fails while the list arrives', async () => {
    let isFailing = true
    let posts = 0
    const lossy = losing('POST')
    const {send, key, a, b} = await withLostCreation(createRule, through => async (...given) => {
      const request = new Request(...given)
      if (request.method === 'POST' && ++posts > 1 && isFailing) return cut()
      return lossy(through)(request)
    })
    await rename(a, 'Renamed')
    await a.synced()
    await b.sync.run('whole')
    isFailing = false
    await b.synced()
    expect(namesIn((await atService(send, key)).rules)).toEqual(['Renamed'])
    expect(await rulesOn(b)).toEqual(['Renamed'])
  })

  it('keeps an edit of the copy that arrived while the retry failed', async () => {
    let isFailing = true
    let posts = 0
    const lossy = losing('POST')
    const {send, key, a, b} = await withLostCreation(createRule, through => async (...given) => {
      const request = new Request(...given)
      if (request.method === 'POST' && ++posts > 1 && isFailing) return cut()
      if (request.method === 'PUT' && isFailing) return cut()
      return lossy(through)(request)
    })
    await rename(a, 'Renamed')
    await a.synced()
    await b.sync.run('whole')
    const copy = (await b.library.snapshot()).rules.find(({record}) => record['name'] === 'Renamed')
    await b.library.updateRule(copy?.id ?? '', {...copy?.record, name: 'Edited copy'})
    isFailing = false
    await b.synced()
    expect(namesIn((await atService(send, key)).rules)).toHaveLength(1)
    expect(await rulesOn(b)).toHaveLength(1)
    const trash = await b.library.listTrash()
    expect([...(await rulesOn(b)), ...trash.map(({name}) => name)]).toContain('Edited copy')
  })

  it('has no rule that was deleted here before the retry', async () => {
    const {send, key, b} = await withLostCreation(createRule)
    await b.library.deleteRules([(await only(b)).id])
    b.clock.now += 61_000
    await b.synced()
    expect((await atService(send, key)).rules).toEqual([])
  })

  it('has a rule once that was deleted here, renamed elsewhere and restored', async () => {
    const {send, key, a, b} = await withLostCreation(createRule)
    const {id} = await only(b)
    await b.library.deleteRules([id])
    await rename(a, 'Renamed')
    await a.synced()
    b.clock.now += 61_000
    await b.synced()
    await b.library.restore([id])
    await b.synced()
    expect(namesIn((await atService(send, key)).rules)).toEqual(['Renamed'])
    expect(await rulesOn(b)).toEqual(['Renamed'])
  })
})

describe('a service without idempotency keys', () => {
  /** B created a rule and the response was lost. */
  async function withLostRule(traits: Traits = {}) {
    const service = modelService(traits)
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    const b = await first.reborn({network: losing('POST')})
    await b.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})
    await b.sync.run('changes')
    return {service, b}
  }

  it('has the rule once if nobody changed it before the list was read', async () => {
    const {service, b} = await withLostRule()
    const {id} = await only(b)
    expect((await b.synced()).waiting).toEqual([])
    expect(namesIn(service.rules.values())).toEqual(['Created'])
    expect((await only(b)).id).toBe(id)
    expect(await b.library.listTrash()).toEqual([])
  })

  it('has both versions if somebody renamed the rule before the list was read', async () => {
    const {service, b} = await withLostRule()
    const [there = ''] = service.rules.keys()
    service.put('rules', {name: 'Renamed'}, there)
    await b.synced()
    expect(namesIn(service.rules.values())).toEqual(['Created', 'Renamed'])
    expect(await rulesOn(b)).toEqual(['Created', 'Renamed'])
  })

  it('receives other changes while the response is missing', async () => {
    const {service, b} = await withLostRule()
    await b.library.createRule(aPayload('Delay', {name: 'Other'}), {team: true})
    await b.sync.run('changes')
    expect(namesIn(service.rules.values())).toEqual(['Created', 'Other'])
  })

  it('is not sent the rule again while it lists only a part of the rules', async () => {
    const service = modelService()
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    let isShort = true
    const lossy = losing('POST')
    const b = await first.reborn({
      network:
        through =>
        async (...given) => {
          const request = new Request(...given)
          const answer = await lossy(through)(request)
          if (!isShort || request.method !== 'GET' || !request.url.includes('/v1/rules?')) return answer
          return new Response(JSON.stringify({success: true, data: [], total: 1, nextOffset: null}), answer)
        },
    })
    await b.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})
    await b.sync.run('changes')
    b.clock.now += 61_000
    await b.sync.run('whole')
    await b.sync.run('whole')
    expect(service.rules.size).toBe(1)
    expect((await b.view()).waiting).toMatchObject([{name: 'Created'}])
    isShort = false
    await b.synced()
    expect(service.rules.size).toBe(1)
  })

  it('is sent a group again if it cannot list groups', async () => {
    const {service, device} = await withModel({listsGroups: false}, {network: losing('POST')})
    const {data} = await device.library.createGroup({name: 'Shop'})
    await device.library.createRule(aPayload('Cancel', {groupId: data.id}), {team: true})
    await device.sync.run('changes')
    await device.synced()
    expect([service.groups.size, service.rules.size]).toEqual([2, 1])
  })
})

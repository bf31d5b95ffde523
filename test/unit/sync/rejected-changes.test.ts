import {verbatim} from '../../../src/model/faults'
import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {broken, cut, failing, inAppShape, losing, modelService, only, withModel} from './model-service'
import {serviceUrl, type Device} from './team'

const namesIn = (all: Iterable<object>) =>
  [...all].map(each => (each as {name?: string}).name ?? '').toSorted((one, other) => (one < other ? -1 : 1))

const rename = async ({library}: Device, id: string, name: string) => {
  const rule = (await library.snapshot()).rules.find(each => each.id === id)
  await library.updateRule(id, {...rule?.record, name})
}

describe('a record for which the service always fails', () => {
  it.each([
    ['with 500', broken],
    ['by cutting the connection', cut],
  ])('%s does not block others and is retried ever less often', async (_how, answer) => {
    let isBad = true
    let asked = 0
    const {service, device} = await withModel(
      {},
      {
        network: failing(
          (method, _path, body) => {
            const meets = isBad && method !== 'GET' && /Bad/.test(body)
            if (meets) asked++
            return meets
          },
          () => answer(),
        ),
      },
    )
    for (const name of ['Bad 1', 'Bad 2', 'Good 1', 'Good 2'])
      await device.library.createRule(aPayload('Cancel', {name}), {team: true})
    for (let times = 0; times < 3; times++) {
      await device.sync.run('whole')
      device.clock.now += 61_000
    }
    expect(namesIn(service.rules.values())).toEqual(['Good 1', 'Good 2'])
    const {waiting} = await device.view()
    expect(waiting.map(({name, problem}) => [name, typeof problem])).toEqual([
      ['Bad 1', 'object'],
      ['Bad 2', 'object'],
    ])
    // An hour of syncs at every scheduled time.
    const before = {asked, calls: service.calls.length}
    for (const end = device.clock.now + 3_600_000; device.clock.now < end;) {
      device.clock.now = Math.max(device.clock.now + 1000, device.next() ?? Infinity)
      await device.sync.run('whole')
    }
    expect(asked - before.asked).toBeLessThan(30)
    expect(service.calls.length - before.calls).toBeLessThan(150)
    // Other changes are sent at once.
    await device.library.createRule(aPayload('Cancel', {name: 'Good 3'}), {team: true})
    await device.sync.run('changes')
    expect(namesIn(service.rules.values())).toContain('Good 3')
    isBad = false
    await device.synced()
    expect(service.rules.size).toBe(5)
  })

  it('does not block other deletions, also outside the trash', async () => {
    const {service, device} = await withModel()
    for (const name of ['Bad', 'Good']) service.put('rules', aPayload('Cancel', {name}))
    await device.synced()
    const [bad, good] = (await device.library.snapshot()).rules.map(({id}) => id)
    const failed = await device.reborn({
      network: failing((method, path) => method === 'DELETE' && path.endsWith(bad ?? ''), broken),
    })
    await failed.library.deleteRules([bad ?? ''])
    await failed.library.purge([bad ?? ''])
    await failed.library.deleteRules([good ?? ''])
    await failed.library.purge([good ?? ''])
    await failed.sync.run('changes')
    expect(namesIn(service.rules.values())).toEqual(['Bad'])
    expect((await failed.view()).waiting).toMatchObject([{name: 'Bad', what: 'delete'}])
  })
})

describe('a change that the service rejects', () => {
  it('is set aside for a purged record and sent once', async () => {
    const {service, device} = await withModel()
    service.put('rules', aPayload('Cancel', {name: 'Locked'}))
    await device.synced()
    const {id} = await only(device)
    let isLocked = true
    const refused = await device.reborn({
      network: failing(
        method => isLocked && method === 'DELETE',
        async () => new Response('{"success":false,"error":{"code":"locked","message":"It is locked"}}', {status: 409}),
      ),
    })
    await refused.library.deleteRules([id])
    await refused.library.purge([id])
    for (let times = 0; times < 5; times++) await refused.sync.run('whole')
    const {rejected, waiting} = await refused.view()
    expect(rejected).toMatchObject([{id, name: 'Locked', message: verbatim('It is locked')}])
    expect(waiting).toEqual([])
    expect((await refused.library.snapshot()).rules).toEqual([])
    // Discarding restores the service's version; retrying sends the change.
    isLocked = false
    await refused.sync.retry([id])
    await refused.synced()
    expect(service.rules.size).toBe(0)
  })

  it('can be a deletion that is discarded after a purge', async () => {
    const {service, device} = await withModel()
    service.put('rules', aPayload('Cancel', {name: 'Locked'}))
    await device.synced()
    const {id} = await only(device)
    const refused = await device.reborn({
      network: failing(
        method => method === 'DELETE',
        async () => new Response('{}', {status: 409}),
      ),
    })
    await refused.library.deleteRules([id])
    await refused.library.purge([id])
    await refused.sync.run('changes')
    await refused.sync.drop([id])
    expect((await refused.synced()).rejected).toEqual([])
    expect((await only(refused)).record).toMatchObject({name: 'Locked'})
  })

  it('is discarded, with the local version in the trash', async () => {
    const {service, device} = await withModel()
    const groupId = service.put('groups', {name: 'Group', objectType: 'group', status: 'Active'})
    service.put('rules', aPayload('Cancel', {name: 'Theirs', groupId}))
    await device.synced()
    const {id} = await only(device)
    const refused = await device.reborn({
      network: failing(
        method => method === 'PUT',
        async () => new Response('{}', {status: 409}),
      ),
    })
    await rename(refused, id, 'Mine')
    await refused.sync.run('changes')
    await refused.sync.drop([id])
    const {rejected, waiting, conflicts} = await refused.synced()
    expect({rejected, waiting, conflicts}).toEqual({rejected: [], waiting: [], conflicts: []})
    expect((await only(refused)).record).toMatchObject({id, name: 'Theirs'})
    const [lying, ...others] = await refused.library.listTrash()
    expect([lying?.name, lying?.from, others]).toEqual(['Mine', 'Group', []])
    await refused.library.restore([lying?.id ?? ''])
    const {rules} = await refused.library.snapshot()
    expect(rules.map(({record, remote}) => [record['name'], remote !== undefined])).toEqual([
      ['Theirs', true],
      ['Mine', false],
    ])
    expect(service.rules.size).toBe(1)
  })

  it('is set aside with the reason of a 403, and the rest is sent', async () => {
    const {service, device} = await withModel(
      {},
      {
        network: failing(
          (method, _path, body) => method === 'POST' && body.includes('Forbidden'),
          async () =>
            new Response('{"success":false,"error":{"code":"no","message":"Ask an administrator"}}', {status: 403}),
        ),
      },
    )
    await device.library.createRule(aPayload('Cancel', {name: 'Forbidden'}), {team: true})
    await device.library.createRule(aPayload('Cancel', {name: 'Plain'}), {team: true})
    const {rejected} = await device.synced()
    expect(rejected).toMatchObject([{name: 'Forbidden', message: verbatim('Ask an administrator')}])
    expect(namesIn(service.rules.values())).toEqual(['Plain'])
  })
})

describe('a lost response', () => {
  it('to a creation causes no duplicate if the service reshapes pairs', async () => {
    const {service, device} = await withModel({keeps: inAppShape}, {network: losing('POST')})
    await device.library.createRule(aPayload('Redirect', {name: 'Once'}), {team: true})
    await device.sync.run('changes')
    const {id, record} = await only(device)
    const [pair] = record['pairs'] as object[]
    await device.library.updateRule(id, {...record, pairs: [{...pair, destination: 'https://b.test/'}]})
    expect((await device.synced()).conflicts).toEqual([])
    expect([...service.rules.values()]).toMatchObject([{name: 'Once', pairs: [{destination: 'https://b.test/'}]}])
  })

  it('to a creation leaves no record if it was purged meanwhile', async () => {
    const {service, device} = await withModel({}, {network: losing('POST')})
    await device.library.createRule(aPayload('Cancel', {name: 'Unwanted'}), {team: true})
    await device.sync.run('changes')
    const {id} = await only(device)
    await device.library.deleteRules([id])
    await device.library.purge([id])
    await device.synced()
    expect([service.rules.size, (await device.library.snapshot()).rules.length]).toEqual([0, 0])
  })

  it.each([
    ['the same field', 'Third'],
    ['it back to what it was', 'First'],
  ])('to a change, then a change of %s, causes no conflict', async (_what, last) => {
    const {service, device} = await withModel({keeps: inAppShape}, {network: losing('PUT')})
    service.put('rules', aPayload('Redirect', {name: 'First'}))
    await device.synced()
    const {id} = await only(device)
    await rename(device, id, 'Second')
    await device.sync.run('changes')
    expect(namesIn(service.rules.values())).toEqual(['Second'])
    await rename(device, id, last)
    expect((await device.synced()).conflicts).toEqual([])
    expect(namesIn(service.rules.values())).toEqual([last])
    expect((await only(device)).record['name']).toBe(last)
  })

  it('to a change, then a deletion, deletes without a question', async () => {
    const {service, device} = await withModel({}, {network: losing('PUT')})
    service.put('rules', aPayload('Cancel', {name: 'First'}))
    await device.synced()
    const {id} = await only(device)
    await rename(device, id, 'Second')
    await device.sync.run('changes')
    await device.library.deleteRules([id])
    expect((await device.synced()).conflicts).toEqual([])
    expect(service.rules.size).toBe(0)
  })
})

describe('a sync that is stopped while it sends', () => {
  it('reports no failure and sends the change in the next sync', async () => {
    let isSlow = true
    let reached = () => {}
    const isSending = new Promise<void>(done => {
      reached = done
    })
    const {service, device} = await withModel(
      {},
      {
        network: send => async (asked, init) => {
          const request = new Request(asked, init)
          if (request.method !== 'POST' || !isSlow) return send(request)
          reached()
          return new Promise((_, fail) => request.signal.addEventListener('abort', () => fail(new Error('Stopped'))))
        },
      },
    )
    await device.library.createRule(aPayload('Cancel', {name: 'Mine'}), {team: true})
    const run = device.sync.run('whole')
    await isSending
    device.sync.stop()
    await run
    const {waiting, failure} = await device.view()
    expect(failure).toBe(null)
    for (const each of waiting) expect(each).not.toHaveProperty('problem')
    isSlow = false
    await device.synced()
    expect(namesIn(service.rules.values())).toEqual(['Mine'])
  })
})

describe('another key at the same address', () => {
  it.each([
    ['of the same account sends unsent changes', {isSame: true, knows: true}],
    ['of another account sends no change of the first one', {isSame: false, knows: true}],
    ['of a possibly different account sends no change either', {isSame: false, knows: false}],
  ])('%s', async (_which, {isSame, knows}) => {
    const {service, device} = await withModel()
    if (knows) service.put('rules', aPayload('Cancel', {name: 'Known'}))
    await device.synced()
    await device.library.createRule(aPayload('Cancel', {name: 'Made offline'}), {team: true})
    const other = isSame ? service : modelService()
    const rekeyed = await device.reborn({network: () => other.send})
    await rekeyed.sync.setEvery(30)
    await rekeyed.sync.connect({url: serviceUrl, key: 'another-key-entirely'})
    expect((await rekeyed.synced()).every).toBe(30)
    const {rules} = await rekeyed.library.snapshot()
    const made = rules.find(({record}) => record['name'] === 'Made offline')
    expect([made !== undefined, made?.remote !== undefined]).toEqual([true, isSame])
    expect(namesIn(other.rules.values())).toEqual(isSame ? ['Known', 'Made offline'] : [])
  })
})

import {verbatim} from '../../../src/model/faults'
import {describe, expect, it, vi} from 'vitest'
import {ServiceError} from '../../../src/api/service-error'
import {aPayload} from '../api/payloads'
import {answering, aTeamServer, makeThere} from './connected'
import {faults, patience, slownesses} from './faults'
import {withModel} from './model-service'
import {atService, onDevice, said} from './team'

const {connected} = aTeamServer()

describe('a network fault', () => {
  const calls: [string, (method: string, path: string) => boolean][] = [
    ['listing', (method, path) => method === 'GET' && path === '/v1/rules'],
    ['creating', method => method === 'POST'],
    ['reading', (method, path) => method === 'GET' && path.startsWith('/v1/rules/')],
    ['updating', method => method === 'PUT'],
    ['deleting', method => method === 'DELETE'],
  ]
  const cases = calls.flatMap(([what, is]) =>
    Object.entries({...faults, ...slownesses}).map(([name, fault]) => ({what, is, name, fault})),
  )
  it.each(cases)('while $what is recovered: $name', async ({is, name, fault}) => {
    let isOver = false
    const {send, key, device} = await connected({
      network: answering(is, sending => {
        if (isOver) return sending()
        isOver = true
        return fault(sending)
      }),
      ...(name in slownesses && {patience}),
    })
    await device.library.createRule(aPayload('Redirect', {name: 'Stays'}), {team: true})
    await device.library.createRule(aPayload('Cancel', {name: 'Goes'}), {team: true})
    await device.synced()
    const [stays, goes] = (await device.library.snapshot()).rules
    await device.library.switchRules([stays?.id ?? ''], false)
    await device.library.deleteRules([goes?.id ?? ''])
    const view = await device.synced()
    expect(isOver).toBe(true)
    expect(view.conflicts).toEqual([])
    expect(view.rejected).toEqual([])
    const there = await atService(send, key)
    const here = await onDevice(device)
    expect(there.rules).toMatchObject([{name: 'Stays', status: 'Inactive'}])
    expect(said(here.rules, [])).toEqual(said(there.rules, []))
  })

  it('delays the retry by Retry-After, or doubles the delay', async () => {
    let answer = () => new Response('', {status: 429, headers: {'retry-after': '30'}})
    let asked = 0
    const {device} = await connected({
      network: () => async () => {
        asked++
        return answer()
      },
    })
    const wait = async () => {
      await device.sync.run('whole')
      return (device.next() ?? 0) - device.clock.now
    }
    expect(Math.abs((await wait()) - 30_000)).toBeLessThan(2_000)
    const before = asked
    // A local change neither sends a request nor shortens the delay.
    await device.sync.run('changes')
    expect(asked).toBe(before)
    expect(device.next()).toBeGreaterThan(device.clock.now)
    device.clock.now += 31_000
    await device.library.createRule(aPayload('Cancel'), {team: true})
    await device.sync.run('changes')
    expect(asked).toBe(before + 1)
    answer = () => new Response('', {status: 503})
    const waits = [await wait(), await wait(), await wait()]
    expect(waits[1]).toBeGreaterThan(1.8 * (waits[0] ?? 0))
    expect(waits[2]).toBeGreaterThan(1.8 * (waits[1] ?? 0))
    for (let times = 0; times < 12; times++) await wait()
    expect(await wait()).toBeLessThanOrEqual(15 * 60_000)
  })

  it.each([-86_400_000, 0, 86_400_000])('uses the Date header for a Retry-After date, %i ms off', async off => {
    const {device} = await connected({network: () => async () => answerOf(device.clock.now + off)})
    const answerOf = (now: number) => {
      const [date, after] = [now, now + 30_000].map(time => new Date(time).toUTCString()) as [string, string]
      return new Response('', {status: 429, headers: {date, 'retry-after': after}})
    }
    await device.sync.run('whole')
    expect(Math.abs((device.next() ?? 0) - device.clock.now - 30_000)).toBeLessThan(2_000)
  })

  it('with a Retry-After of an hour stops all requests for 15 minutes', async () => {
    let asked = 0
    const {device} = await connected({
      network: () => async () => {
        asked++
        return new Response('', {status: 429, headers: {'retry-after': '3600'}})
      },
    })
    for (const name of ['One', 'Two', 'Three']) {
      await device.library.createRule(aPayload('Cancel', {name}), {team: true})
      await device.sync.run('changes')
    }
    expect(asked).toBe(1)
    device.clock.now += 16 * 60_000
    await device.sync.run('changes')
    expect(asked).toBe(2)
    expect((await device.view()).failure?.retryAt).toBeGreaterThan(device.clock.now)
    // After a wrong clock is corrected, the user can sync at once and no retry is a day away.
    device.clock.now -= 86_400_000
    expect((await device.view()).failure?.retryAt).toBe(null)
  })

  it('is shown until the service responds, even after local changes', async () => {
    const {device} = await connected({
      network: () => async () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await device.sync.run('whole')
    const {failure} = await device.view()
    expect(failure?.code).toBe('unreachable')
    await device.library.createRule(aPayload('Cancel', {name: 'Of this device'}))
    await device.sync.run('changes')
    expect((await device.view()).failure).toEqual(failure)
    expect(device.next()).toBe(failure?.retryAt)
  })

  it('that is slow keeps the worker alive with calls less than 30 s apart', async () => {
    vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']})
    let go = () => {}
    const asked = new Promise<void>(isAsked => {
      go = isAsked
    })
    let answer = () => {}
    const {device} = await connected({
      network:
        send =>
        async (...given) => {
          await new Promise<void>(done => {
            answer = done
            go()
          })
          return send(...given)
        },
      patience: 60_000,
    })
    await device.library.createRule(aPayload('Cancel'), {team: true})
    const run = device.sync.run('changes')
    await asked
    const before = device.told()
    for (const seconds of [29, 58]) {
      vi.advanceTimersByTime(29_000)
      expect(device.told() - before).toBeGreaterThanOrEqual(Math.floor(seconds / 29))
    }
    answer()
    await run
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  it('during a creation without idempotency keys is resolved by the list', async () => {
    let isOver = false
    const {service, device} = await withModel(
      {},
      {
        network: answering(
          method => method === 'POST' && !isOver,
          () => Promise.reject(new TypeError('fetch failed')),
        ),
      },
    )
    await device.sync.setEvery(60)
    const before = device.clock.now
    await device.library.createRule(aPayload('Cancel', {name: 'Made offline'}), {team: true})
    await device.sync.run('changes')
    isOver = true
    device.clock.now = device.next() ?? NaN
    await device.sync.run('whole')
    // The POST can still arrive.
    expect(await device.view()).toMatchObject({failure: null, waiting: [{name: 'Made offline'}]})
    expect(service.rules.size).toBe(0)
    expect((device.next() ?? NaN) - before).toBeLessThan(61_000)
    device.clock.now = device.next() ?? NaN
    await device.sync.run('whole')
    expect((await device.view()).waiting).toEqual([])
    expect([...service.rules.values()]).toMatchObject([{name: 'Made offline'}])
  })

  it('leaves the last received rules in force', async () => {
    const {send, key, device} = await connected()
    for (let index = 0; index < 80; index++) await makeThere(send, key, aPayload('Cancel', {name: `rule ${index}`}))
    await device.synced()
    let page = 0
    const cut = await device.reborn({
      network: answering(
        (_method, path) => path === '/v1/rules',
        sending => (page++ === 1 ? Promise.reject(new TypeError('fetch failed')) : sending()),
      ),
    })
    await cut.sync.run('whole')
    expect((await cut.view()).failure?.code).toBe('unreachable')
    expect((await onDevice(cut)).rules).toHaveLength(80)
  })
})

describe('a full disk', () => {
  it('at every third transaction loses nothing and is reported', async () => {
    const {send, key, device} = await connected()
    for (let index = 0; index < 5; index++) await makeThere(send, key, aPayload('Cancel', {name: `there ${index}`}))
    let count = 0
    let isFull = true
    const full = await device.reborn({
      storage() {
        if (isFull && ++count % 3 === 0) throw new ServiceError(500, 'quota', verbatim('The disk is full.'))
      },
    })
    for (let index = 0; index < 5; index++)
      await full.library.createRule(aPayload('Redirect', {name: `here ${index}`}), {team: true})
    let hasSaid = false
    for (let times = 0; times < 12; times++) {
      await full.sync.run('whole')
      full.clock.now += 61_000
      hasSaid ||= (await full.sync.view().catch(() => null))?.failure?.code === 'storage'
    }
    expect(hasSaid).toBe(true)
    isFull = false
    await full.synced()
    const there = await atService(send, key)
    expect(there.rules).toHaveLength(10)
    expect(said((await onDevice(full)).rules, [])).toEqual(said(there.rules, []))
  })

  it('during the response to a creation creates no duplicate', async () => {
    const {send, key, device} = await connected()
    let isFull = false
    let hasBeenFull = false
    const full = await device.reborn({
      network: answering(
        method => method === 'POST',
        sending => {
          isFull = !hasBeenFull
          hasBeenFull = true
          return sending()
        },
      ),
      storage() {
        if (!isFull) return
        isFull = false
        throw new ServiceError(500, 'quota', verbatim('The disk is full.'))
      },
    })
    await full.library.createRule(aPayload('Redirect', {name: 'here'}), {team: true})
    await full.sync.run('changes')
    await full.synced()
    expect((await atService(send, key)).rules).toMatchObject([{name: 'here'}])
  })
})

describe('a sync without changes', () => {
  it('writes no record and does not reinstall rules', async () => {
    const {send, key, device} = await connected()
    for (let index = 0; index < 100; index++) await makeThere(send, key, aPayload('Cancel', {name: `rule ${index}`}))
    await device.synced()
    const before = await device.library.snapshot()
    const syncedAt = (await device.view()).synced?.at ?? Infinity
    const again = await device.reborn()
    const held = await again.library.snapshot()
    await again.sync.run('whole')
    const after = await again.library.snapshot()
    // The same objects show that no record was written.
    expect(after.rules.every((rule, index) => rule === held.rules[index])).toBe(true)
    expect(after.rules).toEqual(before.rules)
    expect((await again.view()).synced?.at).toBeGreaterThan(syncedAt)
  })

  it('writes nothing to the database', async () => {
    const {send, key, device} = await connected()
    for (let index = 0; index < 3; index++) await makeThere(send, key, aPayload('Cancel', {name: `rule ${index}`}))
    await device.synced()
    const {revision} = await device.library.snapshot()
    const writes = (['put', 'add', 'delete', 'clear'] as const).map(way => vi.spyOn(IDBObjectStore.prototype, way))
    const again = await device.reborn()
    await again.sync.run('whole')
    const {failure} = await again.view()
    const count = writes.reduce((sum, {mock}) => sum + mock.calls.length, 0)
    writes.forEach(each => each.mockRestore())
    expect({count, failure}).toEqual({count: 0, failure: null})
    expect(again.changes()).toBe(0)
    expect((await again.library.snapshot()).revision).toBe(revision)
  })
})

describe('a clock that is wrong by a day', () => {
  it.each([-1, 1])('does not affect what is received and sent (%i)', async day => {
    const {send, key, device} = await connected()
    await makeThere(send, key, aPayload('Cancel', {name: 'A'}))
    await device.synced()
    device.clock.now += day * 24 * 60 * 60 * 1000
    const [rule] = (await onDevice(device)).rules
    await device.library.updateRule(String(rule?.['id']), {...rule, name: 'B'})
    await device.library.createRule(aPayload('Cancel', {name: 'C'}), {team: true})
    await device.synced()
    const there = await atService(send, key)
    expect(there.rules.map(({name}) => name).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(['B', 'C'])
    expect(said((await onDevice(device)).rules, [])).toEqual(said(there.rules, []))
  })
})

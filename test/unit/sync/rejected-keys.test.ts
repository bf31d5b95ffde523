import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {json} from './connected'
import {cut, withModel} from './model-service'
import {serviceUrl, type Network} from './team'

const minute = 60_000

/** A device with one rule. The service rejects its key from now on. */
async function withRejectedKey() {
  const {service, device: first} = await withModel()
  service.put('rules', aPayload('Cancel', {name: 'In force'}))
  await first.synced()
  const state = {answer: async () => json({success: false}, 401), isRejected: true, asked: 0}
  const network: Network =
    send =>
    (...given) => {
      state.asked++
      return state.isRejected ? state.answer() : send(...given)
    }
  return {service, device: await first.reborn({network}), state}
}

describe('an API key that the service rejects', () => {
  it('is tried again after 1, 5 and 15 minutes, and no more', async () => {
    const {device, state} = await withRejectedKey()
    for (const minutes of [1, 5, 15]) {
      const {asked} = state
      await device.sync.run('whole')
      expect(state.asked).toBe(asked + 1)
      const {failure} = await device.view()
      expect(failure?.code).toBe('key')
      expect(Math.abs((failure?.retryAt ?? 0) - device.clock.now - minutes * minute)).toBeLessThan(1000)
      expect(device.next()).toBe(failure?.retryAt)
      device.clock.now = (failure?.retryAt ?? 0) - 1000
      await device.sync.run('whole')
      await device.sync.run('changes')
      expect(state.asked).toBe(asked + 1)
      expect(device.next()).toBe(failure?.retryAt)
      device.clock.now += 2000
    }
    await device.sync.run('whole')
    const {asked} = state
    expect((await device.view()).failure).toMatchObject({code: 'key', retryAt: null})
    expect(device.next()).toBe(null)
    device.clock.now += 24 * 60 * minute
    await device.sync.run('whole')
    expect(state.asked).toBe(asked)
    expect((await device.library.snapshot()).rules).toHaveLength(1)
  })

  it('is accepted again after one 401', async () => {
    const {device, state, service} = await withRejectedKey()
    await device.library.createRule(aPayload('Delay', {name: 'Waits'}), {team: true})
    await device.sync.run('whole')
    state.isRejected = false
    device.clock.now = (device.next() ?? 0) + 1
    await device.sync.run('whole')
    expect(await device.view()).toMatchObject({failure: null, waiting: []})
    expect(service.rules.size).toBe(2)
  })

  it('is tried again by the next worker at the same time', async () => {
    const {device, state} = await withRejectedKey()
    await device.sync.run('whole')
    device.clock.now = (device.next() ?? 0) + 1
    await device.sync.run('whole')
    const {failure} = await device.view()
    const next = await device.reborn()
    const {asked} = state
    await next.sync.run('whole')
    expect(state.asked).toBe(asked)
    expect(next.next()).toBe(failure?.retryAt)
    next.clock.now = (failure?.retryAt ?? 0) + 1
    await next.sync.run('whole')
    expect(state.asked).toBe(asked + 1)
    expect((await next.view()).failure?.times).toBe(3)
  })

  it('is tried at once when the user syncs, then after 1 minute', async () => {
    const {device, state} = await withRejectedKey()
    for (let times = 0; times < 4; times++) {
      await device.sync.run('whole')
      device.clock.now += 16 * minute
    }
    expect(device.next()).toBe(null)
    const {asked} = state
    await device.sync.run('now')
    expect(state.asked).toBe(asked + 1)
    expect(Math.abs((device.next() ?? 0) - device.clock.now - minute)).toBeLessThan(1000)
    state.isRejected = false
    await device.sync.run('now')
    expect((await device.view()).failure).toBe(null)
  })

  it('is replaced by a new key at once', async () => {
    const {device, state} = await withRejectedKey()
    await device.sync.run('whole')
    state.isRejected = false
    await device.sync.connect({url: serviceUrl, key: 'a-new-key'})
    await device.sync.run('changes')
    expect((await device.view()).failure).toBe(null)
  })

  it('is tried three times, however often the service failed before', async () => {
    const {device, state} = await withRejectedKey()
    const reject = state.answer
    state.answer = cut
    for (let times = 0; times < 6; times++) await device.sync.run('whole')
    state.answer = reject
    await device.sync.run('whole')
    expect(Math.abs((device.next() ?? 0) - device.clock.now - minute)).toBeLessThan(1000)
  })
})

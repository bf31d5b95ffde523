import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {withModel} from './model-service'

describe('a sync whose worker is killed', () => {
  it('is remembered as unfinished until a later one ends', async () => {
    const {service, device} = await withModel()
    expect(device.isUnfinished()).toBe(false)
    service.put('rules', aPayload('Cancel', {name: 'New'}))
    const killed = await device.reborn({steps: 3})
    await Promise.race([killed.death, killed.sync.run('whole')])
    expect(killed.isUnfinished()).toBe(true)
    const next = await killed.reborn({network: send => send})
    expect((await next.view()).isSyncing).toBe(false)
    expect(next.isUnfinished()).toBe(true)
    await next.sync.run('whole')
    expect(next.isUnfinished()).toBe(false)
    expect((await next.library.snapshot()).rules).toHaveLength(1)
  })

  it('is resumed by an alarm within 30 seconds', async () => {
    const {device} = await withModel()
    const killed = await device.reborn({steps: 3})
    await Promise.race([killed.death, killed.sync.run('whole')])
    expect((killed.next() ?? Infinity) - killed.clock.now).toBeLessThanOrEqual(30_000)
  })
})

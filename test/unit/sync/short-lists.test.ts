import {describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {json} from './connected'
import {withModel} from './model-service'
import type {Network} from './team'

type Page = {data: StoredRecord[]; total: number; nextOffset: number | null}

/** Changes the pages of the rule list. */
const changingPages =
  (change: (page: Page, offset: number) => object): Network =>
  send =>
  async (...given) => {
    const request = new Request(...given)
    const url = new URL(request.url)
    const answer = await send(request)
    if (request.method !== 'GET' || url.pathname !== '/v1/rules') return answer
    const page = (await answer.json()) as Page
    return json({...page, ...change(page, Number(url.searchParams.get('offset')))})
  }

async function withRules(count: number) {
  const {service, device} = await withModel()
  for (let index = 0; index < count; index++) service.put('rules', aPayload('Cancel', {name: `rule ${index}`}))
  await device.synced()
  return {service, device}
}

/** Lists the first 75 rules for any offset. */
const firstPageOnly = changingPages((page, offset) => ({
  data: offset === 0 ? page.data : [],
  nextOffset: undefined,
}))

describe('a service that lists fewer rules than it counts', () => {
  it('is shown with both numbers and loses no missing rule', async () => {
    const {device} = await withRules(100)
    const short = await device.reborn({network: firstPageOnly})
    await short.sync.run('whole')
    const {received, failure, synced} = await short.view()
    expect({received, failure}).toEqual({received: {count: 75, total: 100}, failure: null})
    expect(synced?.rules).toBe(100)
    expect((await short.library.snapshot()).rules).toHaveLength(100)
    expect(await short.library.listTrash()).toEqual([])
  })

  it('shows the received rules of a new account', async () => {
    const {service, device} = await withModel({}, {network: firstPageOnly})
    for (let index = 0; index < 100; index++) service.put('rules', aPayload('Cancel', {name: `rule ${index}`}))
    await device.sync.run('whole')
    expect((await device.view()).received).toEqual({count: 75, total: 100})
    expect((await device.library.snapshot()).rules).toHaveLength(75)
  })

  it.each([75, 10])('is read past a full page without nextOffset that counts %i rules', async total => {
    const network = changingPages(() => ({nextOffset: undefined, total}))
    const {service, device} = await withModel({}, {network})
    for (let index = 0; index < 100; index++) service.put('rules', aPayload('Cancel', {name: `rule ${index}`}))
    await device.sync.run('whole')
    expect((await device.library.snapshot()).rules).toHaveLength(100)
  })

  it('deletes no missing rule, even if none can be read by id', async () => {
    const {service, device} = await withRules(100)
    const short = await device.reborn({network: changingPages(() => ({data: [], nextOffset: null}))})
    for (const id of [...service.rules.keys()].slice(90)) service.rules.delete(id)
    await short.sync.run('whole')
    expect((await short.library.snapshot()).rules).toHaveLength(100)
    expect((await short.view()).received).toEqual({count: 0, total: 90})
  })

  it('is shown as complete again after a complete list', async () => {
    const {service, device} = await withRules(100)
    const short = await device.reborn({network: firstPageOnly})
    await short.sync.run('whole')
    const [first] = service.rules.keys()
    service.rules.delete(first ?? '')
    const complete = await short.reborn({network: send => send})
    await complete.sync.run('whole')
    expect((await complete.view()).received).toBe(null)
    expect((await complete.library.snapshot()).rules).toHaveLength(99)
  })

  it('is read completely if nextOffset is missing', async () => {
    const {service, device} = await withModel({}, {network: changingPages(() => ({nextOffset: undefined}))})
    for (let index = 0; index < 100; index++) service.put('rules', aPayload('Cancel', {name: `rule ${index}`}))
    await device.sync.run('whole')
    expect((await device.library.snapshot()).rules).toHaveLength(100)
    expect((await device.view()).received).toBe(null)
  })
})

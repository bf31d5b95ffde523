import {expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {answering, json} from './connected'
import {losing, modelService, type Traits} from './model-service'
import {aDevice, onDevice, serviceUrl} from './team'

/** A service that rejects matching changes. */
const refusing = (refused: string) =>
  answering(
    method => method === refused,
    async () => no('No'),
  )
const no = (message: string) => json({success: false, error: {code: 'no', message}}, 400)

/** A device whose account has one rule. */
const aTeam = async (traits: Traits = {}) => {
  const service = modelService(traits)
  const id = service.put('rules', aPayload('Cancel', {name: 'A'}))
  const device = await aDevice(service.send)
  await device.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
  await device.synced()
  return {service, id, device}
}

it('a hidden rule that is restored and deleted again is switched off again', async () => {
  const {service, id, device} = await aTeam({deletes: false})
  await device.library.deleteRules([id])
  await device.synced()
  expect(service.rules.get(id)?.status).toBe('Inactive')
  await device.library.restore([id])
  const {hidden} = await device.synced()
  expect(service.rules.get(id)?.status).toBe('Active')
  expect(hidden, 'hidden after restore').toEqual([])
  await device.library.deleteRules([id])
  await device.synced()
  expect(service.rules.get(id)?.status, 'after second deletion').toBe('Inactive')
})

it('another key of the account is accepted if the list contains null', async () => {
  const {device} = await aTeam()
  const again = await device.reborn({
    network: answering(
      (method, path) => method === 'GET' && path.endsWith('/rules'),
      async send => {
        const body = (await (await send()).json()) as {data: unknown[]; total: number}
        return json({...body, data: [null, ...body.data], total: body.total + 1})
      },
    ),
  })
  expect((await again.synced()).rules.count).toBe(1)
  await again.sync.connect({url: serviceUrl, key: 'another-key-of-it'})
  expect((await again.synced()).rules.count).toBe(1)
})

it('an edit made while a rejected one is sent is sent afterwards', async () => {
  const {service, id, device} = await aTeam()
  const record = () => onDevice(device).then(({rules}) => rules[0])
  let edit: (() => Promise<unknown>) | null = null
  const sent: string[] = []
  const again = await device.reborn({
    network:
      send =>
      async (...given) => {
        const request = new Request(...given)
        if (request.method !== 'PUT') return send(request)
        const body = (await request.clone().json()) as {name: string}
        sent.push(body.name)
        await edit?.()
        edit = null
        if (body.name === 'bad') return no('Bad name')
        return send(request)
      },
  })
  edit = async () => again.library.updateRule(id, {...(await record()), name: 'good'})
  await again.library.updateRule(id, {...(await record()), name: 'bad'})
  await again.sync.run('changes')
  await again.sync.run('whole')
  expect(service.rules.get(id)?.name).toBe('good')
})

it('a rejected change is no longer shown after it is reverted', async () => {
  const {id, device} = await aTeam()
  const again = await device.reborn({network: refusing('PUT')})
  await again.library.switchRules([id], false)
  await again.sync.run('whole')
  expect((await again.view()).rejected).toHaveLength(1)
  await again.library.switchRules([id], true)
  await again.sync.run('whole')
  expect((await again.view()).rejected, 'taken back').toEqual([])
})

it('a rejected deletion is cleared when the rule is restored', async () => {
  const {id, device} = await aTeam()
  const again = await device.reborn({network: refusing('DELETE')})
  await again.library.deleteRules([id])
  await again.sync.run('whole')
  expect((await again.view()).rejected).toHaveLength(1)
  await again.library.restore([id])
  await again.sync.run('whole')
  expect((await again.view()).rejected, 'put back').toEqual([])
  await again.library.deleteRules([id])
  const accepted = await again.reborn({network: send => send})
  await accepted.sync.run('whole')
  expect((await accepted.view()).rules.count).toBe(0)
})

it('a pinned rule without a response is created once', async () => {
  const {service, device} = await aTeam({keeps: record => ({...record, isFavourite: false})})
  const before = service.rules.size
  const again = await device.reborn({network: losing('POST')})
  await again.library.createRule(aPayload('Cancel', {name: 'P', isFavourite: true}), {team: true})
  await again.sync.run('changes')
  again.clock.now += 10 * 60_000
  await again.sync.run('whole')
  expect(service.rules.size).toBe(before + 1)
})

it('a restored rule that others switched on is switched off by its deletion', async () => {
  const {service, id, device} = await aTeam({deletes: false})
  service.put('rules', {status: 'Inactive'}, id)
  await device.synced()
  await device.library.deleteRules([id])
  expect((await device.synced()).hidden).toHaveLength(1)
  await device.library.restore([id])
  expect((await device.synced()).hidden, 'hidden after restore').toEqual([])
  service.put('rules', {status: 'Active'}, id)
  await device.synced()
  expect((await onDevice(device)).rules).toMatchObject([{status: 'Active'}])
  await device.library.deleteRules([id])
  await device.synced()
  expect(service.rules.get(id)?.['status'], 'after second deletion').toBe('Inactive')
})

it('an API key in an error message of the service reaches no page', async () => {
  const {device} = await aTeam()
  const key = 'a-key-of-a-workspace'
  const again = await device.reborn({
    network: answering(
      () => true,
      async () => json({success: false, error: {code: 'forbidden', message: `The key ${key} may not do this`}}, 403),
    ),
  })
  await again.sync.run('whole')
  expect(JSON.stringify(await again.view())).not.toContain(key)
})

it.each([1, 2, 3, 4, 5, 6])('a disconnected account receives nothing, also during step %i', async at => {
  let step: number | null = null
  const {service, device: first} = await aTeam()
  const device = await first.reborn({
    network:
      send =>
      async (...given) => {
        await new Promise(done => setTimeout(done, 5))
        return send(...given)
      },
    storage() {
      if (step !== null && ++step === at) queueMicrotask(() => void device.sync.run('whole'))
    },
  })
  service.put('rules', aPayload('Cancel', {name: 'B'}))
  void device.sync.run('whole')
  step = 0
  await device.sync.disconnect(true)
  await device.sync.run('whole')
  expect(await device.sync.view()).toBe(null)
  const {rules} = await device.library.snapshot()
  expect(rules.filter(({remote}) => remote)).toEqual([])
})

it('a rule with an invalid id is left out and does not block others', async () => {
  const {service, device} = await aTeam()
  const ids = ['Cancel_\ud800', '..', '.']
  for (const id of ids) service.rules.set(id, {...aPayload('Cancel', {name: 'Odd'}), id})
  await device.sync.run('whole')
  for (const {record} of (await device.library.snapshot()).rules)
    await device.library.updateRule(String(record['id']), {...record, name: 'Mine'})
  await device.sync.run('changes')
  expect(await device.view()).toMatchObject({unnamed: 3, failure: null, waiting: []})
  expect([...service.rules.values()].map(({name}) => name)).toEqual(['Mine', 'Odd', 'Odd', 'Odd'])
})

it('a stored rule with an invalid id is requested and taken as deleted', async () => {
  const {id, device} = await aTeam()
  await device.library.change(({rules}) => {
    const kept = rules.get(id)
    if (kept?.remote) rules.put({...kept, remote: {...kept.remote, id: 'Cancel_\ud800'}})
  })
  expect(await device.synced()).toMatchObject({failure: null})
  expect(await device.library.listTrash()).toMatchObject([{name: 'A'}])
})

it.each([
  [{name: 'mine', description: 'mine'}, ['Theirs']],
  [{name: 'theirs', description: 'theirs'}, ['Mine']],
  [{name: 'mine', description: 'theirs'}, ['Mine', 'Theirs']],
] as const)('a version that was not chosen completely is in the trash: %o', async (choice, lying) => {
  const {service, id, device} = await aTeam()
  const {record = {}} = (await device.library.snapshot()).rules[0] ?? {}
  await device.library.updateRule(id, {...record, name: 'Mine', description: 'Mine'})
  service.put('rules', {name: 'Theirs', description: 'Theirs'}, id)
  await device.synced()
  await device.sync.settle(id, choice)
  await device.synced()
  const trash = await device.library.listTrash()
  expect(trash.map(({name}) => name).toSorted()).toEqual(lying)
})

it('a disconnect cancels a connect that began before it', async () => {
  const {device} = await aTeam()
  let open = () => undefined as void
  const gate = new Promise<void>(done => {
    open = done
  })
  const again = await device.reborn({
    network: answering(
      method => method === 'GET',
      async send => {
        await gate
        return send()
      },
    ),
  })
  const connecting = again.sync.connect({url: serviceUrl, key: 'another-key-of-it', untried: true})
  await again.sync.disconnect(false)
  open()
  await connecting
  expect(await again.sync.view()).toBeNull()
})

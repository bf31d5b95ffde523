import {describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {aTeamServer} from './connected'
import {cut, failing, losing, modelService, only, withModel, type Traits} from './model-service'
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

  it('leads to a question once the key is too old', async () => {
    const {send, key, a, b} = await withLostCreation(createRule)
    await rename(a, 'Renamed')
    await a.synced()
    b.clock.now += 25 * 60 * 60 * 1000
    await b.sync.run('whole')
    expect((await b.view()).questions).toMatchObject([{name: 'Created', candidate: {record: {name: 'Renamed'}}}])
    expect(namesIn((await atService(send, key)).rules)).toEqual(['Renamed'])
  })
})

describe('a service without idempotency keys', () => {
  /** B created a rule, the response was lost, A renamed the rule, and B synced. */
  async function withQuestion(traits: Traits = {}) {
    const service = modelService(traits)
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    const b = await first.reborn({network: losing('POST')})
    await b.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})
    await b.sync.run('changes')
    const [there = ''] = service.rules.keys()
    service.put('rules', {name: 'Renamed'}, there)
    b.clock.now += 61_000
    await b.sync.run('whole')
    return {service, b, there}
  }

  it('is not sent the rule again while the question is open', async () => {
    const {service, b} = await withQuestion()
    for (let times = 0; times < 3; times++) {
      b.clock.now += 3_600_000
      await b.sync.run('whole')
      await b.sync.run('changes')
    }
    const {questions, waiting, failure} = await b.view()
    expect(questions).toMatchObject([
      {kind: 'rule', name: 'Created', mine: {name: 'Created'}, candidate: {record: {name: 'Renamed'}}},
    ])
    expect({waiting, failure}).toEqual({waiting: [], failure: null})
    expect(namesIn(service.rules.values())).toEqual(['Renamed'])
  })

  it('receives other changes while the question is open', async () => {
    const {service, b} = await withQuestion()
    await b.library.createRule(aPayload('Delay', {name: 'Other'}), {team: true})
    await b.sync.run('changes')
    expect(namesIn(service.rules.values())).toEqual(['Other', 'Renamed'])
    const before = service.calls.length
    await b.library.createRule(aPayload('Delay', {name: 'Another'}), {team: true})
    await b.sync.run('changes')
    // An open question does not make every change list the account.
    expect(service.calls.length - before).toBe(1)
  })

  it('has the rule once after "Yes, same rule"', async () => {
    const {service, b} = await withQuestion()
    const [question] = (await b.view()).questions
    await b.sync.answer(question?.id ?? '', {candidate: question?.candidate?.id ?? null, isSame: true})
    const {questions} = await b.synced()
    expect(questions).toEqual([])
    expect(namesIn(service.rules.values())).toEqual(['Renamed'])
    expect(await rulesOn(b)).toEqual(['Renamed'])
    expect((await only(b)).id).toBe(question?.id)
    expect(await b.library.listTrash()).toEqual([])
  })

  it('has two rules after "No, create mine"', async () => {
    const {service, b} = await withQuestion()
    const [question] = (await b.view()).questions
    await b.sync.answer(question?.id ?? '', {candidate: question?.candidate?.id ?? null, isSame: false})
    expect((await b.synced()).questions).toEqual([])
    expect(namesIn(service.rules.values())).toEqual(['Created', 'Renamed'])
    expect(await rulesOn(b)).toEqual(['Created', 'Renamed'])
  })

  it('leads to a question about the next candidate after "No"', async () => {
    const {service, b} = await withQuestion()
    service.put('rules', aPayload('Cancel', {name: 'Another with these conditions'}))
    await b.sync.run('whole')
    const [first] = (await b.view()).questions
    await b.sync.answer(first?.id ?? '', {candidate: first?.candidate?.id ?? null, isSame: false})
    await b.sync.run('whole')
    const [second] = (await b.view()).questions
    expect([first, second].map(each => each?.candidate?.record['name'])).toEqual([
      'Renamed',
      'Another with these conditions',
    ])
    expect(service.rules.size).toBe(2)
  })

  it('leads to a question about each of two lost rules with equal conditions', async () => {
    const service = modelService()
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    let posts = 0
    const b = await first.reborn({
      network:
        through =>
        async (...given) => {
          const request = new Request(...given)
          const answer = await through(request)
          return request.method === 'POST' && ++posts <= 2 ? cut() : answer
        },
    })
    for (const name of ['One', 'Two']) await b.library.createRule(aPayload('Cancel', {name}), {team: true})
    await b.sync.run('changes')
    for (const [id, {name}] of service.rules) service.put('rules', {name: `${String(name)}, renamed`}, id)
    b.clock.now += 61_000
    for (let times = 0; times < 5; times++) {
      await b.sync.run('whole')
      const [question] = (await b.view()).questions
      if (!question) break
      const isSame = question.candidate?.record['name'] === `${question.name}, renamed`
      await b.sync.answer(question.id, {candidate: question.candidate?.id ?? null, isSame})
    }
    await b.synced()
    expect(namesIn(service.rules.values())).toEqual(['One, renamed', 'Two, renamed'])
    expect(await rulesOn(b)).toEqual(['One, renamed', 'Two, renamed'])
  })

  it('leads to a question about a changed rule created by this user', async () => {
    const service = modelService({namesCreators: true})
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    await first.library.createRule(aPayload('Delay', {name: 'Earlier'}), {team: true})
    await first.synced()
    const b = await first.reborn({network: losing('POST')})
    await b.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})
    await b.sync.run('changes')
    const there = [...service.rules.keys()].at(-1) ?? ''
    const pairs = [{source: {key: 'url', operator: 'Contains', value: 'other'}}]
    service.put('rules', {name: 'Renamed', pairs}, there)
    service.put('rules', aPayload('Cancel', {name: 'By a colleague', createdBy: 'Somebody else'}))
    b.clock.now += 61_000
    await b.sync.run('whole')
    expect((await b.view()).questions).toMatchObject([{name: 'Created', candidate: {record: {name: 'Renamed'}}}])
  })

  it('leads to no question about a rule that another user created', async () => {
    const service = modelService({namesCreators: true})
    const first = await connectAs(await aDevice(service.send), 'the-key-of-this-user')
    await first.library.createRule(aPayload('Delay', {name: 'Earlier'}), {team: true})
    await first.synced()
    let isCut = true
    const b = await first.reborn({network: failing(method => isCut && method === 'POST', cut)})
    await b.library.createRule(aPayload('Cancel', {name: 'Created'}), {team: true})
    await b.sync.run('changes')
    isCut = false
    service.put('rules', aPayload('Cancel', {name: 'By a colleague', createdBy: 'Somebody else'}))
    expect((await b.synced()).questions).toEqual([])
    expect(namesIn(service.rules.values())).toEqual(['By a colleague', 'Created', 'Earlier'])
  })

  it('leads to a question about a rule that an incomplete list may lack', async () => {
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
    expect((await b.view()).questions).toMatchObject([{name: 'Created', candidate: null}])
    isShort = false
    expect((await b.synced()).questions).toEqual([])
    expect(service.rules.size).toBe(1)
  })

  it('leads to a question about a group if it cannot list groups', async () => {
    const {service, device} = await withModel({listsGroups: false}, {network: losing('POST')})
    const {data} = await device.library.createGroup({name: 'Shop'})
    await device.library.createRule(aPayload('Cancel', {groupId: data.id}), {team: true})
    await device.sync.run('changes')
    device.clock.now += 61_000
    await device.sync.run('whole')
    await device.sync.run('whole')
    expect(service.groups.size).toBe(1)
    expect((await device.view()).questions).toMatchObject([{kind: 'group', name: 'Shop', candidate: null}])
    await device.sync.answer(data.id, {candidate: null, isSame: false})
    await device.synced()
    expect([service.groups.size, service.rules.size]).toEqual([2, 1])
  })

  it('closes the question when the candidate is deleted there', async () => {
    const {service, b, there} = await withQuestion()
    service.rules.delete(there)
    const {questions, waiting} = await b.synced()
    expect({questions, waiting}).toEqual({questions: [], waiting: []})
    expect(namesIn(service.rules.values())).toEqual(['Created'])
  })

  it('keeps an open question when the worker is stopped', async () => {
    const {b} = await withQuestion()
    const reborn = await b.reborn()
    expect((await reborn.view()).questions).toHaveLength(1)
  })
})

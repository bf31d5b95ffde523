import {afterEach, describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {sharedApp} from '../team-server/open-server'
import {chanceOf, faulty} from './faults'
import {aDevice, atService, directTo, onDevice, said, serviceUrl, type Device, type Fetch, type Network} from './team'

const server = sharedApp()
/** A fixed seed makes failures repeatable. Set SWITCHYARD_SEED for others. */
const seed = Number(process.env['SWITCHYARD_SEED'] ?? 1)
afterEach(({task}) => {
  if (task.result?.state === 'fail') console.log(`SWITCHYARD_SEED=${seed} repeats this`)
})

/** The typed text and the text that it replaced. */
type Edit = {readonly word: string; readonly over: unknown}

/** Edits, creates or deletes a random team rule. */
async function editOne({library}: Device, chance: () => number, word: string): Promise<Edit[]> {
  const rules = (await library.snapshot()).rules.filter(({remote}) => remote !== undefined)
  const rule = rules[Math.floor(chance() * rules.length)]
  const what = chance()
  if (!rule || what < 0.15) {
    await library.createRule(aPayload('Redirect', {name: word, description: ''}), {team: true})
    return [{word, over: null}]
  }
  if (what < 0.22) {
    await library.deleteRules([rule.id])
    return []
  }
  const field = what < 0.6 ? 'name' : 'description'
  await library.updateRule(rule.id, {...rule.record, [field]: word})
  return [{word, over: rule.record[field]}]
}

const wordsIn = (record: StoredRecord | null): unknown[] =>
  record === null ? [] : [record['name'], record['description']]

/** All words in records in force or in the trash. */
async function wordsOf({library}: Device): Promise<unknown[]> {
  const records = await library.change(({rules, trash}) => [
    ...rules.all().map(({record}) => record),
    ...trash.all().map(({entry}) => entry.record),
  ])
  return records.flatMap(wordsIn)
}

/** Edits that are lost although no user replaced them. */
async function lost(edits: readonly Edit[], ...devices: readonly Device[]): Promise<string[]> {
  const found = new Set((await Promise.all(devices.map(wordsOf))).flat())
  const over = new Set(edits.map(edit => edit.over))
  return edits.flatMap(({word}) => (found.has(word) || over.has(word) ? [] : [word]))
}

/** Resolves conflicts until none is left, then compares all records. */
async function expectPeace(send: Fetch, key: string, devices: readonly Device[], chance: () => number): Promise<void> {
  for (let times = 0; times < 4; times++)
    for (const device of devices) {
      // In sequence, since one resolution can end other conflicts.
      for (let [first] = (await device.synced()).conflicts; first; [first] = (await device.synced()).conflicts)
        await device.sync.settle(first.id, chance() < 0.5 ? 'mine' : 'theirs')
    }
  const there = await atService(send, key)
  for (const device of devices) {
    const {conflicts, rejected, waiting} = await device.synced()
    expect({conflicts, rejected, waiting}).toEqual({conflicts: [], rejected: [], waiting: []})
    const here = await onDevice(device)
    expect(said(here.rules, here.groups)).toEqual(said(there.rules, there.groups))
  }
  expect(there.rules.length).toBeGreaterThan(5)
}

async function twoOn(network: Network = send => send) {
  const send = await directTo(server)
  const key = await server.newKey()
  const devices = [await aDevice(send), await aDevice(send)]
  for (const device of devices) {
    await device.sync.connect({url: serviceUrl, key})
    await device.synced()
  }
  const [mine, theirs] = (await Promise.all(devices.map(device => device.reborn({network})))) as [Device, Device]
  return {send, key, mine, theirs}
}

describe('two browsers on one account', () => {
  it.each([
    [50, 'a network that works', 0],
    [100, 'a network on which every fifth call fails', 0.2],
  ])(
    'reach the same state after %i random edits each over %s',
    async (times, _network, likelihood) => {
      const chance = chanceOf(seed)
      const {send, key, ...both} = await twoOn(faulty(likelihood, chance))
      const devices = [both.mine, both.theirs]
      const edits: Edit[] = []
      for (let round = 0; round < times; round++)
        for (const [at, device] of devices.entries()) {
          edits.push(...(await editOne(device, chance, `word ${at} ${round}`)))
          if (chance() < 0.1) await device.sync.run(chance() < 0.5 ? 'whole' : 'changes')
          if (chance() < 0.02) devices[at] = await device.reborn()
        }
      await expectPeace(send, key, devices, chance)
      expect(await lost(edits, ...devices)).toEqual([])
    },
    300_000,
  )
})

describe('a worker that is killed', () => {
  it('at 200 random moments loses nothing and repeats nothing', async () => {
    const chance = chanceOf(seed + 1)
    const {send, key, mine, theirs} = await twoOn()
    const devices = [mine, theirs]
    const edits: Edit[] = []
    for (let kill = 0; kill < 200; kill++) {
      const at = kill % 2
      const device = await devices[at]?.reborn({steps: Math.floor(chance() * 25)})
      if (!device) throw new Error('There are two')
      for (let times = 0; times < 2; times++)
        edits.push(...(await editOne(device, chance, `word ${at} ${kill}.${times}`)))
      await Promise.race([device.death, device.sync.run(chance() < 0.5 ? 'whole' : 'changes')])
      // Time passes before the worker starts again.
      device.clock.now += Math.floor(chance() * 90_000)
      devices[at] = await device.reborn()
    }
    await expectPeace(send, key, devices, chance)
    expect(await lost(edits, ...devices)).toEqual([])
    const names = (await atService(send, key)).rules.map(({name}) => name)
    const made = names.filter(name => edits.some(({word, over}) => over === null && word === name))
    expect(new Set(made).size).toBe(made.length)
  }, 300_000)
})

describe('a day without network', () => {
  it('keeps or reports 50 edits here and those of another user', async () => {
    const chance = chanceOf(seed + 2)
    const {send, key, mine, theirs} = await twoOn()
    for (let index = 0; index < 20; index++)
      await mine.library.createRule(aPayload('Redirect', {name: `rule ${index}`, description: ''}), {team: true})
    await mine.synced()
    await theirs.synced()
    const offline = await mine.reborn({network: () => () => Promise.reject(new TypeError('fetch failed'))})
    const edits: Edit[] = []
    for (let times = 0; times < 50; times++) {
      edits.push(...(await editOne(offline, chance, `mine ${times}`)))
      if (times % 10 === 0) await offline.sync.run('changes')
      edits.push(...(await editOne(theirs, chance, `theirs ${times}`)))
    }
    const view = await offline.view()
    expect(view.failure?.code).toBe('unreachable')
    expect(view.waiting.length).toBeGreaterThan(10)
    await theirs.synced()
    offline.clock.now += 24 * 60 * 60 * 1000
    const online = await offline.reborn({network: through => through})
    await online.synced()
    await expectPeace(send, key, [online, theirs], chance)
    expect(await lost(edits, online, theirs)).toEqual([])
  }, 300_000)
})

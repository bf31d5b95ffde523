import {describe, expect, it} from 'vitest'
import {without} from '../../../src/model/json'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {sharedApp} from '../team-server/open-server'
import {chanceOf} from './faults'
import {cut, modelService} from './model-service'
import {aDevice, atService, directTo, onDevice, said, serviceUrl, type Device, type Fetch, type Network} from './team'

/** SWITCHYARD_SEEDS gives the numbers of seeds to run, as in `SWITCHYARD_SEEDS=1-20`. */
const [first = 1, last = 2] = (process.env['SWITCHYARD_SEEDS'] ?? '1-2').split('-').map(Number)
const seeds = Array.from({length: last - first + 1}, (_, index) => first + index)
const edits = 120

/** Loses every third response, before or after the service applied the change. */
const losingResponses =
  (chance: () => number): Network =>
  send =>
  async (...given) => {
    const request = new Request(...given)
    const fate = request.method === 'GET' ? 1 : chance()
    if (fate < 0.1) return cut()
    const response = await send(request)
    return fate < 0.35 ? cut() : response
  }

const toMark = (number: number) => `created ${number}`

/** Two profiles on one account. Rules carry a constant mark, so that duplicates show. */
async function runEdits(seed: number, send: Fetch, key: string) {
  const chance = chanceOf(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(chance() * all.length)]
  const devices: Device[] = []
  for (let index = 0; index < 2; index++) {
    const device = await aDevice(send)
    await device.sync.connect({url: serviceUrl, key})
    await device.synced()
    devices.push(await device.reborn({network: losingResponses(chance)}))
  }
  const created = new Set<string>()
  const deleted = new Set<string>()

  async function edit({library}: Device, number: number): Promise<void> {
    const {rules, groups} = await library.snapshot()
    const rule = pick(rules)
    const kind = chance()
    if (!rule || kind < 0.4) {
      const mark = toMark(number)
      created.add(mark)
      const pairs = [{source: {key: 'url', operator: 'Contains', value: mark}}]
      const groupId = chance() < 0.3 ? (pick(groups)?.id ?? '') : ''
      await library.createRule(aPayload('Cancel', {name: `name ${number}`, pairs, groupId}), {team: true})
    } else if (kind < 0.45) {
      const {data} = await library.createGroup({name: `group ${number}`})
      await library.moveRules([{ids: [rule.id], before: null, groupId: data.id}])
    } else if (kind < 0.52) {
      deleted.add(getMark(rule.record))
      await library.deleteRules([rule.id])
    } else if (kind < 0.8) await library.updateRule(rule.id, {...rule.record, name: `name ${number}`})
    else if (kind < 0.9) await library.updateRule(rule.id, {...rule.record, description: `text ${number}`})
    else await library.switchRules([rule.id], rule.record['status'] !== 'Active')
  }

  for (let number = 0; number < edits; number++) {
    const at = chance() < 0.5 ? 0 : 1
    const device = devices[at] as Device
    await edit(device, number)
    const next = chance()
    if (next < 0.35) await device.sync.run(chance() < 0.5 ? 'whole' : 'changes')
    else if (next < 0.55) {
      const killed = await device.reborn({network: losingResponses(chance), steps: Math.floor(chance() * 20)})
      await Promise.race([killed.death, killed.sync.run('whole')])
      devices[at] = await killed.reborn({network: losingResponses(chance), steps: Infinity})
    }
    device.clock.now += Math.floor(chance() * 60_000)
  }
  const settled = await Promise.all(devices.map(device => device.reborn({network: through => through})))
  return {devices: settled, chance, created, deleted}
}

function getMark(record: StoredRecord): string {
  const [pair] = record['pairs'] as {source: {value: string}}[]
  return pair?.source.value ?? ''
}

/** Resolves conflicts until none is left. */
async function settleAll(devices: readonly Device[], chance: () => number): Promise<void> {
  for (let round = 0; round < 4; round++)
    for (const device of devices) {
      for (;;) {
        const [conflict] = (await device.synced()).conflicts
        if (conflict) await device.sync.settle(conflict.id, chance() < 0.5 ? 'mine' : 'theirs')
        else break
      }
    }
}

/** The records of a profile or the server, in a comparable form. */
const toContent = ({rules, groups}: {rules: StoredRecord[]; groups: StoredRecord[]}) => ({
  marks: rules.map(getMark).toSorted(),
  rules: said(rules, groups).map(record => without(record, 'isSample', 'isFavourite', 'schemaVersion', 'pairs')),
  groups: said(groups, []).map(record => without(record, 'isSample', 'isFavourite', 'schemaVersion')),
})

async function runAndSettle(seed: number, send: Fetch, key: string) {
  const {devices, chance, created, deleted} = await runEdits(seed, send, key)
  await settleAll(devices, chance)
  const there = await atService(send, key)
  const views = await Promise.all(devices.map(device => device.view()))
  const marks = there.rules.map(getMark)
  return {
    duplicates: marks.filter((mark, index) => marks.indexOf(mark) !== index),
    duplicateGroups: there.groups.length - new Set(there.groups.map(({name}) => name)).size,
    lost: [...created].filter(mark => !deleted.has(mark) && !marks.includes(mark)),
    unsettled: views.flatMap(({waiting, rejected, conflicts}) => [...waiting, ...rejected, ...conflicts]),
    there: toContent(there),
    here: await Promise.all(devices.map(async device => toContent(await onDevice(device)))),
  }
}

describe(`two profiles after ${edits} edits, lost responses and stopped workers`, () => {
  const server = sharedApp()
  const nothingWrong = {duplicates: [], duplicateGroups: 0, lost: [], unsettled: []}

  it.each(seeds)('hold each rule once on the team server (seed %i)', {timeout: 120_000}, async seed => {
    const {there, here, ...wrong} = await runAndSettle(seed, await directTo(server), await server.newKey())
    expect(wrong).toEqual(nothingWrong)
    expect(here).toEqual([there, there])
  })

  it.each(seeds)('lose nothing on a service without keys (seed %i)', {timeout: 120_000}, async seed => {
    const {there, here, ...wrong} = await runAndSettle(seed, modelService().send, 'a-key-of-a-workspace')
    // A rule that the other profile changed while its creation was unconfirmed is created twice.
    expect(wrong).toMatchObject({lost: [], unsettled: []})
    expect(here).toEqual([there, there])
  })
})

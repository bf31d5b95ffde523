import {without} from '../../../src/model/json'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {faults} from './faults'
import {modelService, type Traits} from './model-service'
import {aDevice, onDevice, said, serviceUrl, type Device, type Network} from './team'

/** Faults for the calls of one run, in sequence. Other names and later calls succeed. */
type Fates = readonly string[]

type On = {readonly at: number; readonly pick: number}
export type Step =
  | (On & {readonly does: 'create' | 'rename' | 'describe' | 'switch' | 'delete' | 'restore' | 'purge' | 'move'})
  | (On & {readonly does: 'createGroup' | 'renameGroup' | 'deleteGroup'})
  | {
      readonly does: 'theirs'
      readonly pick: number
      readonly how: 'create' | 'rename' | 'describe' | 'delete' | 'renameGroup'
    }
  | {
      readonly does: 'sync'
      readonly at: number
      readonly way: 'whole' | 'changes'
      readonly fates: Fates
      readonly steps: number | null
    }
  | {readonly does: 'wait'; readonly seconds: number}

const faultyBy = (fates: Fates): Network => {
  let call = 0
  return send =>
    async (...given) => {
      const fault = faults[fates[call++] ?? 'fine']
      return fault ? fault(() => send(...given)) : send(...given)
    }
}

const wordsIn = (record: StoredRecord | undefined) => [record?.['name'], record?.['description']]
const one = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)]

/** Two devices, another user and a service in memory. Every edit is a new word. */
export async function aWorld(traits: Traits, count = 2) {
  const service = modelService(traits)
  const groupId = service.put('groups', {name: 'group', objectType: 'group', status: 'Active', isFavourite: false})
  for (const name of ['first', 'second', 'third']) service.put('rules', aPayload('Cancel', {name, groupId}))
  const devices: Device[] = []
  for (let index = 0; index < count; index++) {
    const device = await aDevice(service.send)
    await device.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
    await device.synced()
    devices.push(device)
  }
  const typed = new Set<string>()
  /** Words that were overwritten or purged by a user who saw them. */
  const ended = new Set<unknown>()
  const newWord = (over: readonly unknown[] = []): string => {
    const word = `word ${typed.size}`
    typed.add(word)
    over.forEach(each => ended.add(each))
    return word
  }

  const teams = async (device: Device, kind: 'rules' | 'groups') =>
    (await device.library.snapshot())[kind].filter(({remote}) => remote !== undefined)

  async function edit(device: Device, {does, pick}: Extract<Step, On>): Promise<unknown> {
    const {library} = device
    const rule = one(await teams(device, 'rules'), pick)
    const group = one(await teams(device, 'groups'), pick)
    const lying = one(await library.listTrash(), pick)
    if (does === 'create')
      return library.createRule(aPayload('Cancel', {name: newWord(), ...(pick % 2 && group && {groupId: group.id})}), {
        team: true,
      })
    if (does === 'createGroup') {
      const {data} = await library.createGroup({name: newWord()})
      return rule && library.moveRules([{ids: [rule.id], before: null, groupId: data.id}])
    }
    if (does === 'restore') return lying && library.restore([lying.id])
    if (does === 'purge' && lying) {
      const entry = await library.change(({trash}) => trash.get(lying.id)?.entry.record)
      wordsIn(entry).forEach(word => ended.add(word))
      return library.purge([lying.id])
    }
    if (does === 'renameGroup') return group && library.changeGroup(group.id, {name: newWord([group.record['name']])})
    if (does === 'deleteGroup') return group && library.deleteGroup(group.id)
    if (!rule) return undefined
    const {id, record} = rule
    if (does === 'rename') return library.updateRule(id, {...record, name: newWord([record['name']])})
    if (does === 'describe') return library.updateRule(id, {...record, description: newWord([record['description']])})
    if (does === 'switch') return library.switchRules([id], record['status'] !== 'Active')
    if (does === 'move')
      return library.moveRules([{ids: [id], before: null, groupId: pick % 3 === 0 ? '' : (group?.id ?? '')}])
    if (does === 'delete') return library.deleteRules([id])
    return undefined
  }

  function theirs({how, pick}: Extract<Step, {does: 'theirs'}>): void {
    if (how === 'create') return void service.put('rules', aPayload('Cancel', {name: newWord()}))
    const [id, record] = one([...service[how === 'renameGroup' ? 'groups' : 'rules']], pick) ?? []
    if (id === undefined || !record) return
    if (how === 'delete') {
      wordsIn(record).forEach(word => ended.add(word))
      service.rules.delete(id)
    } else if (how === 'renameGroup') service.put('groups', {name: newWord([record['name']])}, id)
    else if (how === 'rename') service.put('rules', {name: newWord([record['name']])}, id)
    else service.put('rules', {description: newWord([record['description']])}, id)
  }

  async function sync({at, way, fates, steps}: Extract<Step, {does: 'sync'}>): Promise<void> {
    const life = await devices[at % count]?.reborn({network: faultyBy(fates), ...(steps !== null && {steps})})
    await Promise.race([life?.death, life?.sync.run(way)])
    const next = await life?.reborn({network: send => send})
    if (next) devices[at % count] = next
  }

  return {
    service,
    devices,
    async take(step: Step): Promise<void> {
      if (step.does === 'wait') for (const {clock} of devices) clock.now += step.seconds * 1000
      else if (step.does === 'theirs') theirs(step)
      else if (step.does === 'sync') await sync(step)
      else {
        const device = devices[step.at % count]
        if (device) await edit(device, step)
      }
    },
    /** Resolves conflicts until none is left. */
    async settle(pick: number): Promise<void> {
      for (let times = 0; times < 4; times++)
        for (const device of devices) {
          for (let [first] = (await device.synced()).conflicts; first; [first] = (await device.synced()).conflicts)
            await device.sync.settle(first.id, (['mine', 'theirs', 'both'] as const)[(pick + times) % 3])
        }
    },
    /** Words that are lost although no user removed them. */
    async lost(): Promise<string[]> {
      const found = new Set<unknown>([...service.rules.values(), ...service.groups.values()].flatMap(wordsIn))
      for (const {library} of devices) {
        const kept = await library.change(({rules, groups, trash}) => [
          ...[...rules.all(), ...groups.all()].map(({record}) => record),
          ...trash.all().map(({entry}) => entry.record),
        ])
        kept.flatMap(wordsIn).forEach(word => found.add(word))
      }
      return [...typed].filter(word => !found.has(word) && !ended.has(word))
    },
    /** The team records of a device, with group names. */
    async seen({library}: Device): Promise<StoredRecord[]> {
      const {rules, groups} = await library.snapshot()
      const ofTeam = rules.flatMap(({record, remote}) => (remote ? [record] : []))
      // The service may store pairs in another shape.
      return said(
        ofTeam,
        groups.map(({record}) => record),
      ).map(record => without(record, 'pairs'))
    },
    /** The records of each device and the service, which have to be equal. */
    async shown(device: Device): Promise<{here: StoredRecord[]; there: StoredRecord[]}> {
      const hidden = await device.library.change(({trash, values}) => [
        ...trash.all().map(({entry}) => entry.remote),
        ...(values.team?.gone ?? []).map(({remote}) => remote),
      ])
      const here = await onDevice(device)
      const groupsThere = [...service.groups.values()]
      const there = [...service.rules.values()].filter(({id}) => !hidden.some(each => each?.isHidden && each.id === id))
      // A hidden group can still have rules at the service.
      const plain = (all: StoredRecord[]) =>
        traits.deletes === false ? all.map(each => without(each, 'groupId')) : all
      return {here: said(plain(here.rules), here.groups), there: said(plain(there), groupsThere)}
    },
  }
}

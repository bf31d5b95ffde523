import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {faults} from './faults'
import {inAppShape, type Traits} from './model-service'
import type {Device} from './team'
import {aWorld, type Step} from './world'

/** A fixed seed makes failures repeatable. Set SWITCHYARD_SEED and SWITCHYARD_RUNS for others. */
const seed = Number(process.env['SWITCHYARD_SEED'] ?? 1)
const numRuns = Number(process.env['SWITCHYARD_RUNS'] ?? 10)

const at = fc.nat(1)
const pick = fc.nat(20)
const fate = fc.oneof(
  {weight: 3, arbitrary: fc.constant('fine')},
  {weight: 2, arbitrary: fc.constantFrom(...Object.keys(faults))},
)
const edit = fc.record({
  does: fc.constantFrom(
    ...(['create', 'rename', 'describe', 'switch', 'delete', 'restore', 'purge', 'move'] as const),
    ...(['createGroup', 'renameGroup', 'deleteGroup'] as const),
  ),
  at,
  pick,
})
const theirs = fc.record({
  does: fc.constant('theirs' as const),
  pick,
  how: fc.constantFrom('create', 'rename', 'describe', 'delete', 'renameGroup'),
})
/** `steps`: calls and transactions until the worker is stopped. */
const sync = fc.record({
  does: fc.constant('sync' as const),
  at,
  way: fc.constantFrom('whole', 'changes'),
  fates: fc.array(fate, {maxLength: 8}),
  steps: fc.option(fc.nat(30)),
})
const wait = fc.record({does: fc.constant('wait' as const), seconds: fc.nat(100)})
const mixed: fc.Arbitrary<Step> = fc.oneof(
  {weight: 5, arbitrary: edit},
  {weight: 2, arbitrary: theirs},
  {weight: 4, arbitrary: sync},
  {weight: 1, arbitrary: wait},
)
const some = {minLength: 1, maxLength: 40, size: 'max'} as const

const services: [string, Traits][] = [
  ['that has all that the contract leaves open', {knowsIfMatch: true}],
  ['of the contract alone, which writes pairs in its own shape', {deletes: false, keeps: inAppShape}],
]

async function check(property: fc.IAsyncProperty<never>): Promise<void> {
  await fc.assert(property, {seed, numRuns, endOnFailure: process.env['SWITCHYARD_FIRST'] === '1'})
}

/** Expects equal records and no pending change, which further syncs do not alter. */
async function expectInStep({service, devices, shown}: Awaited<ReturnType<typeof aWorld>>): Promise<void> {
  for (const device of [...devices, ...devices]) await device.synced()
  for (const device of devices) {
    const {conflicts, rejected, waiting} = await device.synced()
    expect({conflicts, rejected, waiting}).toEqual({conflicts: [], rejected: [], waiting: []})
    const {here, there} = await shown(device)
    expect(here).toEqual(there)
  }
  const writes = () => service.calls.filter(({method}) => method !== 'GET').length
  const before = writes()
  for (const device of devices) {
    const changes = device.changes()
    await device.sync.run('whole')
    expect(device.changes()).toBe(changes)
  }
  expect(writes()).toBe(before)
}

describe.each(services)('on a service %s', (_which, traits) => {
  it('two devices and another user reach the same state and lose nothing', async () => {
    const property = fc.asyncProperty(fc.array(mixed, some), pick, async (steps, how) => {
      const world = await aWorld(traits)
      const {service} = world
      for (const each of steps) {
        const before = service.calls.length
        await world.take(each)
        // A few requests per list and record are enough.
        expect(service.calls.length - before).toBeLessThan(30 + 8 * (service.rules.size + service.groups.size))
      }
      await world.settle(how)
      await expectInStep(world)
      expect(await world.lost()).toEqual([])
    })
    await check(property as never)
  }, 600_000)

  it('a single device gets no conflict, and no sync changes its rules', async () => {
    const turn = fc.tuple(fc.array(fc.oneof({weight: 5, arbitrary: edit}, wait), {maxLength: 4}), sync)
    const property = fc.asyncProperty(fc.array(turn, {...some, maxLength: 15}), async turns => {
      const world = await aWorld(traits, 1)
      const seen = () => world.seen(world.devices[0] as Device)
      for (const [edits, synced] of turns) {
        for (const each of edits) await world.take(each)
        const before = await seen()
        await world.take(synced)
        expect(await seen()).toEqual(before)
        expect((await world.devices[0]?.view())?.conflicts).toEqual([])
      }
      await expectInStep(world)
    })
    await check(property as never)
  }, 600_000)
})

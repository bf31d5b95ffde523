import {describe, expect, it} from 'vitest'
import type {Backups} from '../../../src/api/library'
import {createBackups} from '../../../src/storage/backups'
import {aPayload} from '../api/payloads'
import {withModel} from './model-service'
import type {Device} from './team'

const backupsOf = ({library, clock}: Device): Backups =>
  createBackups({
    now: () => clock.now++,
    suffix: () => 'x',
    library,
    failure: {read: async () => null, write: async () => undefined},
  })

/** A backed-up group that was linked to the team and deleted, with the deletion unsent. */
async function deletedSince() {
  const {service, device} = await withModel()
  const {library} = device
  const backups = backupsOf(device)
  const {data: group} = await library.createGroup({name: 'Checkout'})
  await backups.make()
  await library.createRule(aPayload('Cancel', {groupId: group.id}), {team: true})
  await device.synced()
  expect([...service.groups.values()]).toMatchObject([{name: 'Checkout'}])
  await library.deleteGroup(group.id)
  const before = await backups.restore(Number((await backups.list()).backups[0]?.at), false)
  const groups = async () => (await library.snapshot()).groups.map(({record, remote}) => [record['name'], remote])
  expect(await groups()).toEqual([['Checkout', undefined]])
  return {service, device, groups, takenBack: () => backups.restore(before, true)}
}

describe('restoring a backup', () => {
  it('does not revert the deletion of a record linked to the team since', async () => {
    const {service, device, groups} = await deletedSince()
    await device.synced()
    expect([...service.groups.values()]).toEqual([])
    expect(await groups()).toEqual([['Checkout', undefined]])
  })

  it('and undoing it leaves team records in the trash until their deletion', async () => {
    const {service, device, groups, takenBack} = await deletedSince()
    await takenBack()
    expect(await groups()).toEqual([])
    const waiting = (await device.view()).waiting.map(({what, name}) => [what, name])
    expect(waiting.filter(([what]) => what === 'delete')).toEqual([['delete', 'Checkout']])
    await device.synced()
    expect([...service.groups.values()]).toEqual([])
  })

  it('and undoing it after the deletion was sent creates the records again', async () => {
    const {service, device, groups, takenBack} = await deletedSince()
    await device.synced()
    await takenBack()
    const [{id} = {id: ''}] = await device.library.listTrash()
    await device.library.restore([id])
    await device.synced()
    expect([...service.groups.values()]).toMatchObject([{name: 'Checkout'}])
    expect(await groups()).toHaveLength(1)
  })
})

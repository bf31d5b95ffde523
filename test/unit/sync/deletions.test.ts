import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {json} from './connected'
import {cut, failing, losing, only, withModel} from './model-service'

describe('a deletion', () => {
  it('without a response can be undone: the rule is created again', async () => {
    const {service, device} = await withModel({}, {network: losing('DELETE')})
    service.put('rules', aPayload('Cancel', {name: 'Wanted again'}))
    await device.synced()
    const {id} = await only(device)
    await device.library.deleteRules([id])
    await device.sync.run('changes')
    expect(service.rules.size).toBe(0)
    await device.library.restore([id])
    expect((await device.synced()).conflicts).toEqual([])
    expect((await only(device)).id).toBe(id)
    expect([...service.rules.values()]).toMatchObject([{name: 'Wanted again'}])
  })

  it('of a group is sent after its moved rules', async () => {
    const {service, device} = await withModel()
    const groupId = service.put('groups', {name: 'Old', objectType: 'group', isFavourite: false})
    service.put('rules', {...aPayload('Cancel'), groupId})
    await device.synced()
    const {id} = await only(device)
    await device.library.deleteGroup((await only(device, 'groups')).id)
    const {data: group} = await device.library.createGroup({name: 'New'})
    await device.library.moveRules([{ids: [id], before: null, groupId: group.id}])
    const {conflicts, waiting} = await device.synced()
    expect({conflicts, waiting}).toEqual({conflicts: [], waiting: []})
    const [[made]] = [...service.groups] as [[string, object]]
    expect([...service.groups.values()]).toMatchObject([{name: 'New'}])
    expect([...service.rules.values()]).toMatchObject([{groupId: made}])
  })

  it('followed by a purge is cancelled by a remote change', async () => {
    const {service, device} = await withModel()
    const there = service.put('rules', aPayload('Cancel', {name: 'Old'}))
    await device.synced()
    const {id} = await only(device)
    await device.library.deleteRules([id])
    service.put('rules', {name: 'New'}, there)
    expect((await device.synced()).conflicts).toHaveLength(1)
    await device.library.purge([id])
    expect((await device.synced()).waiting).toEqual([])
    expect((await only(device)).record).toMatchObject({name: 'New'})
  })

  it('whose purge is undone keeps the rule linked to the team', async () => {
    const {service, device} = await withModel()
    for (const heard of [false, true]) {
      service.put('rules', aPayload('Cancel', {name: 'Wanted again'}))
      await device.synced()
      const {id} = await only(device)
      await device.library.deleteRules([id])
      const purged = await device.library.purge([id])
      if (heard) await device.synced()
      await device.library.undoPurge(purged)
      await device.synced()
      expect(service.rules.size).toBe(0)
      await device.library.restore([id])
      expect((await device.synced()).conflicts).toEqual([])
      expect([...service.rules.values()]).toMatchObject([{name: 'Wanted again'}])
      await device.library.deleteRules([id])
      await device.library.purge([id])
      await device.synced()
    }
  })

  it('whose purge is undone after a disconnect leaves a local rule', async () => {
    const {service, device} = await withModel()
    service.put('rules', aPayload('Cancel'))
    await device.synced()
    const {id} = await only(device)
    await device.library.deleteRules([id])
    const purged = await device.library.purge([id])
    await device.sync.disconnect(false)
    await device.library.undoPurge(purged)
    await device.library.restore([id])
    const [rule] = (await device.library.snapshot()).rules
    expect([rule?.id, rule?.remote]).toEqual([id, undefined])
  })

  it('on both sides causes a conflict only for a changed, restored rule', async () => {
    const {service, device} = await withModel()
    const there = service.put('rules', aPayload('Cancel', {name: 'Old'}))
    await device.synced()
    const {id} = await only(device)
    await device.library.updateRule(id, aPayload('Cancel', {name: 'New'}))
    service.rules.delete(there)
    expect((await device.synced()).conflicts).toHaveLength(1)
    await device.library.deleteRules([id])
    expect((await device.view()).conflicts).toEqual([])
    await device.library.restore([id])
    expect((await device.view()).conflicts).toMatchObject([{name: 'New', theirs: null}])
  })

  it('switches the rule off if the service cannot delete', async () => {
    const {service, device} = await withModel({deletes: false}, {network: losing('PUT')})
    service.put('rules', aPayload('Cancel', {name: 'Unwanted'}))
    await device.synced()
    await device.library.deleteRules([(await only(device)).id])
    const {conflicts, hidden} = await device.synced()
    expect(conflicts).toEqual([])
    expect(hidden).toMatchObject([{name: 'Unwanted', isOn: false}])
    expect([...service.rules.values()]).toMatchObject([{status: 'Inactive'}])
  })

  it('of rules is sent even if the service cannot delete groups', async () => {
    const {service, device} = await withModel()
    service.put('groups', {name: 'Stays', objectType: 'group', status: 'Active'})
    service.put('rules', aPayload('Cancel'))
    const again = await device.reborn({
      network: failing(
        (method, path) => method === 'DELETE' && path.startsWith('/v1/groups'),
        async () => json({}, 405),
      ),
    })
    await again.synced()
    await again.library.deleteGroup((await only(again, 'groups')).id)
    await again.synced()
    await again.library.deleteRules([(await only(again)).id])
    const {hidden} = await again.synced()
    // Nobody switched it on again, so it stays off.
    expect(hidden).toMatchObject([{kind: 'group', name: 'Stays', isOn: false}])
    expect(service.rules.size).toBe(0)
  })

  it('of a rule that another user deletes at the same time succeeds', async () => {
    const {service, device} = await withModel(
      {},
      {
        network: failing(
          method => method === 'DELETE' && service.rules.delete(first),
          async () => json({success: false}, 404),
        ),
      },
    )
    const first = service.put('rules', aPayload('Cancel', {name: 'First', status: 'Inactive'}))
    service.put('rules', aPayload('Cancel', {name: 'Second'}))
    await device.synced()
    for (const {id} of (await device.library.snapshot()).rules) {
      await device.library.deleteRules([id])
      await device.sync.run('changes')
    }
    const {hidden, rejected, waiting} = await device.view()
    expect({hidden, rejected, waiting}).toEqual({hidden: [], rejected: [], waiting: []})
    expect(service.rules.size).toBe(0)
  })

  it('of a group stays final if the service answers 404 and lists the group', async () => {
    const {service, device} = await withModel(
      {},
      {
        network: failing(
          method => method === 'DELETE',
          async () => json({success: false}, 404),
        ),
      },
    )
    service.put('groups', {name: 'Unwanted', objectType: 'group', status: 'Active', isFavourite: false})
    await device.synced()
    await device.library.deleteGroup((await only(device, 'groups')).id)
    await device.synced()
    expect((await device.synced()).hidden).toMatchObject([{kind: 'group', name: 'Unwanted'}])
    expect((await device.library.snapshot()).groups).toEqual([])
  })
})

describe('disconnecting and keeping the rules', () => {
  it('keeps every rule and group, also unsent, rejected and conflicting ones', async () => {
    const {service, device} = await withModel()
    const names = ['Plain', 'Refused', 'Asked about', 'Of unknown fate']
    const ids = names.map(name => service.put('rules', aPayload('Cancel', {name})))
    service.put('groups', {name: 'Shop', objectType: 'group'})
    await device.synced()
    const leaving = await device.reborn({
      network: failing((method, _path, body) => method === 'PUT' && /fate/.test(body), cut),
    })
    for (const {id, record} of (await leaving.library.snapshot()).rules.slice(1))
      await leaving.library.updateRule(id, {...record, description: `Mine, ${String(record['name'])}`})
    service.put('rules', {description: 'Theirs'}, ids[2])
    await leaving.library.createRule(aPayload('Cancel', {name: 'Made offline'}), {team: true})
    await leaving.sync.run('changes')
    await leaving.sync.disconnect(true)
    const {rules, groups} = await leaving.library.snapshot()
    expect(rules.map(({record}) => record['name'])).toEqual([...names, 'Made offline'])
    expect(rules.slice(1, 4).every(({record}) => String(record['description']).startsWith('Mine'))).toBe(true)
    expect([...rules, ...groups].filter(kept => kept.remote !== undefined)).toEqual([])
    expect(groups).toMatchObject([{record: {name: 'Shop'}}])
    expect(await leaving.sync.view()).toBe(null)
  })
})

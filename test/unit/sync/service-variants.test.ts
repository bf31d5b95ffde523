import {describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {aPayload} from '../api/payloads'
import {answering, aTeamServer, json, makeThere, pathOf} from './connected'
import {atService, onDevice, serviceUrl, type Network} from './team'

const {connected} = aTeamServer()

/** A service that returns its records as `change` returns them. */
const giving = (change: (record: StoredRecord) => unknown): Network =>
  answering(
    method => method !== 'DELETE',
    async sending => {
      const answer = await sending()
      const body = (await answer.json()) as {data?: StoredRecord | StoredRecord[]}
      const {data} = body
      const changed = Array.isArray(data) ? data.map(change) : data && change(data)
      return json({...body, data: changed}, answer.status)
    },
  )

/** A service that returns these rules and rejects every change. */
const listing = (records: readonly unknown[], at = '/v1/rules'): Network =>
  answering(
    (method, path) => method === 'GET' && path === at,
    async () => json({success: true, data: records, total: records.length, nextOffset: null}),
  )

describe('a service', () => {
  it('may return malformed, unknown and app-shaped records', async () => {
    const rules = [
      {id: 'Redirect_1', ...aPayload('Redirect'), status: 'Active', groupId: ''},
      {id: 'Broken_1', pairs: 'none', name: null},
      {id: 'Teleport_1', objectType: 'rule', ruleType: 'Teleport', name: 'New type', pairs: [{}], status: 'Active'},
      {
        id: 'Cancel_1',
        ...aPayload('Cancel'),
        colour: 'green',
        pairs: [{source: {key: 'Url', operator: 'Contains', value: 'a', filters: null}, shade: 1}],
      },
      {name: 'No id'},
      null,
      7,
      'text',
      [],
    ]
    const groups = [null, 5, [], {id: 'Group_1', objectType: 'group', name: 'Readable', status: 'Active'}]
    const {device} = await connected({network: send => listing(rules)(listing(groups, '/v1/groups')(send))})
    await device.sync.run('whole')
    const view = await device.view()
    expect(view).toMatchObject({failure: null, unnamed: 5, waiting: [], rejected: []})
    const {rules: here, groups: groupsHere} = await onDevice(device)
    expect(here).toMatchObject(rules.slice(0, 4) as object[])
    expect(groupsHere).toMatchObject([{name: 'Readable'}])
    // Switching keeps all unknown fields.
    await device.library.switchRules(['Cancel_1', 'Broken_1'], false)
    expect((await onDevice(device)).rules).toMatchObject([
      {},
      {status: 'Inactive', pairs: 'none'},
      {},
      {colour: 'green'},
    ])
  })

  it.each<[string, StoredRecord]>([
    ['a description of null', {description: null}],
    ['a group of null', {groupId: null}],
    ['no id in its pairs', {pairs: [{source: {key: 'url', operator: 'Contains', value: 'a'}}]}],
    ['null among its pairs', {pairs: [null]}],
    ['nothing derived', {extensionRules: null}],
    ['a type that nobody knows', {ruleType: 'Teleport'}],
  ])('may accept a record with %s without blocking others', async (_what, lax) => {
    const {send, key, device} = await connected({
      network: giving(record => (record['name'] === 'Lax' ? {...record, ...lax} : record)),
    })
    await makeThere(send, key, aPayload('Cancel', {name: 'Lax'}))
    await makeThere(send, key, aPayload('Cancel', {name: 'Plain'}))
    await device.synced()
    const ids = (await onDevice(device)).rules.map(({id}) => String(id))
    await device.library.switchRules(ids, false)
    const {rejected} = await device.synced()
    // Either sent or set aside with the error of the service.
    const {rules} = await atService(send, key)
    expect(rules.filter(({status}) => status === 'Inactive')).toHaveLength(2 - rejected.length)
    expect(rejected.every(({name, message}) => name === 'Lax' && message !== null)).toBe(true)
    await device.library.deleteRules(ids)
    await device.synced()
    expect((await atService(send, key)).rules).toEqual([])
  })

  it('may fail for one record without blocking others', async () => {
    const {send, key, device} = await connected()
    const poisoned = await makeThere(send, key, aPayload('Cancel', {name: 'Poisoned'}))
    await makeThere(send, key, aPayload('Cancel', {name: 'Plain'}))
    await device.synced()
    const again = await device.reborn({
      network: answering(
        (method, path) => method === 'GET' && path.endsWith(poisoned),
        async () => json({success: true, data: null}),
      ),
    })
    await again.library.switchRules(
      (await onDevice(again)).rules.map(({id}) => String(id)),
      false,
    )
    await again.sync.run('changes')
    expect((await again.view()).failure?.code).toBe('not-json')
    expect((await atService(send, key)).rules).toMatchObject([
      {name: 'Poisoned', status: 'Active'},
      {name: 'Plain', status: 'Inactive'},
    ])
  })

  it('may assign its own pair ids without a conflict with an edit', async () => {
    let count = 0
    const assigned = (record: StoredRecord) => ({
      ...record,
      pairs: (record['pairs'] as StoredRecord[]).map(pair => ({...pair, id: `there${count++}`})),
    })
    const edits = ['http://b.test/', 'http://c.test/']
    const {send, key, device} = await connected({
      network: through =>
        answering(
          method => method === 'POST' || method === 'PUT',
          async sending => {
            const answer = await sending()
            const destination = edits.shift()
            if (destination !== undefined) await edit(destination)
            return answer
          },
        )(giving(assigned)(through)),
    })
    async function edit(destination: string): Promise<void> {
      const [rule = {}] = (await onDevice(device)).rules
      const pairs = (rule['pairs'] as StoredRecord[]).map(pair => ({...pair, destination}))
      await device.library.updateRule(String(rule['id']), {...rule, pairs})
    }
    await device.library.createRule(aPayload('Redirect', {name: 'Mine'}), {team: true})
    expect((await device.synced()).conflicts).toEqual([])
    expect((await atService(send, key)).rules).toMatchObject([{pairs: [{destination: 'http://c.test/'}]}])
  })

  it('may store rule code in any shape, and each rule with code is counted', async () => {
    const code = {type: 'code', value: 'args => args'}
    const rules = [
      {id: 'Response_1', ruleType: 'Response', pairs: [code]},
      {id: 'Response_2', ruleType: 'Response', pairs: [{response: {...code, statusCode: ''}}]},
      {id: 'Request_1', ruleType: 'Request', pairs: [null, {request: code}]},
      {id: 'Response_3', ruleType: 'Response', pairs: [{response: {...code, type: 'static'}}]},
      {id: 'Headers_1', ruleType: 'Headers', pairs: [{modifications: {Request: [], Response: []}}]},
    ]
    const {device} = await connected({network: listing(rules)})
    await device.sync.run('whole')
    expect((await device.view()).code).toEqual(['Response_1', 'Response_2', 'Request_1'])
  })

  it('may return an empty rule, which leaves the stored one unchanged', async () => {
    const {send, key, device} = await connected()
    await makeThere(send, key, aPayload('Cancel', {name: 'Whole'}))
    await device.synced()
    const {rules: before} = await onDevice(device)
    const again = await device.reborn({
      network: service =>
        listing([])(
          answering(
            (method, path) => method === 'GET' && path.startsWith('/v1/rules/'),
            async () => json({success: true, data: {}}),
          )(service),
        ),
    })
    await again.sync.run('whole')
    expect((await again.view()).failure?.code).toBe('not-json')
    expect((await onDevice(again)).rules).toEqual(before)
    await again.library.switchRules([String(before[0]?.['id'])], false)
    await again.sync.run('changes')
    expect((await onDevice(again)).rules).toMatchObject([{name: 'Whole', ruleType: 'Cancel', status: 'Inactive'}])
  })

  it('may not list groups: they are shown by id until they are named', async () => {
    const {send, key, device} = await connected({
      network: answering(
        (method, path) => method === 'GET' && path === '/v1/groups',
        async () => json({success: false}, 404),
      ),
    })
    const groupId = await makeThere(send, key, {name: 'Checkout'}, 'groups')
    await makeThere(send, key, aPayload('Cancel', {name: 'In it', groupId}))
    await device.synced()
    const {groups, rules} = await onDevice(device)
    expect(groups).toMatchObject([{name: groupId}])
    expect(rules).toMatchObject([{groupId: groups[0]?.['id']}])
    await device.library.changeGroup(String(groups[0]?.['id']), {name: 'Renamed'})
    await device.synced()
    expect((await atService(send, key)).groups).toMatchObject([{name: 'Renamed'}])
  })

  it.each([400, 500])('may fail to return a rule (%i), which stays here', async status => {
    const {send, key, device} = await connected()
    const id = await makeThere(send, key, aPayload('Cancel', {name: 'Poisoned'}))
    await device.synced()
    const others = [{id: 'Cancel_other', ...aPayload('Cancel', {name: 'Other'}), status: 'Active', groupId: ''}]
    const again = await device.reborn({
      network: through =>
        listing(others)(
          answering(
            (_method, path) => path === `/v1/rules/${id}`,
            async () => json({success: false, error: {code: 'no', message: 'No'}}, status),
          )(through),
        ),
    })
    await again.sync.run('whole')
    expect((await again.view()).failure).toBe(null)
    expect((await onDevice(again)).rules).toMatchObject([{name: 'Poisoned'}, {name: 'Other'}])
  })

  it('may lack deletion: deleted rules are switched off and stay hidden', async () => {
    const {send, key, device} = await connected({
      network: answering(
        method => method === 'DELETE',
        async () => json({success: false}, 405),
      ),
    })
    await makeThere(send, key, aPayload('Cancel', {name: 'Unwanted'}))
    await device.synced()
    const [rule] = (await onDevice(device)).rules
    await device.library.deleteRules([String(rule?.['id'])])
    await device.synced()
    const {hidden} = await device.synced()
    expect(hidden).toMatchObject([{name: 'Unwanted'}])
    expect((await atService(send, key)).rules).toMatchObject([{name: 'Unwanted', status: 'Inactive'}])
    expect((await onDevice(device)).rules).toEqual([])
    await device.library.purge([String(rule?.['id'])])
    expect((await device.synced()).hidden).toMatchObject([{name: 'Unwanted'}])
    expect((await onDevice(device)).rules).toEqual([])
  })

  it('may lack deletion: a rule switched on by others stays hidden as on', async () => {
    const {send, key, device} = await connected({
      network: answering(
        method => method === 'DELETE',
        async () => json({success: false}, 405),
      ),
    })
    for (const name of ['In the trash', 'Purged', 'Kept']) await makeThere(send, key, aPayload('Cancel', {name}))
    await device.synced()
    const [lying, purged] = (await onDevice(device)).rules.map(({id}) => String(id))
    await device.library.deleteRules([lying ?? '', purged ?? ''])
    await device.synced()
    await device.library.purge([purged ?? ''])
    const isOn = async () => Object.fromEntries((await device.synced()).hidden.map(each => [each.name, each.isOn]))
    expect(await isOn()).toEqual({'In the trash': false, Purged: false})
    for (const [id, name] of [
      [lying, 'In the trash'],
      [purged, 'Purged'],
    ])
      await send(`${serviceUrl}/v1/rules/${id}`, {
        method: 'PUT',
        headers: {'x-api-key': key, 'content-type': 'application/json'},
        body: JSON.stringify(aPayload('Cancel', {name})),
      })
    expect(await isOn()).toEqual({'In the trash': true, Purged: true})
    expect((await onDevice(device)).rules).toMatchObject([{name: 'Kept'}])
    // The count is the number of local rules.
    expect((await device.view()).synced?.rules).toBe(1)
  })

  it.each([
    ['and return each rule: nothing is deleted', true],
    ['and then return all: they are restored without copies', false],
  ])('may list nothing for a moment %s', async (_what, answers) => {
    const {send, key, device} = await connected()
    for (let index = 0; index < 25; index++) await makeThere(send, key, aPayload('Cancel', {name: `rule ${index}`}))
    await device.synced()
    const ids = (await device.library.snapshot()).rules.map(({id}) => id)
    await device.library.moveRules([{ids: [ids[24] ?? ''], before: ids[0] ?? '', groupId: ''}])
    await device.library.pinRules([ids[24] ?? ''], true)
    await device.synced()
    const before = (await device.library.snapshot()).rules
    const empty = await device.reborn({
      network: through =>
        answering(
          (method, path) => method === 'GET' && !answers && path.startsWith('/v1/rules/'),
          async () => json({success: false}, 404),
        )(listing([])(through)),
    })
    await empty.sync.run('whole')
    expect(await onDevice(empty)).toMatchObject({rules: {length: answers ? 25 : 0}})
    const back = await empty.reborn({network: through => through})
    await back.synced()
    expect((await back.library.snapshot()).rules).toEqual(before)
    expect(await back.library.listTrash()).toEqual([])
  })

  it('may change while it is listed: a missed rule is not deleted', async () => {
    const {send, key, device} = await connected()
    const ids: string[] = []
    for (let index = 0; index < 160; index++)
      ids.push(await makeThere(send, key, aPayload('Cancel', {name: `rule ${index}`})))
    await device.synced()
    const again = await device.reborn({
      network:
        through =>
        async (...given) => {
          const answer = await through(...given)
          // Rules after the first page move up while one is added, so the total stays.
          if (pathOf(given[0]) !== '/v1/rules') return answer
          const page = (await answer.json()) as {data: StoredRecord[]}
          return json({...page, data: page.data.filter(({id}) => id !== ids[80])})
        },
    })
    await again.sync.run('whole')
    expect((await onDevice(again)).rules).toHaveLength(160)
  })
})

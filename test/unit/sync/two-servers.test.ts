import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {openRemote, type Database} from '../../../src/team-server/database/database'
import {createApp} from '../../../src/team-server/http/app'
import {createKeys} from '../../../src/team-server/keys'
import {openLog} from '../../../src/team-server/log'
import {readSettings} from '../../../src/team-server/settings'
import {startPostgres, type Postgres} from '../../postgres/postgres'
import {aPayload} from '../api/payloads'
import {aDevice, atService, onDevice, said, serviceUrl, type Device, type Fetch} from './team'

let postgres: Postgres
let databases: readonly Database[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.newDatabase()
  databases = await Promise.all([openRemote(url), openRemote(url)])
}, 60_000)
afterAll(async () => {
  await Promise.all(databases.map(database => database.close()))
  await postgres.stop()
})

const doorOf = (database: Database): Fetch => {
  const settings = readSettings({CALLS_PER_MINUTE: '1000000'})
  const app = createApp({database, log: openLog('silent'), settings, now: Date.now})
  return async (...given) => app.fetch(new Request(...given))
}

describe('two devices at two servers on one database', () => {
  it('that sync at the same time reach the same state and lose nothing', async () => {
    const doors = databases.map(doorOf)
    const [first] = databases as [Database]
    const key = await createKeys(first.tables, Date.now).create({name: 'Both', workspace: 'One'})
    const devices: Device[] = []
    for (const door of doors) {
      const device = await aDevice(door)
      await device.sync.connect({url: serviceUrl, key})
      await device.synced()
      devices.push(device)
    }
    const [mine, theirs] = devices as [Device, Device]
    const {data: group} = await mine.library.createGroup({name: 'Shop'})
    for (let index = 0; index < 5; index++)
      await mine.library.createRule(aPayload('Cancel', {name: `rule ${index}`, groupId: group.id}), {team: true})
    for (const device of [mine, theirs, mine]) await device.synced()

    for (let round = 0; round < 3; round++) {
      for (const [at, {library}] of devices.entries()) {
        const {rules, groups} = await library.snapshot()
        for (const [index, {id, record}] of rules.entries())
          // The devices edit different fields, so there is no conflict.
          await library.updateRule(
            id,
            at === 0 ? {...record, name: `name ${round}.${index}`} : {...record, description: `said ${round}.${index}`},
          )
        const changes = at === 0 ? {name: `Shop ${round}`} : {isFavourite: round % 2 === 0}
        await library.changeGroup(groups[0]?.id ?? '', changes)
      }
      await Promise.all(devices.map(device => device.sync.run(round % 2 ? 'changes' : 'whole')))
    }
    for (const device of [mine, theirs, mine, theirs]) expect((await device.synced()).conflicts).toEqual([])
    const there = await atService(doors[0] as Fetch, key)
    expect(there.rules.map(({name, description}) => [name, description])).toEqual(
      Array.from({length: 5}, (_, index) => [`name 2.${index}`, `said 2.${index}`]),
    )
    expect(there.groups).toMatchObject([{name: 'Shop 2', isFavourite: true}])
    for (const device of devices) {
      const here = await onDevice(device)
      expect(said(here.rules, here.groups)).toEqual(said(there.rules, there.groups))
    }
  }, 60_000)
})

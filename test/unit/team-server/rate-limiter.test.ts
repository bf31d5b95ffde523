import {afterAll, describe, expect, it} from 'vitest'
import {openRemote, type Database} from '../../../src/team-server/database/database'
import {createApp} from '../../../src/team-server/http/app'
import {createKeys} from '../../../src/team-server/keys'
import {openLog} from '../../../src/team-server/log'
import {readSettings} from '../../../src/team-server/settings'
import {startPostgres} from '../../postgres/postgres'

const starting = startPostgres()
const opened: Database[] = []
afterAll(async () => {
  for (const database of opened) await database.close()
  await (await starting).stop()
})

/** Two servers on one database, each with connections of its own, and a key for both. */
async function twoServers(callsPerMinute: number, now = Date.now) {
  const url = await (await starting).newDatabase()
  const databases = await Promise.all([openRemote(url), openRemote(url)])
  opened.push(...databases)
  const settings = readSettings({CALLS_PER_MINUTE: String(callsPerMinute)})
  const apps = databases.map(database => createApp({database, log: openLog('silent'), settings, now}))
  const key = await createKeys(databases[0].tables, Date.now).create({name: 'Both', workspace: 'Team'})
  const get = (index: number, path = '/v1/rules', method = 'GET') =>
    apps[index % 2]?.request(path, {method, headers: {'x-api-key': key}})
  return {get}
}

/** Waits for a minute with enough time left, so that no test crosses its end. */
async function earlyInAMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 8_000) await new Promise(done => setTimeout(done, left))
}

describe('the rate limit of a key', () => {
  it.each([7, 100])('allows %i calls a minute across all servers', async perMinute => {
    const {get} = await twoServers(perMinute)
    await earlyInAMinute()
    const answers = await Promise.all(Array.from({length: perMinute + 60}, async (_, index) => get(index)))
    const granted = answers.filter(answer => answer?.status === 200).length
    // What a server has leased and not used ends with the minute: less than a twentieth each.
    expect(granted).toBeLessThanOrEqual(perMinute)
    expect(granted).toBeGreaterThan(perMinute - 2 * Math.max(1, perMinute / 20))
    const refused = answers.find(answer => answer?.status === 429)
    const after = Number(refused?.headers.get('retry-after'))
    expect(after).toBeGreaterThanOrEqual(1)
    expect(after).toBeLessThanOrEqual(60)
    expect(await refused?.json()).toMatchObject({success: false, error: {code: 'too-many-requests'}})
  })

  it.each([-1, 1])('does not depend on the clock of a server that is a day off (%i)', async day => {
    const {get} = await twoServers(100, () => Date.now() + day * 24 * 60 * 60 * 1000)
    await earlyInAMinute()
    // One after the other: calls that come together share what one of them has asked for.
    let granted = 0
    for (let index = 0; index < 110; index++) if ((await get(index))?.status === 200) granted++
    expect(granted).toBeGreaterThan(90)
  })

  it('does not apply to paths without a 429 in the contract', async () => {
    const {get} = await twoServers(1)
    await get(0)
    expect((await get(0, '/v1/rules/Redirect_none', 'PUT'))?.status).toBe(400)
    expect((await get(0, '/v1/groups/Group_none', 'DELETE'))?.status).toBe(404)
  })
})

import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createHttpClient as openService} from '../../../src/api/http-client'
import type {RuleService} from '../../../src/api/rule-service'
import {isServiceError} from '../../../src/api/service-error'
import {openRemote, type Database} from '../../../src/team-server/database/database'
import {createApp} from '../../../src/team-server/http/app'
import {createKeys} from '../../../src/team-server/keys'
import {openLog} from '../../../src/team-server/log'
import {readSettings} from '../../../src/team-server/settings'
import {startPostgres, type Postgres} from '../../postgres/postgres'
import {aPayload} from '../api/payloads'

let postgres: Postgres
let databases: readonly [Database, Database]
beforeAll(async () => {
  postgres = await startPostgres()
  const url = await postgres.newDatabase()
  // Together, as servers that are started by one recipe: one of them migrates.
  databases = await Promise.all([openRemote(url), openRemote(url)])
})
afterAll(async () => {
  await Promise.all(databases.map(database => database.close()))
  await postgres.stop()
})

/** One account, asked through two servers. */
async function twoDoors(): Promise<readonly [RuleService, RuleService]> {
  const apiKey = await createKeys(databases[0].tables, Date.now).create({name: 'Both', workspace: crypto.randomUUID()})
  const settings = readSettings({CALLS_PER_MINUTE: '1000000'})
  const open = (database: Database) => {
    const app = createApp({database, log: openLog('silent'), settings, now: Date.now})
    return openService({
      baseUrl: 'http://team.test',
      apiKey,
      fetch: async (...given) => app.fetch(new Request(...given)),
      now: Date.now,
      timeout: 20_000,
    })
  }
  return [open(databases[0]), open(databases[1])]
}

async function allRules(service: RuleService): Promise<readonly string[]> {
  const ids: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const page: Awaited<ReturnType<RuleService['listRules']>> = await service.listRules({offset, pageSize: 75})
    ids.push(...page.data.map(rule => String(rule['id'])))
    offset = page.nextOffset
  }
  return ids
}

describe('two servers on one database', () => {
  it('immediately see the changes of the other server', async () => {
    const [here, there] = await twoDoors()
    const {data} = await here.createRule(aPayload())
    expect(await there.getRule(data.id)).toEqual({success: true, data})
    await there.updateRule(data.id, aPayload('Redirect', {name: 'Changed there'}))
    expect((await here.getRule(data.id)).data.name).toBe('Changed there')
  })

  it('list each rule once while others add rules', async () => {
    const [here, there] = await twoDoors()
    const before = await Promise.all(
      Array.from({length: 150}, (_, index) => (index % 2 ? here : there).createRule(aPayload())),
    )
    const adding = Promise.all(Array.from({length: 50}, () => there.createRule(aPayload())))
    const listed = await allRules(here)
    await adding
    expect(new Set(listed).size).toBe(listed.length)
    for (const {data} of before) expect(listed).toContain(data.id)
    expect(await allRules(here)).toHaveLength(200)
  })

  it('leave no rule in a deleted group and do not deadlock', async () => {
    const [here, there] = await twoDoors()
    const rules = await Promise.all(Array.from({length: 20}, () => here.createRule(aPayload())))
    for (let round = 0; round < 5; round++) {
      const group = (await here.createGroup({name: 'Going'})).data.id
      const outcomes = await Promise.allSettled([
        ...rules.map(({data}, index) =>
          (index % 2 ? here : there).updateRule(data.id, aPayload('Redirect', {groupId: group})),
        ),
        there.deleteGroup?.(group),
        here.createRule(aPayload('Redirect', {groupId: group})),
      ])
      const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refused.filter(reason => !isServiceError(reason) || reason.status !== 404)).toEqual([])
      const kept = (await here.listRules({pageSize: 75})).data
      expect(kept.filter(rule => rule['groupId'] === group)).toEqual([])
    }
  })

  it('apply concurrent changes of a rule one after another', async () => {
    const [here, there] = await twoDoors()
    const {id} = (await here.createRule(aPayload())).data
    const answers = await Promise.all(
      Array.from({length: 40}, (_, index) =>
        (index % 2 ? here : there).updateRule(id, aPayload('Redirect', {name: `n${index}`, description: `d${index}`})),
      ),
    )
    expect(new Set(answers.map(({data}) => data.modificationDate)).size).toBe(40)
    const {name, description} = (await here.getRule(id)).data
    expect(description).toBe(name.replace('n', 'd'))
  })
})

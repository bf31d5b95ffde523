import {afterAll} from 'vitest'
import {createHttpClient} from '../../../src/api/http-client'
import {openRemote as openRemoteDatabase} from '../../../src/team-server/database/database'
import {startPostgres} from '../../postgres/postgres'
import {testServiceContract} from '../api/service-contract'
import {sharedApp} from './open-server'

const postgres = startPostgres()
afterAll(async () => (await postgres).stop())

const open = (server: ReturnType<typeof sharedApp>) => async () => {
  const {app} = await server.started()
  return createHttpClient({
    baseUrl: 'http://team.test/',
    apiKey: await server.newKey(),
    fetch: async (...given) => app.fetch(new Request(...given)),
    now: Date.now,
    timeout: 10_000,
  })
}

testServiceContract('over HTTP, on the database that comes with it', open(sharedApp()))
testServiceContract(
  'over HTTP, on PostgreSQL',
  open(sharedApp(async () => openRemoteDatabase(await (await postgres).newDatabase()))),
)

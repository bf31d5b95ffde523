import {openEmbedded, type Database} from '../../src/team-server/database/database'
import {createKeys} from '../../src/team-server/keys'
import {openLog} from '../../src/team-server/log'
import {serve} from '../../src/team-server/serve'
import {readSettings} from '../../src/team-server/settings'

type Calls = {
  /** Asks the service as any client would; the `data` of its answer. */
  <Data>(method: string, path: string, body?: unknown): Promise<Data>
}

export type TeamService = {
  readonly url: string
  readonly key: string
  readonly call: Calls
  /** Every call that came: method and path. */
  readonly came: string[]
  close(): Promise<void>
}

/** The team server with a key to a workspace of its own, on the given database or one in memory. */
export async function startTeamService(given?: Database): Promise<TeamService> {
  const database = given ?? (await openEmbedded())
  const came: string[] = []
  const write = (line: string) => {
    const {method, path} = JSON.parse(line) as {method?: string; path?: string}
    if (method) came.push(`${method} ${path}`)
  }
  const settings = readSettings({PORT: '0', HOST: '127.0.0.1', CALLS_PER_MINUTE: '1000000'})
  const {url, stop} = await serve(database, settings, openLog('info', {write}))
  const key = await createKeys(database.tables, Date.now).create({name: 'A test', workspace: crypto.randomUUID()})
  return {
    url,
    key,
    came,
    async call<Data>(method: string, path: string, body?: unknown) {
      const headers = {'x-api-key': key, 'content-type': 'application/json'}
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body !== undefined && {body: JSON.stringify(body)}),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as {data: Data}).data
    },
    async close() {
      await stop()
      if (!given) await database.close()
    },
  }
}

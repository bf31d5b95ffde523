import {fork, type ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {fileURLToPath} from 'node:url'
import autocannon from 'autocannon'
import postgres from 'postgres'
import {startPostgres} from '../postgres/postgres'
import {median, ratio, type Figure} from './measure'
import {createFigure} from './rows'

const startProcess = (file: string, env: Record<string, string> = {}): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: {...process.env, ...env},
  })

const payload = {
  name: 'API to localhost',
  objectType: 'rule',
  ruleType: 'Redirect',
  pairs: [
    {
      source: {key: 'Url', operator: 'Contains', value: 'api.shop.test/v1/'},
      destinationType: 'url',
      destination: 'http://localhost:3000/',
    },
  ],
}

type Load = {
  readonly url: string
  readonly method: 'GET' | 'PUT'
  readonly headers: Record<string, string>
  readonly body?: string
}

type LoadResult = {readonly perSecond: number; readonly p99: number}

/** Requests per second and p99 latency in milliseconds, over three seconds with ten connections. */
async function measureLoad(load: Load): Promise<LoadResult> {
  const {requests, latency, non2xx, errors} = await autocannon({...load, connections: 10, duration: 3})
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls of ${load.method} ${load.url} failed`)
  return {perSecond: requests.average, p99: latency.p99}
}

async function compareWithBare(what: string, ours: Load, bareUrl: string, limit: number): Promise<Figure[]> {
  const size = (await (await fetch(ours.url, {...ours, body: ours.body ?? null})).arrayBuffer()).byteLength
  const bare = {...ours, url: `${bareUrl}/${size}`}
  const rounds: (readonly [LoadResult, LoadResult])[] = []
  // Alternately, so that a busy machine affects both.
  for (let round = 0; round < 3; round++) rounds.push([await measureLoad(ours), await measureLoad(bare)] as const)
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  const [ourRate, bareRate] = [middle(([our]) => our.perSecond), middle(([, other]) => other.perSecond)]
  const [ourP99, bareP99] = [middle(([our]) => our.p99), middle(([, other]) => other.p99)]
  return [
    createFigure(
      `Team server: ${what}, time a request against the bare framework`,
      `${ourRate.toFixed(0)} a second, p99 ${ourP99} ms; bare ${bareRate.toFixed(0)}, p99 ${bareP99} ms`,
      bareRate / ourRate,
      limit,
      '×',
    ),
  ]
}

/** Fills the workspace to `count` rules, with the same rows as creating them one by one. */
async function fillWorkspace(databaseUrl: string, count: number): Promise<void> {
  const client = postgres(databaseUrl, {max: 1})
  const body = JSON.stringify({...payload, id: 'Redirect_bench', creationDate: 1, status: 'Active'})
  await client.begin(async sql => {
    const [workspace] = await sql`select id, next_position from workspaces`
    const [id, from] = [String(workspace?.['id']), Number(workspace?.['next_position'])]
    await sql`
      insert into records (workspace_id, kind, id, position, modification_date, last_modified_by, body)
      select ${id}, 'rule', 'Redirect_' || n, n, 1, 'User_bench', ${body} from generate_series(${from}::int, ${count - 1}::int) n`
    await sql`delete from blocks`
    await sql`
      insert into blocks (workspace_id, kind, block, count)
      select workspace_id, kind, position / 512, count(*) from records group by 1, 2, 3`
    await sql`update workspaces set next_position = ${count}`
  })
  await client`analyze`
  await client.end()
}

async function measureLists(databaseUrl: string, url: string, headers: Record<string, string>): Promise<Figure[]> {
  const figures: Figure[] = []
  const timeOf = async (offset: number) => {
    const began = performance.now()
    const response = await fetch(`${url}/v1/rules?pageSize=75&offset=${offset}`, {headers})
    const {data} = (await response.json()) as {data: unknown[]}
    if (data.length !== 75) throw new Error(`${data.length} rules at ${offset}`)
    return performance.now() - began
  }
  for (const count of [100, 10_000, 100_000]) {
    await fillWorkspace(databaseUrl, count)
    const [last, first]: [number[], number[]] = [[], []]
    for (let round = 0; round < 40; round++) {
      last.push(await timeOf(count - 75))
      first.push(await timeOf(0))
    }
    const times = [median(last), median(first)] as const
    figures.push(ratio(`Team server: last page of ${count.toLocaleString('en')} rules`, times, 1.5, ['last', 'first']))
  }
  return figures
}

/** The team server on its own PostgreSQL, against the framework with responses of the same size. */
export async function benchTeamServer(): Promise<Figure[]> {
  const database = await startPostgres()
  const databaseUrl = await database.newDatabase()
  const [our, bare] = [startProcess('our-server.ts', {DATABASE_URL: databaseUrl}), startProcess('bare-server.ts')]
  try {
    const [[{url, key}], [port]] = (await Promise.all([once(our, 'message'), once(bare, 'message')])) as [
      [{url: string; key: string}],
      [number],
    ]
    const headers = {'x-api-key': key, 'content-type': 'application/json'}
    const created = await fetch(`${url}/v1/rules`, {method: 'POST', headers, body: JSON.stringify(payload)})
    const {data} = (await created.json()) as {data: {id: string}}
    const bareUrl = `http://127.0.0.1:${port}`
    const one = `${url}/v1/rules/${data.id}`
    const get = await compareWithBare('get', {url: one, method: 'GET', headers}, bareUrl, 12)
    const update = {url: one, method: 'PUT', headers, body: JSON.stringify(payload)} as const
    const updates = await compareWithBare('update', update, bareUrl, 25)
    const costs = await measureLists(databaseUrl, url, headers)
    const list = {url: `${url}/v1/rules?pageSize=75&offset=500`, method: 'GET', headers} as const
    const lists = await compareWithBare('list of 75', list, bareUrl, 25)
    return [...get, ...lists, ...updates, ...costs]
  } finally {
    our.kill()
    bare.kill()
    await Promise.all([once(our, 'exit'), once(bare, 'exit')])
    await database.stop()
  }
}

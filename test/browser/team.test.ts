import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Page} from '@playwright/test'
import type {TeamService} from '../team/team-service'
import {ask, readLibrary} from './ask'
import {stopWorkers} from './browser'
import {expect, fetched, make, where} from './fixtures'
import {test} from './team-fixtures'

type Named = {readonly id: string; readonly name: string; readonly status: string}

const onShop = where('host', 'Equals', 'shop.test')
const aRule = (ruleType: string, name: string, pair: object) => ({
  name,
  objectType: 'rule',
  ruleType,
  status: 'Active',
  pairs: [{source: onShop, ...pair}],
})
const namesOf = (rules: readonly Named[]) => rules.map(({name}) => name).toSorted((a, b) => (a < b ? -1 : 1))
const connect = (page: Page, {url, key}: TeamService) => ask(page, 'team.connect', {url, key})
type Fate = 'answer' | 'lose' | 'hold'

/** A proxy server that loses responses after a request was served, or never serves a request. */
async function startProxy(target: string, decide: (request: IncomingMessage) => Fate) {
  const server = createServer((request, response) => {
    const fate = decide(request)
    if (fate === 'hold') return
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const {host: _host, connection: _connection, ...headers} = request.headers
      const init = {method: request.method ?? 'GET', headers: headers as Record<string, string>}
      void fetch(`${target}${request.url}`, {...init, ...(body.length > 0 && {body})}).then(async answer => {
        const text = await answer.text()
        if (fate === 'lose') return request.socket.destroy()
        const kept = ['content-type', 'idempotency-key-ttl'].flatMap(name => {
          const value = answer.headers.get(name)
          return value === null ? [] : [[name, value] as const]
        })
        return response.writeHead(answer.status, Object.fromEntries(kept)).end(text)
      })
    })
  }).listen(0, '127.0.0.1')
  await expect.poll(() => server.listening).toBe(true)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const synced = (page: Page) =>
  expect
    .poll(async () => {
      const view = await ask(page, 'team.view', {})
      return view && !view.isSyncing && view.synced !== null && view.failure === null && view.waiting.length === 0
    })
    .toBe(true)

test('team rules apply until the team switches them off', async ({options, shop, site, team}) => {
  await team.call(
    'POST',
    '/v1/rules',
    aRule('Headers', 'A header', {modifications: [{header: 'X-Env', type: 'Modify', value: 'team'}]}),
  )
  const {id} = await team.call<Named>(
    'POST',
    '/v1/rules',
    aRule('Response', 'A body', {type: 'code', value: '() => "by the team"'}),
  )
  // No rule may keep the extension from its own service, not even one that stops everything.
  await make(options, 'Cancel', [{source: where('host', 'Equals', '127.0.0.1')}])
  await connect(options, team)
  await synced(options)
  await expect.poll(async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text).toBe('by the team')
  expect(site.log.at(-1)?.headers['x-env']).toBe('team')
  const rule = await team.call<Named>('GET', `/v1/rules/${id}`)
  await team.call('PUT', `/v1/rules/${id}`, {...rule, status: 'Inactive'})
  await ask(options, 'team.sync', {})
  await expect
    .poll(async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text)
    .not.toBe('by the team')
})

test('team changes are sent at once, even if the worker dies', async ({options, team}) => {
  await connect(options, team)
  await synced(options)
  const there = async () =>
    (await team.call<readonly Named[]>('GET', '/v1/rules')).map(({name, status}) => `${name} ${status}`)
  const {id} = await ask(options, 'rule.create', {payload: aRule('Cancel', 'Made here', {}), team: true})
  await expect.poll(there).toEqual(['Made here Active'])
  await ask(options, 'rules.switch', {ids: [id], on: false})
  await stopWorkers(options)
  await ask(options, 'rules.pin', {ids: [id], pinned: true})
  await expect.poll(there).toEqual(['Made here Inactive'])
  // One that stays here is never told.
  await ask(options, 'rule.create', {payload: aRule('Cancel', 'Of this device', {})})
  await ask(options, 'team.sync', {})
  await synced(options)
  expect(await there()).toEqual(['Made here Inactive'])
  await ask(options, 'rules.delete', {ids: [id]})
  await expect.poll(there).toEqual([])
})

test('a rule whose creation got no response is not created twice', async ({options, team}) => {
  let isLost = false
  const proxy = await startProxy(team.url, ({method}) => {
    if (isLost || method !== 'POST') return 'answer'
    isLost = true
    return 'lose'
  })
  await connect(options, {...team, url: proxy.url})
  await synced(options)
  await ask(options, 'rule.create', {payload: aRule('Cancel', 'Created', {}), team: true})
  const there = async () => namesOf(await team.call<readonly Named[]>('GET', '/v1/rules'))
  await expect.poll(there).toEqual(['Created'])
  const [rule] = await team.call<readonly Named[]>('GET', '/v1/rules')
  await team.call('PUT', `/v1/rules/${rule?.id}`, {...rule, name: 'Renamed'})
  await ask(options, 'team.sync', {isByUser: true})
  await synced(options)
  expect(isLost).toBe(true)
  expect(await there()).toEqual(['Renamed'])
  expect((await readLibrary(options)).rules).toMatchObject([{isTeam: true, rule: {name: 'Renamed'}}])
  await proxy.close()
})

test('a sync goes on within seconds after its worker was stopped', async ({options, team}) => {
  await team.call('POST', '/v1/rules', aRule('Cancel', 'Theirs', {}))
  let isHeld = false
  const proxy = await startProxy(team.url, ({url}) => {
    if (isHeld || !url?.startsWith('/v1/rules?offset=0&pageSize=75')) return 'answer'
    isHeld = true
    return 'hold'
  })
  await connect(options, {...team, url: proxy.url})
  await options.getByRole('link', {name: /^Account/}).click()
  const status = (text: RegExp) => options.getByRole('status').filter({hasText: text})
  await expect(status(/^Syncing$/)).toBeVisible()
  await expect.poll(() => isHeld).toBe(true)
  await stopWorkers(options)
  await expect(status(/^Synced 1 rules · /)).toBeVisible({timeout: 10_000})
  await proxy.close()
})

test('a large account syncs completely; deleted team rules go to the trash', async ({options, team}) => {
  const ids: string[] = []
  for (let index = 0; index < 160; index++)
    ids.push((await team.call<Named>('POST', '/v1/rules', aRule('Cancel', `Rule ${index}`, {}))).id)
  await connect(options, team)
  await synced(options)
  expect((await readLibrary(options)).rules).toHaveLength(160)
  await team.call('DELETE', `/v1/rules/${ids[3]}`)
  await ask(options, 'team.sync', {})
  await expect.poll(async () => (await readLibrary(options)).rules.length).toBe(159)
  expect(namesOf((await ask(options, 'trash.list', {})) as unknown as Named[])).toEqual(['Rule 3'])
})

test('the API key is readable by the worker only and follows no redirect', async ({options, team, shop}) => {
  await connect(options, team)
  await synced(options)
  const {key} = team
  const told = JSON.stringify([await ask(options, 'team.view', {}), await readLibrary(options)])
  expect(told).not.toContain(key)
  expect(told).toContain(key.slice(-4))
  const stored = await options.evaluate<string>(
    'Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]).then(all => JSON.stringify([...all, {...localStorage}]))',
  )
  expect(stored).not.toContain(key)
  expect(await shop.evaluate('JSON.stringify([{...localStorage}, document.documentElement.outerHTML])')).not.toContain(
    key,
  )

  const heard: (string | undefined)[] = []
  const elsewhere = createServer((request, response) => {
    heard.push(request.headers['x-api-key'] as string | undefined)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  const sending = createServer((_request, response) => {
    response.writeHead(307, {location: `http://localhost:${(elsewhere.address() as AddressInfo).port}/v1/rules`}).end()
  }).listen(0, '127.0.0.1')
  await expect.poll(() => sending.listening && elsewhere.listening).toBe(true)
  await expect(
    ask(options, 'team.connect', {url: `http://127.0.0.1:${(sending.address() as AddressInfo).port}`, key}),
  ).rejects.toThrow('The server redirects.')
  expect(heard).toEqual([])
  await Promise.all([elsewhere, sending].map(server => new Promise(done => server.close(done))))
  // The account that was there is as it was.
  expect((await ask(options, 'team.view', {}))?.url).toBe(team.url)
})

test('leaving an account moves its rules to the trash or keeps them', async ({options, team}) => {
  await team.call('POST', '/v1/rules', aRule('Cancel', 'Theirs', {}))
  await connect(options, team)
  await synced(options)
  await ask(options, 'team.disconnect', {keep: true})
  const kept = await readLibrary(options)
  expect(kept.rules).toMatchObject([{isTeam: false, rule: {name: 'Theirs'}}])
  await connect(options, team)
  await synced(options)
  await ask(options, 'team.disconnect', {keep: false})
  expect((await readLibrary(options)).rules).toHaveLength(1)
  expect(await ask(options, 'team.view', {})).toBe(null)
  // Nothing was told to the service.
  expect(team.came.filter(call => !call.startsWith('GET')).length).toBe(1)
})

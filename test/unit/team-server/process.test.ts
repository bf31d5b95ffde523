import {spawn, spawnSync, type ChildProcess} from 'node:child_process'
import {mkdtempSync, readdirSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {claimFolder, getKeysOfRunningServer} from '../../../src/team-server/data-folder'
import {readSettings} from '../../../src/team-server/settings'
import {aPayload} from '../api/payloads'

const command = fileURLToPath(new URL('../../../src/team-server/cli.ts', import.meta.url))
const folders: string[] = []
const processes: ChildProcess[] = []
afterAll(async () => {
  for (const child of processes.splice(0)) await end(child, 'SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, {recursive: true, force: true})
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-team-'))
  folders.push(folder)
  return folder
}

function start(words: readonly string[], folder: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', command, ...words], {
    env: {...process.env, DATA_FOLDER: folder, PORT: '0', ...more},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  processes.push(child)
  const said = {out: '', error: ''}
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said.error += part))
  return {child, said}
}

const ending = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise(done => child.once('close', code => done(code)))

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = ending(child)
  child.kill(signal)
  return ended
}

async function run(words: readonly string[], folder: string, more: Record<string, string> = {}) {
  const {child, said} = start(words, folder, more)
  const code = await ending(child)
  return {code, ...said}
}

const admin = new URL('../../../src/team-server/data-folder.ts', import.meta.url).href
/** Claims a folder every 100 ms and reports whether it succeeded. */
const claiming = `
  import {claimFolder} from '${admin}'
  const [start, ...folders] = process.argv.slice(1)
  for (const [index, folder] of folders.entries()) {
    while (Date.now() < Number(start) + 250 * index);
    console.log((await claimFolder(folder)) !== null)
  }`
/** Leaves its sockets behind, as what is killed does. */
const leaving = `
  const {createServer} = require('node:net')
  const listening = path => new Promise(done => createServer().listen(path, done))
  void Promise.all(process.argv.slice(1).map(listening)).then(() => process.kill(process.pid, 'SIGKILL'))`

/** Fulfilled once what it has said is enough. */
const saying = (child: ChildProcess, isEnough: () => boolean): Promise<void> =>
  new Promise(done => {
    const look = () => {
      if (!isEnough()) return
      child.stdout?.off('data', look)
      done()
    }
    child.stdout?.on('data', look)
    look()
  })

async function startServer(folder: string) {
  const {child, said} = start([], folder)
  const url = () => /"url":"([^"]+)"/.exec(said.out)?.[1]
  await Promise.race([
    saying(child, () => url() !== undefined),
    ending(child).then(() => Promise.reject(new Error(said.error))),
  ])
  return {child, said, url: url() ?? ''}
}

/** As the command makes one, without a process more. */
async function newKey(folder: string): Promise<string> {
  const keys = await getKeysOfRunningServer(folder)
  if (keys === null) throw new Error('No server runs in this folder')
  return keys.create({name: 'Mira', workspace: 'team'})
}

const post = (url: string, key: string, body: unknown) =>
  fetch(`${url}/v1/rules`, {
    method: 'POST',
    headers: {'x-api-key': key, 'content-type': 'application/json'},
    body: JSON.stringify(body),
  })
const list = async (url: string, key: string) =>
  (await (await fetch(`${url}/v1/rules`, {headers: {'x-api-key': key}})).json()) as {total: number}

// A start takes seconds: the tests share one server, and the last one stops it.
describe('a running team server', {timeout: 120_000}, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    folder = emptyFolder()
    server = await startServer(folder)
  })

  it('starts in an empty folder, manages keys and logs no keys or bodies', async () => {
    const {said, url} = server
    const [key = ''] = (await run(['key', 'create', 'Mira'], folder)).out.split('\n')
    expect(key).toMatch(/^sy_[a-z0-9]{10}_[a-z0-9]{40}$/)
    expect((await post(url, key, aPayload('Redirect', {name: 'Not for the log'}))).status).toBe(200)
    expect((await post(url, key, {name: 'Not for the log either'})).status).toBe(400)
    await fetch(`${url}/v1/rules?offset=0&note=not-for-the-log`, {headers: {'x-api-key': key}})
    const [, id = '', secret = ''] = key.split('_')
    const listed = (await run(['key', 'list'], folder)).out
    expect(listed).toContain(`${id}  …${secret.slice(-4)}  team`)
    expect(listed).not.toContain(secret)
    expect((await run(['key', 'revoke', id], folder)).out).toContain(`${id} is revoked`)
    expect((await post(url, key, aPayload())).status).toBe(401)
    await saying(server.child, () => said.out.includes('"status":401'))
    expect(said.out).toContain(`"key":"${id}"`)
    expect(said.out + said.error).not.toMatch(new RegExp(`${secret}|not.for.the.log`, 'i'))
  })

  it('prevents a second server from opening its folder', async () => {
    const second = await run([], folder)
    expect(second.code).toBe(1)
    expect(second.error).toContain(`Another server has ${folder} open`)
  })

  it('names the wrong argument of a command', async () => {
    expect((await run(['key', 'create'], folder)).error).toContain('key create <name>')
  })

  it('serves /health, the OpenAPI document and its page without a key', async () => {
    const {url} = server
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({status: 'ok'})
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {openapi: string; paths: object}
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(['/v1/rules', '/v1/rules/{id}', '/v1/groups', '/v1/groups/{id}'])
    const page = await fetch(`${url}/docs`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    const linked = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => `${url}${path}`)
    expect(linked.length).toBeGreaterThan(0)
    expect(await Promise.all(linked.map(async each => (await fetch(each)).status))).toEqual(linked.map(() => 200))
    expect((await fetch(`${url}/docs/package.json`)).status).toBe(404)
  })

  it('finishes pending requests at a stop and loses no change at a kill', async () => {
    const {child, said, url} = server
    const key = await newKey(folder)
    const {total} = await list(url, key)
    const answers = Promise.allSettled(Array.from({length: 30}, () => post(url, key, aPayload())))
    const answered = () => said.out.split('"method":"POST"').length
    const before = answered()
    // The stop comes once the first of them were answered, in the middle of the others.
    await saying(child, () => answered() > before + 3)
    expect(await end(child, 'SIGTERM')).toBe(0)
    const kept = (await answers).filter(each => each.status === 'fulfilled' && each.value.status === 200).length
    const again = await startServer(folder)
    expect((await list(again.url, key)).total).toBe(total + kept)
    for (let index = 0; index < 5; index++) await post(again.url, key, aPayload())
    await end(again.child, 'SIGKILL')
    const last = await startServer(folder)
    expect((await list(last.url, key)).total).toBe(total + kept + 5)
  })
})

describe('a team server that cannot start', () => {
  it('reports a PUBLIC_URL without a scheme', () => {
    for (const url of ['rules.shop.test:443', 'localhost:8484', 'ftp://rules.shop.test'])
      expect(() => readSettings({PUBLIC_URL: url})).toThrow('PUBLIC_URL: This must begin with https://')
    expect(readSettings({PUBLIC_URL: 'https://rules.shop.test'}).publicHost).toBe('rules.shop.test')
  })

  it('names the wrong setting or argument', async () => {
    const folder = emptyFolder()
    expect(await run([], folder, {PORT: 'eighty', DATABASE_URL: 'mysql://a'})).toMatchObject({
      code: 1,
      error: expect.stringMatching(/PORT: .+; DATABASE_URL: .+/) as string,
    })
    expect((await run(['open'], folder)).code).toBe(1)
  })

  it('answers key commands once its database is open', async () => {
    const folder = emptyFolder()
    const claimed = await claimFolder(folder)
    const made = (await getKeysOfRunningServer(folder))?.create({name: 'Mira', workspace: 'team'})
    setTimeout(
      () => claimed?.offer({create: async () => 'a key', list: async () => [], revoke: async () => false}),
      150,
    )
    expect(await made).toBe('a key')
    await claimed?.release()
  })

  it('reports that its folder is in use, however long the path is', async () => {
    const root = emptyFolder()
    const [one, other] = ['one', 'other'].map(name => join(root, 'deep'.repeat(30), name)) as [string, string]
    const [first, second] = [await claimFolder(one), await claimFolder(other)]
    expect(await claimFolder(one)).toBe(null)
    first?.offer({create: async () => 'of one', list: async () => [], revoke: async () => false})
    expect(await (await getKeysOfRunningServer(one))?.create({name: 'Mira', workspace: 'team'})).toBe('of one')
    expect(readdirSync(other)).toEqual(['server.sock'])
    await first?.release()
    await second?.release()
    expect(await getKeysOfRunningServer(one)).toBe(null)
    const again = await claimFolder(other)
    expect(again).not.toBe(null)
    await again?.release()
  })

  it('only one of two processes takes over the folder of a killed one', async () => {
    const left = Array.from({length: 10}, emptyFolder)
    spawnSync(process.execPath, ['-e', leaving, ...left.map(folder => join(folder, 'server.sock'))])
    const at = String(Date.now() + 2_000)
    const claims = await Promise.all(
      [1, 2].map(async () => {
        const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', claiming, at, ...left])
        processes.push(child)
        let out = ''
        child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part))
        await saying(child, () => out.split('\n').length > left.length)
        return out.trim().split('\n')
      }),
    )
    const owners = left.map((_, index) => claims.filter(said => said[index] === 'true').length)
    expect(owners).toEqual(left.map(() => 1))
  })
})

import {mkdir, mkdtemp, rename, rm, rmdir, stat, symlink} from 'node:fs/promises'
import {createServer, request, type Server} from 'node:http'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {getRequestListener} from '@hono/node-server'
import {Hono} from 'hono'
import * as z from 'zod/mini'
import type {Keys, KeyView} from './keys'
import {suffix} from './random-suffix'

/**
 * Only one process can open a data folder. It listens at a socket in the folder, through which a second
 * server finds out and the command line manages keys.
 */
async function atSocketIn<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return use(`\\\\.\\pipe\\${resolve(folder).replaceAll(/[\\/:]/g, '-')}`)
  const path = join(folder, 'server.sock')
  if (Buffer.byteLength(path) <= longest) return use(path)
  // A longer path would be cut off by the system, so the socket is reached through a link.
  const door = await mkdtemp(join(tmpdir(), 'switchyard-'))
  const link = join(door, 'to')
  try {
    await symlink(resolve(folder), link)
    return await use(join(link, 'server.sock'))
  } finally {
    await rm(link, {force: true})
    await rmdir(door)
  }
}

/** Bytes. macOS allows 104, Linux 108. */
const longest = 100

const wanted = z.object({name: z.string(), workspace: z.string()})

function adminApp(keys: Keys) {
  return new Hono()
    .get('/keys', async context => context.json(await keys.list()))
    .post('/keys', async context => {
      const key = await keys.create(wanted.parse(await context.req.json()))
      return context.json({key})
    })
    .delete('/keys/:id', async context => context.json({revoked: await keys.revoke(context.req.param('id'))}))
}

const listening = (server: Server, path: string): Promise<boolean> =>
  new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(false)
      else reject(error)
    })
    server.listen(path, () => done(true))
  })

const inodeAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ino}) => ino,
    () => null,
  )

/**
 * Replaces the socket of a killed process; false where another process does so first. The old socket is
 * moved aside and checked by its inode, so that two processes cannot both replace it.
 */
async function takingOver(server: Server, path: string, left: number): Promise<boolean> {
  const aside = `${path}.${suffix(8)}`
  try {
    await rename(path, aside)
  } catch {
    return false
  }
  if ((await inodeAt(aside)) !== left) {
    await rename(aside, path)
    return false
  }
  const isOurs = await listening(server, path)
  await rm(aside, {force: true})
  return isOurs
}

/** Makes this process the folder's; null where another one has it. */
export async function claim(folder: string): Promise<{offer(keys: Keys): void; release(): Promise<void>} | null> {
  await mkdir(folder, {recursive: true, mode: 0o700})
  let answer: ReturnType<typeof getRequestListener> | undefined
  const server = createServer((incoming, outgoing) => {
    if (answer) void answer(incoming, outgoing)
    else outgoing.writeHead(opening).end()
  })
  const isOurs = await atSocketIn(folder, async path => {
    if (await listening(server, path)) return true
    const left = await inodeAt(path)
    if (left === null) return listening(server, path)
    return !(await isAnswered(path)) && !(await isAnsweredSoon(path)) && takingOver(server, path, left)
  })
  if (!isOurs) return null
  return {
    offer(keys) {
      answer = getRequestListener(adminApp(keys).fetch)
    },
    release: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeIdleConnections()
      }),
  }
}

const soon = 100
const opening = 503

type Answer = {readonly status: number; readonly body: string}

const ask = (path: string, method: string, url: string, body?: unknown): Promise<Answer> =>
  new Promise((done, reject) => {
    const call = request({socketPath: path, method, path: url, agent: false}, incoming => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => (text += part))
      incoming.once('end', () => done({status: incoming.statusCode ?? 0, body: text}))
    })
    call.once('error', reject)
    if (body === undefined) call.end()
    else call.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })

const isAnswered = (path: string): Promise<boolean> =>
  ask(path, 'GET', '/').then(
    () => true,
    () => false,
  )

/** A process refuses connections between creating its socket and listening at it, so ask once more. */
const isAnsweredSoon = async (path: string): Promise<boolean> => {
  await pause(soon)
  return isAnswered(path)
}

/** The keys of the server that has the folder open; null where none has. */
export async function keysOfRunning(folder: string): Promise<Keys | null> {
  if (!(await atSocketIn(folder, isAnswered))) return null
  async function answered(method: string, url: string, body?: unknown): Promise<unknown> {
    for (;;) {
      const {status, body: text} = await atSocketIn(folder, path => ask(path, method, url, body))
      if (status === 200) return JSON.parse(text)
      if (status !== opening) throw new Error(`The running server answered ${status}`)
      await pause(soon)
    }
  }
  return {
    create: async wantedKey => z.object({key: z.string()}).parse(await answered('POST', '/keys', wantedKey)).key,
    list: async () => (await answered('GET', '/keys')) as readonly KeyView[],
    revoke: async id =>
      z.object({revoked: z.boolean()}).parse(await answered('DELETE', `/keys/${encodeURIComponent(id)}`)).revoked,
  }
}

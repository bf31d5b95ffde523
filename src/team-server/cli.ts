import {serverTexts} from '../locales/team-server'
import {claimFolder, getKeysOfRunningServer} from './data-folder'
import {openEmbedded, openRemote, type Database} from './database/database'
import {runKeyCommand, describeKeyUsage} from './key-command'
import {createKeys, type Keys} from './keys'
import {openLog} from './log'
import {serve} from './serve'
import {readSettings, type Settings} from './settings'

const describeUsage = () => `npm run team-server -- <command>
  serve                                    ${serverTexts('usage.serve')}
${describeKeyUsage()}`

class UsageError extends Error {}

type OpenDatabase = {readonly database: Database; readonly keys: Keys; close(): Promise<void>}

async function open({databaseUrl, folder}: Settings): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) {
    const database = await openRemote(databaseUrl)
    return {database, keys: createKeys(database.tables, Date.now), close: () => database.close()}
  }
  const claimed = await claimFolder(folder)
  if (claimed === null) throw new UsageError(serverTexts('folderInUse', {folder}))
  const database = await openEmbedded(folder)
  const keys = createKeys(database.tables, Date.now)
  claimed.offer(keys)
  return {
    database,
    keys,
    async close() {
      await database.close()
      await claimed.release()
    },
  }
}

async function run(settings: Settings): Promise<void> {
  const log = openLog(settings.logLevel)
  const {database, keys, close} = await open(settings)
  const running = await serve(database, settings, log)
  log.note('ready', {url: running.url})
  if ((await keys.list()).length === 0)
    log.note(serverTexts('noKeyYet', {command: 'npm run team-server -- key create <name>'}))
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    log.note('stopping')
    await running.stop()
    await close()
    log.note('stopped')
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}

async function manageKeys(args: readonly string[], settings: Settings): Promise<void> {
  const running = settings.databaseUrl === undefined ? await getKeysOfRunningServer(settings.folder) : null
  const opened = running === null ? await open(settings) : null
  try {
    const keys = running ?? opened?.keys
    const output = keys && (await runKeyCommand(args, keys))
    if (output === null || output === undefined) throw new UsageError(describeUsage())
    process.stdout.write(`${output}\n`)
  } finally {
    await opened?.close()
  }
}

async function main([command = 'serve', ...args]: readonly string[]): Promise<void> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  if (command === 'serve' && args.length === 0) await run(settings)
  else if (command === 'key') await manageKeys(args, settings)
  else throw new UsageError(describeUsage())
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof UsageError || (error instanceof Error && 'code' in error)
  const text = error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})

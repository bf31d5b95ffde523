import {afterAll} from 'vitest'
import {openEmbedded, type Database} from '../../../src/team-server/database/database'
import {createApp} from '../../../src/team-server/http/app'
import {createKeys} from '../../../src/team-server/keys'
import {openLog} from '../../../src/team-server/log'
import {readSettings} from '../../../src/team-server/settings'

// Rates have tests of their own.
const settings = readSettings({CALLS_PER_MINUTE: '1000000'})

/** A database takes seconds to start, so all test files of a thread share one. */
let embedded: Promise<Database> | undefined
let workspaces = 0

/** The app of a team server for the tests of a file. By default on an in-memory database. */
export function sharedApp(open?: () => Promise<Database>) {
  const opening = open ? open() : (embedded ??= openEmbedded())
  const starting = opening.then(database => {
    const lines: string[] = []
    const log = openLog('info', {write: (line: string) => void lines.push(line)})
    const app = createApp({database, log, settings, now: Date.now})
    return {app, database, keys: createKeys(database.tables, Date.now), lines}
  })
  if (open) afterAll(async () => (await opening).close())
  return {
    started: () => starting,
    /** A key of a workspace that nobody else has. */
    async newKey(): Promise<string> {
      const {keys} = await starting
      return keys.create({name: 'A test', workspace: `Workspace ${workspaces++}`})
    },
  }
}

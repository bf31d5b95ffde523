import {openRemote} from '../../src/team-server/database/database'
import {createKeys} from '../../src/team-server/keys'
import {openLog} from '../../src/team-server/log'
import {serve} from '../../src/team-server/serve'
import {readSettings} from '../../src/team-server/settings'

/**
 * The team server on the database in DATABASE_URL, without a rate limit. Its URL and a key are sent
 * to the parent process.
 */
const settings = readSettings({...process.env, PORT: '0', CALLS_PER_MINUTE: '1000000', LOG_LEVEL: 'silent'})
const database = await openRemote(settings.databaseUrl ?? '')
const {url} = await serve(database, settings, openLog(settings.logLevel))
const key = await createKeys(database.tables, Date.now).create({name: 'Bench', workspace: 'Bench'})
process.send?.({url, key})

import {openEmbedded, type Database} from '../../src/team-server/database/database'
import {startTeamService, type TeamService} from '../team/team-service'
import {test as base} from './shared'

/**
 * A browser with the extension, and a team server. All tests share its database, which takes
 * seconds to start.
 */
export const test = base.extend<{readonly team: TeamService}, {readonly database: Database}>({
  database: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const database = await openEmbedded()
      await use(database)
      await database.close()
    },
    {scope: 'worker'},
  ],
  team: async ({database}, use) => {
    const team = await startTeamService(database)
    await use(team)
    await team.close()
  },
})

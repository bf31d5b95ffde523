import {startTeamService, type TeamService} from '../team/team-service'
import {test as base} from './fixtures'

/** A browser with the extension, and a team server of its own. */
export const test = base.extend<{readonly team: TeamService}>({
  // oxlint-disable-next-line no-empty-pattern
  team: async ({}, use) => {
    const team = await startTeamService()
    await use(team)
    await team.close()
  },
})

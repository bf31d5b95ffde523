import type {Page} from '@playwright/test'
import {ask} from '../browser/ask'
import type {Site} from '../site/site'
import {startTeamService} from '../team/team-service'

type HeaderChange = {readonly before: string; readonly after: string}

const waitUntil = async (isDone: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 30_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('The account was not synced within 30 s')
    await new Promise(later => setTimeout(later, 100))
  }
}

/**
 * Connects an account of a team server that has a rule of a colleague, and returns the header that
 * the site received before and after.
 */
export async function showTeam(options: Page, page: Page, site: Site): Promise<HeaderChange> {
  const team = await startTeamService()
  const seen = async () => {
    site.clear()
    await page.goto(site.url('team.test'))
    return site.log.find(({host}) => host.startsWith('team.test'))?.headers['x-from'] ?? 'none'
  }
  await team.call('POST', '/v1/rules', {
    name: 'From the team',
    objectType: 'rule',
    ruleType: 'Headers',
    pairs: [
      {
        source: {key: 'host', operator: 'Equals', value: 'team.test'},
        modifications: [{header: 'X-From', type: 'Add', value: 'a colleague'}],
      },
    ],
  })
  const before = await seen()
  await ask(options, 'team.connect', {url: team.url, key: team.key})
  await waitUntil(async () => (await ask(options, 'team.view', {}))?.synced?.at !== undefined)
  const after = await seen()
  await ask(options, 'team.disconnect', {keep: false})
  await team.close()
  return {before, after}
}

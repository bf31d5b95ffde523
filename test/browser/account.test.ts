import type {Page} from '@playwright/test'
import type {TeamService} from '../team/team-service'
import {ask} from './ask'
import {expect, where} from './fixtures'
import {test} from './team-fixtures'

type Named = {readonly id: string; readonly name: string; readonly pairs: readonly object[]}

const redirect = (name: string, destination: string) => ({
  name,
  objectType: 'rule',
  ruleType: 'Redirect',
  status: 'Active',
  pairs: [{source: where('host', 'Equals', 'shop.test'), destinationType: 'url', destination}],
})
const toAccount = (page: Page) => page.getByRole('link', {name: /^Account/}).click()
const status = (page: Page, text: RegExp) => page.getByRole('status').filter({hasText: text})

async function connect(page: Page, {url, key}: Pick<TeamService, 'url' | 'key'>): Promise<void> {
  await toAccount(page)
  await page.getByLabel('Base URL').fill(url)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', {name: 'Connect'}).click()
}

test('an account connects, syncs, and can be left with a copy of its rules', async ({options, team}) => {
  await team.call('POST', '/v1/rules', redirect('Theirs', 'http://a.test/'))
  await team.call('POST', '/v1/rules', redirect('Theirs too', 'http://b.test/'))
  await connect(options, {...team, key: `${team.key}x`})
  await expect(options.getByText('The server does not know this key.')).toBeVisible()
  await expect(options.getByLabel('API key')).toBeFocused()
  await connect(options, team)
  await expect(status(options, /^Synced 2 rules · \d\d:\d\d$/)).toBeVisible()
  await expect(options.getByLabel('API key')).toHaveValue('')
  expect(await options.content()).not.toContain(team.key)

  await options.getByRole('button', {name: 'Show: rules from the team'}).click()
  await expect(options.getByRole('switch', {name: 'Theirs', exact: true})).toBeVisible()
  await toAccount(options)
  await options.getByRole('button', {name: 'Disconnect'}).click()
  await expect(options.getByRole('button', {name: 'Keep a copy of the 2 rules on this device'})).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(options.getByText('Disconnected. 2 rules kept on this device.')).toBeVisible()
  await expect(status(options, /^Not connected$/)).toBeVisible()
})

test('a rule changed on both sides waits for a choice per field', async ({options, team}) => {
  const {id} = await team.call<Named>('POST', '/v1/rules', redirect('API', 'http://old.test/'))
  await connect(options, team)
  await expect(status(options, /^Synced 1 rules/)).toBeVisible()
  const rule = await team.call<Named>('GET', `/v1/rules/${id}`)
  await team.call('PUT', `/v1/rules/${id}`, {...rule, ...redirect('API to dev box', 'http://dev.test:8080/')})
  const {rules} = await ask(options, 'library.read', {})
  const [here] = rules
  await ask(options, 'rule.update', {
    id: here?.id ?? '',
    payload: redirect('API to localhost', 'http://localhost:3000/'),
  })
  await options.getByRole('link', {name: '1 conflict'}).click()
  const choices = (name: string) => options.getByRole('radiogroup', {name}).getByRole('radio')
  await choices('Does').nth(0).check()
  await choices('Name').nth(1).check()
  await options.getByRole('button', {name: 'Keep selected'}).click()
  await expect(options.getByText('“API to localhost” resolved')).toBeVisible()
  await expect
    .poll(async () => team.call<Named>('GET', `/v1/rules/${id}`))
    .toMatchObject({name: 'API to dev box', pairs: [{destination: 'http://localhost:3000/'}]})
  await expect(options.getByRole('heading', {name: 'Conflicts'})).toBeHidden()
})

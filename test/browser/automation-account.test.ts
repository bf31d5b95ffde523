import {expect} from './fixtures'
import {test} from './team-fixtures'

test('a script that connects an account gets its rule count or the service’s error', async ({app, team}) => {
  for (const name of ['One', 'Two'])
    await team.call('POST', '/v1/rules', {
      name,
      objectType: 'rule',
      ruleType: 'Cancel',
      status: 'Active',
      pairs: [{source: {key: 'host', operator: 'Equals', value: 'shop.test'}}],
    })
  const page = await app.open('options.html#/automation')
  await page.getByLabel('Base URL').fill(team.url)
  await page.getByLabel('API key', {exact: true}).fill(team.key.replace(/.$/, ''))
  await page.getByRole('button', {name: 'Apply'}).click()
  await expect(page).toHaveTitle('Not applied. API key: The server does not know this key.')
  await page.getByLabel('API key', {exact: true}).fill(team.key)
  await page.getByRole('button', {name: 'Apply'}).click()
  await expect(page).toHaveTitle('Applied 2 rules')
  await team.call('POST', '/v1/rules', {
    name: 'Three',
    objectType: 'rule',
    ruleType: 'Headers',
    status: 'Active',
    pairs: [
      {
        source: {key: 'url', operator: 'Matches', value: 'a(?=b)'},
        modifications: [{header: 'X-A', type: 'Modify', value: '1'}],
      },
    ],
  })
  await page.getByLabel('Base URL').fill(team.url)
  await page.getByLabel('API key', {exact: true}).fill(team.key)
  await page.getByRole('button', {name: 'Apply'}).click()
  await expect(page).toHaveTitle(/^Applied 3 rules, but “Three” is ignored/)
  await page.goto(page.url().replace('automation', 'rules'))
  await expect(page.getByRole('switch', {name: 'Two', exact: true})).toBeChecked()
})

import {ask} from './ask'
import {expect, fetched, where} from './fixtures'
import {test} from './team-fixtures'

/** A rule of each type, each for a path of its own. */
const rules = {
  Redirect: {destination: '/api/moved', destinationType: 'url'},
  Cancel: {},
  Replace: {from: 'v1', to: 'v2'},
  Headers: {modifications: [{header: 'X-Env', type: 'Modify', value: 'team'}]},
  UserAgent: {userAgent: 'Team/1.0'},
  QueryParam: {modifications: [{param: 'from', type: 'Add', value: 'team'}]},
  Request: {type: 'static', value: '{"sent":"by the team"}'},
  Response: {type: 'static', value: '{"made":"by the team"}', statusCode: 203},
  Delay: {delay: 2_000},
}
const pathOf = (ruleType: string) => `/api/v1/${ruleType}`

test('team rules of all types apply like local ones', async ({options, shop, site, team}) => {
  const redirected = {...rules.Redirect, destination: site.url('shop.test', rules.Redirect.destination)}
  for (const [ruleType, pair] of Object.entries({...rules, Redirect: redirected}))
    await team.call('POST', '/v1/rules', {
      name: `${ruleType} of the team`,
      objectType: 'rule',
      ruleType,
      status: 'Active',
      pairs: [{source: where('path', 'Equals', pathOf(ruleType)), ...pair}],
    })
  await ask(options, 'team.connect', {url: team.url, key: team.key})
  const count = Object.keys(rules).length
  await expect.poll(async () => (await ask(options, 'team.view', {}))?.rules.count).toBe(count)
  // Asked after the sync's own change, this is answered when its rules are in force.
  await ask(options, 'rules.pause', {paused: false})
  await shop.reload()
  site.clear()

  const asked = (ruleType: string, init?: RequestInit) => fetched(shop, site.url('shop.test', pathOf(ruleType)), init)
  const seen = (path: string) => site.requests(request => request.path === path)

  expect((await asked('Redirect'))?.url).toBe(redirected.destination)
  expect(await asked('Cancel')).toBe(null)
  expect((await asked('Replace'))?.url).toContain('/api/v2/Replace')
  await asked('Headers')
  await asked('UserAgent')
  await asked('QueryParam')
  await asked('Request', {method: 'POST', body: '{"sent":"by the page"}'})
  expect(await asked('Response')).toMatchObject({status: 203, text: rules.Response.value})
  // The one that is held is at the server after another that was asked for later.
  const held = asked('Delay')
  await fetched(shop, site.url('shop.test', '/api/later'))
  expect(seen(pathOf('Delay'))).toEqual([])
  await held

  expect(seen(pathOf('Cancel'))).toEqual([])
  expect(seen(pathOf('Headers')).map(({headers}) => headers['x-env'])).toEqual(['team'])
  expect(seen(pathOf('UserAgent')).map(({headers}) => headers['user-agent'])).toEqual([rules.UserAgent.userAgent])
  expect(seen(pathOf('QueryParam')).map(({query}) => query.get('from'))).toEqual(['team'])
  expect(seen(pathOf('Request')).map(({body}) => body)).toEqual([rules.Request.value])
  expect(seen(pathOf('Delay'))).toHaveLength(1)
})

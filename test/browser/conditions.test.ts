import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

test('the upper of two conditions wins, and each condition has an id of its own', async ({quiet, shop, site}) => {
  const goTo = (from: string, to: string) => ({
    source: where('path', 'Equals', from),
    destinationType: 'url',
    destination: site.url('shop.test', to),
  })
  const pairs = [goTo('/a.json', '/first.json'), goTo('/a.json', '/second.json'), goTo('/b.json', '/third.json')]
  const id = await make(quiet, 'Redirect', pairs)
  for (const path of ['/a.json', '/b.json']) await fetched(shop, site.url('shop.test', path))
  const rule = (await readLibrary(quiet)).rules[0]?.rule
  const ids = rule?.pairs.map(pair => pair.id)
  expect(new Set(ids).size).toBe(3)
  const [first, second, third] = rule?.pairs ?? []
  await ask(quiet, 'rule.update', {id, payload: {...rule, pairs: [second, first, third]}})
  await fetched(shop, site.url('shop.test', '/a.json'))
  expect(site.log.map(({path}) => path)).toEqual(['/first.json', '/third.json', '/second.json'])
})

test('a User agent rule with a payload filter is not applied', async ({quiet, shop, site}) => {
  const agentOf = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'), {method: 'POST', body: '{"operationName":"Pay"}'})
    return site.log[0]?.headers['user-agent']
  }
  const filter = {requestPayload: {key: 'operationName', operator: 'Contains', value: 'Pay'}}
  const id = await make(quiet, 'UserAgent', [{source: where('path', 'Equals', '/echo', filter), userAgent: 'Mine/1'}])
  expect((await readLibrary(quiet)).rules[0]?.problems).toMatchObject([{code: 'payload-filter'}])
  expect(await agentOf()).not.toBe('Mine/1')
  const rule = (await readLibrary(quiet)).rules[0]?.rule
  const pairs = [{...rule?.pairs[0], source: where('path', 'Equals', '/echo')}]
  await ask(quiet, 'rule.update', {id, payload: {...rule, pairs}})
  expect(await agentOf()).toBe('Mine/1')
})

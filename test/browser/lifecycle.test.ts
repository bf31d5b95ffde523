import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {headerRules} from '../samples/mixed-rules'
import {startSite} from '../site/site'
import {ask, readLibrary} from './ask'
import {launchWithExtension, stopWorkers} from './browser'
import {fillStore} from './fill'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

const staging = {header: 'X-Env', type: 'Modify', value: 'staging'}
const onShop = where('host', 'Equals', 'shop.test')

const installed = (set: 'getDynamicRules' | 'getSessionRules') =>
  `chrome.declarativeNetRequest.${set}().then(rules => rules.length)`

test('pausing, groups and deletion take effect in open tabs at once', async ({quiet, shop, site}) => {
  const group = await ask(quiet, 'group.create', {payload: {name: 'Checkout'}})
  await make(quiet, 'Headers', [{source: onShop, modifications: [staging]}], {groupId: group.id})
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  expect(await seen()).toBe('staging')
  await ask(quiet, 'rules.pause', {paused: true})
  expect(await seen()).toBeUndefined()
  await ask(quiet, 'rules.pause', {paused: false})
  expect(await seen()).toBe('staging')
  await ask(quiet, 'group.change', {id: group.id, changes: {status: 'Inactive'}})
  expect(await seen()).toBeUndefined()
  // A group that is deleted no longer disables its rules.
  await ask(quiet, 'group.delete', {id: group.id})
  expect(await seen()).toBe('staging')
})

test('rules and switches survive a restart, session rules included', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'switchyard-kept-'))
  const site = await startSite()
  const launch = {extension: '.output/chrome-mv3', profile}
  const first = await launchWithExtension(launch)
  const options = await first.open('delay-page.html')
  await fillStore(options, headerRules(5_010))
  const off = await make(options, 'Headers', [{source: onShop, modifications: [staging]}])
  await make(options, 'Headers', [{source: onShop, modifications: [{...staging, header: 'X-Second'}]}])
  await ask(options, 'rules.switch', {ids: [off], on: false})
  const before = await first.worker()
  expect([
    await before.evaluate(installed('getDynamicRules')),
    await before.evaluate(installed('getSessionRules')),
  ]).toEqual([5_001, 11])
  await first.close()

  const second = await launchWithExtension(launch)
  const worker = await second.worker()
  await expect.poll(() => worker.evaluate(installed('getSessionRules'))).toBe(11)
  const page = await second.context.newPage()
  await page.goto(site.url('shop.test'))
  expect(site.log[0]?.headers['x-env']).toBeUndefined()
  expect(site.log[0]?.headers['x-second']).toBe('staging')
  // Regular expressions need a part that a worker of an earlier browser session loaded.
  const again = await second.open('delay-page.html')
  await make(again, 'Replace', [{source: where('path', 'Matches', '^/v\\d/'), from: 'v1', to: 'v2'}])
  await page.bringToFront()
  expect((await fetched(page, site.url('shop.test', '/v1/a.json')))?.url).toBe(site.url('shop.test', '/v2/a.json'))
  await second.close()
  await site.close()
  await rm(profile, {recursive: true, force: true})
})

test('over Chrome’s limits the upper rules apply and the rest say so', async ({app}) => {
  // A page that shows nothing: drawing 10,000 rules is not what this is about.
  const page = await app.open('delay-page.html')
  await fillStore(page, headerRules(10_020))
  await make(page, 'Cancel', [{source: where('url', 'Matches', 'never.*seen')}])
  const worker = await app.worker()
  expect(await worker.evaluate(installed('getDynamicRules'))).toBe(5_002)
  expect(await worker.evaluate(installed('getSessionRules'))).toBe(5_000)
  const {rules} = await readLibrary(page)
  expect(rules.filter(rule => rule.inForce)).toHaveLength(10_001)
  expect(rules[10_019]?.problems).toMatchObject([{code: 'over-limit'}])
})

test('1,000 of 1,010 regex rules are in force', async ({app, quiet}) => {
  const regexes = headerRules(1_010).map((record, index) => ({
    ...record,
    pairs: [{source: where('url', 'Matches', `a${index}.*b`), modifications: [staging]}],
  }))
  await fillStore(quiet, regexes)
  await ask(quiet, 'rules.pause', {paused: false})
  const worker = await app.worker()
  expect(await worker.evaluate(installed('getDynamicRules'))).toBe(1_001)
  const {rules} = await readLibrary(quiet)
  expect(rules[1_009]?.problems).toMatchObject([{code: 'over-limit', params: {limit: 1000}}])
})

test('nothing is sent to the browser again when the worker wakes', async ({app, quiet}) => {
  await make(quiet, 'Headers', [{source: onShop, modifications: [staging]}])
  await make(quiet, 'QueryParam', [{source: onShop, modifications: [{param: 'a', type: 'Add', value: '1'}]}])
  await make(quiet, 'Replace', [{source: onShop, from: 'v1', to: 'v2'}])
  await stopWorkers(quiet)
  await quiet.evaluate(() => chrome.runtime.sendMessage({}).catch(() => null))
  const worker = await app.worker()
  await worker.evaluate(`
    globalThis.updates = 0
    for (const name of ['updateDynamicRules', 'updateSessionRules']) {
      const update = chrome.declarativeNetRequest[name]
      chrome.declarativeNetRequest[name] = (...args) => (globalThis.updates++, update.apply(chrome.declarativeNetRequest, args))
    }`)
  await ask(quiet, 'rules.pause', {paused: false})
  await readLibrary(quiet)
  expect(await worker.evaluate('globalThis.updates')).toBe(0)
  await ask(quiet, 'rules.pause', {paused: true})
  expect(await worker.evaluate('globalThis.updates')).toBe(1)
})

test('unreadable records are stored unchanged and affect no others', async ({quiet, shop, site}) => {
  const good = {
    id: 'Headers_good',
    name: 'good',
    objectType: 'rule',
    ruleType: 'Headers',
    pairs: [{source: onShop, modifications: [staging]}],
  }
  await fillStore(quiet, [
    {id: 'Redirect_1', ruleType: 'Redirect', name: 'no pairs'},
    {id: 'Script_1', ruleType: 'Script', pairs: []},
    {id: 'Headers_1', ruleType: 'Headers', pairs: [{source: null, modifications: 7}]},
    {id: 'Cancel_1', ruleType: 'Cancel', pairs: [{source: {key: 'url', operator: 'Matches', value: '('}}]},
    {
      id: 'Headers_2',
      ruleType: 'Headers',
      pairs: [{source: onShop, modifications: [{header: 'not a name', type: 'Modify', value: 'x'}]}],
    },
    good,
  ])
  await ask(quiet, 'rules.pause', {paused: false})
  await fetched(shop, site.url('shop.test', '/echo'))
  expect(site.log[0]?.headers['x-env']).toBe('staging')
  const {rules} = await readLibrary(quiet)
  expect(rules.map(({rule, problems}) => (rule === null ? 'unreadable' : (problems[0]?.code ?? 'fine')))).toEqual([
    'unreadable',
    'unreadable',
    'unreadable',
    'regex-syntax',
    'header-name',
    'fine',
  ])
})

test('a change is whole or absent whenever the worker dies', async ({quiet, shop, site}) => {
  const id = await make(quiet, 'Headers', [{source: onShop, modifications: [staging]}])
  for (let round = 0; round < 7; round++) {
    const on = round % 2 === 1
    // The message is answered, or dies with the worker; either is fine.
    ask(quiet, 'rules.switch', {ids: [id], on}).catch(() => undefined)
    // Each round at a later moment of the change.
    await quiet.waitForTimeout(round * 4)
    await stopWorkers(quiet)
    const isStored = async () => (await readLibrary(quiet)).rules[0]?.rule?.status === 'Active'
    // The first answer comes after the start; a message that was under way may come later.
    await expect(async () => {
      const stored = await isStored()
      site.clear()
      await fetched(shop, site.url('shop.test', '/echo'))
      expect(site.log[0]?.headers['x-env'] === 'staging').toBe(stored)
    }).toPass()
    if ((await isStored()) !== on) await ask(quiet, 'rules.switch', {ids: [id], on})
  }
})

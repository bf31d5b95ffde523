import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Page} from '@playwright/test'
import {ask} from '../ask'
import {launchWithExtension, stopWorkers} from '../browser'
import {expect, fetched, make, test as alone} from '../fixtures'
import {test} from '../shared'
import {openRunner, run, runAll, countRunners, wakeRunner} from './run-code'

const count = '() => ($sharedState.n = ($sharedState.n ?? 0) + 1)'
const code = {type: 'code', value: 'args => args.body'}

/** The response text of a page's fetch; null if it failed or timed out. */
const textWithin = (page: Page, url: string, milliseconds: number): Promise<string | null> =>
  page.evaluate(
    ([asked, time]) =>
      fetch(asked, {signal: AbortSignal.timeout(time)})
        .then(response => response.text())
        .catch(() => null),
    [url, milliseconds] as const,
  )

test('the runner exists while a rule with code is in force, or once a page needs it', async ({quiet}) => {
  expect(await countRunners(quiet)).toBe(0)
  await make(quiet, 'Response', [{type: 'static', value: '{}'}])
  const id = await make(quiet, 'Request', [code])
  await expect.poll(() => countRunners(quiet)).toBe(1)
  await ask(quiet, 'rules.switch', {ids: [id], on: false})
  await expect.poll(() => countRunners(quiet)).toBe(0)
  await ask(quiet, 'rules.switch', {ids: [id], on: true})
  await expect.poll(() => countRunners(quiet)).toBe(1)
  await ask(quiet, 'rules.pause', {paused: true})
  await expect.poll(() => countRunners(quiet)).toBe(0)

  // It is created once on demand and survives the end of the worker.
  await stopWorkers(quiet)
  await Promise.all([wakeRunner(quiet), wakeRunner(quiet), wakeRunner(quiet)])
  expect(await countRunners(quiet)).toBe(1)
  await stopWorkers(quiet)
  expect(await run(quiet, '() => "without the worker"')).toMatchObject({ok: true, value: 'without the worker'})
})

test('$sharedState belongs to a tab and survives navigations and stopped workers', async ({app, quiet}) => {
  await openRunner(quiet)
  const other = await app.open('delay-page.html')
  expect(await run(quiet, count)).toMatchObject({value: '1'})
  expect(await run(other, count)).toMatchObject({value: '1'})
  await quiet.reload()
  expect(await run(quiet, count)).toMatchObject({value: '2'})
  const looped = await runAll(quiet, [
    {
      kind: 'request',
      code: '() => { $sharedState.n = 100; for (;;); }',
      args: {method: 'GET', url: 'https://a.test/', body: ''},
    },
  ])
  expect(looped).toMatchObject([{ok: false, why: 'too-long'}])
  expect(await run(quiet, count)).toMatchObject({value: '3'})
  expect(await run(other, count)).toMatchObject({value: '2'})
  // Calls at the same time see each other’s changes.
  const at = {method: 'GET', url: 'https://a.test/', body: ''}
  const many = await runAll(
    quiet,
    Array.from({length: 20}, () => ({kind: 'request', code: count, args: at}) as const),
  )
  expect(many.map(result => result.ok && Number(result.value)).at(-1)).toBe(23)
  expect(await runAll(quiet, [{kind: 'request', code: count, args: at, isTry: true}])).toMatchObject([{value: '1'}])
})

alone('the runner exists again after a restart of the browser', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'switchyard-kept-'))
  const launch = {extension: '.output/chrome-mv3', profile}
  const first = await launchWithExtension(launch)
  await make(await first.open('delay-page.html'), 'Request', [code])
  await first.close()
  const second = await launchWithExtension(launch)
  const page = await second.open('delay-page.html')
  await expect.poll(() => countRunners(page)).toBe(1)
  expect(await run(page, '() => "here"')).toMatchObject({ok: true, value: 'here'})
  await second.close()
  await rm(profile, {recursive: true, force: true})
})

alone(
  'the runner exists again after a reload of the extension, for open pages as well',
  async ({app, quiet, shop, site}) => {
    await make(quiet, 'Response', [{...code, value: '() => "by code"'}])
    const text = async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text
    await expect.poll(text).toBe('by code')
    const extensions = await app.context.newPage()
    await extensions.goto('chrome://extensions')
    await extensions.evaluate('chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true})')
    await extensions.evaluate(`chrome.developerPrivate.reload('${app.extensionId}', {failQuietly: true})`)
    // Chromium drops pending requests when an extension that may change requests is unloaded, even
    // if it has no rules and no scripts in pages. All other requests must succeed.
    const failed: string[] = []
    shop.on('requestfailed', request => failed.push(request.url()))
    let asked = 0
    await expect
      .poll(async () => {
        const url = site.url('shop.test', `/api/items?asked=${++asked}`)
        const got = await textWithin(shop, url, 2_000)
        if (got === null) await expect.poll(() => failed).toContain(url)
        return got
      })
      .toBe('by code')
    const again = await app.open('delay-page.html')
    await expect.poll(() => countRunners(again)).toBe(1)
    await shop.reload()
    expect(await text()).toBe('by code')
  },
)

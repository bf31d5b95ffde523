import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join, relative} from 'node:path'
import type {Page} from '@playwright/test'
import type {Site} from '../../site/site'
import {ask} from '../ask'
import {launchWithExtension, type LaunchedExtension} from '../browser'
import {expect, make, test, where} from '../fixtures'

const mocked = {source: where('path', 'Contains', '/api/'), type: 'static', value: 'mocked'}

/** Expects the rules in the page after a reload of the extension, and no errors before. */
async function keepsWorking({context, extensionId, open}: LaunchedExtension, shop: Page, site: Site): Promise<void> {
  const text = () =>
    shop.evaluate(
      url => fetch(url, {signal: AbortSignal.timeout(5_000)}).then(answer => answer.text()),
      site.url('shop.test', '/api/a'),
    )
  expect(await text()).toBe('mocked')
  const errors: string[] = []
  shop.on('pageerror', error => errors.push(error.message))
  const settings = await context.newPage()
  await settings.goto('chrome://extensions')
  await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true})')
  const reloaded = context.waitForEvent('serviceworker')
  await settings.evaluate(`chrome.developerPrivate.reload('${extensionId}', {failQuietly: true})`)
  // Requests that are pending while Chrome unloads an extension may fail. About one in a
  // thousand never ends, even without scripts in the page.
  const afterwards = () => text().catch(() => 'failed')
  await afterwards()
  await reloaded
  await expect.poll(afterwards).toBe('mocked')
  const again = await open('options.html#/rules')
  await ask(again, 'rules.pause', {paused: true})
  expect(await text()).toContain('from')
  expect(errors).toEqual([])
}

test('pages keep working and regain their rules when the extension is updated', async ({site}) => {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-update-'))
  await cp('.output/chrome-mv3', folder, {recursive: true})
  const app = await launchWithExtension({extension: relative(process.cwd(), folder)})
  const shop = await app.context.newPage()
  await shop.goto(site.url('shop.test'))
  const options = await app.open('options.html#/rules')
  await make(options, 'Response', [mocked])
  const manifest = join(folder, 'manifest.json')
  const before = JSON.parse(await readFile(manifest, 'utf8')) as {readonly version: string}
  await writeFile(manifest, JSON.stringify({...before, version: '99.0'}))
  await keepsWorking(app, shop, site)
  const worker = await app.worker()
  expect(await worker.evaluate('chrome.runtime.getManifest().version')).toBe('99.0')
  await app.close()
  await rm(folder, {recursive: true})
})

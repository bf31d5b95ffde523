import {expect, test} from '@playwright/test'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {startSite} from '../site/site'
import {launchWithExtension, stopWorkers} from './browser'

test('the built extension loads, and a stopped worker starts again', async () => {
  const {worker, open, close} = await launchWithExtension()
  const running = await worker()
  expect(await running.evaluate('chrome.runtime.getManifest().name')).toBe('Switchyard')
  await running.evaluate('globalThis.remembered = 1')
  const page = await open('options.html')
  await stopWorkers(page)
  await page.evaluate('chrome.runtime.sendMessage({}).catch(() => null)')
  expect(await (await worker()).evaluate('typeof globalThis.remembered')).toBe('undefined')
  await close()
})

test('a profile survives a browser restart', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'switchyard-kept-'))
  const launch = {extension: '.output/chrome-mv3', profile}
  const first = await launchWithExtension(launch)
  await (await first.worker()).evaluate('chrome.storage.local.set({kept: 1})')
  await first.close()
  const second = await launchWithExtension(launch)
  expect(await (await second.worker()).evaluate('chrome.storage.local.get("kept")')).toEqual({kept: 1})
  await second.close()
  await rm(profile, {recursive: true, force: true})
})

test('the site is reached under any host of .test, and remembers it', async () => {
  const site = await startSite()
  const {context, close} = await launchWithExtension()
  const page = await context.newPage()
  await page.goto(site.url('shop.test', '/?with=/script.js,/style.css,/image.png,/frame.html,/font.woff2'))
  expect(await page.textContent('#path')).toBe('/')
  const paths = site.requests(({host}) => host === 'shop.test').map(({path}) => path)
  expect(paths.toSorted()).toEqual(['/', '/font.woff2', '/frame.html', '/image.png', '/script.js', '/style.css'])
  await close()
  await site.close()
})

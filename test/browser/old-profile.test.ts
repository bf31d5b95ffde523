import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {startSite} from '../site/site'
import {ask, readLibrary} from './ask'
import {launchWithExtension} from './browser'
import {expect, fetched, test} from './fixtures'
import {condition, field} from './form'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A profile written by the build of commit 340ffff, whose manifest had the `key` of `key.txt`. */
const recorded = fileURLToPath(new URL('old-profile/', import.meta.url))

/**
 * Copies the profile and this build, with the same `key`: the extension keeps its id and finds its
 * data.
 */
async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-old-'))
  const [profile, extension] = [join(folder, 'profile'), join(folder, 'extension')]
  await cp(join(recorded, 'profile'), profile, {recursive: true})
  await cp(join(root, '.output/chrome-mv3'), extension, {recursive: true})
  const manifest = join(extension, 'manifest.json')
  const key = (await readFile(join(recorded, 'key.txt'), 'utf8')).trim()
  await writeFile(manifest, JSON.stringify({...(JSON.parse(await readFile(manifest, 'utf8')) as object), key}))
  return {folder, profile, extension: relative(root, extension)}
}

test('a profile of version 0.1 keeps its rules, drafts, settings and account', async () => {
  const {folder, ...launch} = await prepare()
  const site = await startSite()
  const app = await launchWithExtension(launch)
  expect(app.extensionId).toBe('nnjpfkalgkdblbcdipbdebhabeebmhoe')
  const options = await app.open('options.html#/rules')

  const {rules, groups} = await readLibrary(options)
  const nameOf = (id: string) => groups.find(group => group.id === id)?.name ?? ''
  expect(rules.map(({rule}) => rule && `${nameOf(rule.groupId)}: ${rule.name} ${rule.status}`)).toEqual([
    'Checkout: Header Active',
    'Checkout: Agent Active',
    'Checkout: Delay Active',
    'Switched off: Redirect Active',
    ': Cancel Inactive',
    ': Replace Active',
    ': Query Active',
    ': Request Active',
    ': Response Active',
    ': Mine Inactive',
    ': Waiting to be sent Inactive',
  ])
  expect(rules.find(({rule}) => rule?.name === 'Replace')?.rule).toMatchObject({unknownField: {kept: true}})
  expect(groups.map(({name, status}) => `${name} ${status}`)).toEqual(['Checkout Active', 'Switched off Inactive'])
  expect((await ask(options, 'trash.list', {})).map(({name, from}) => [name, from])).toEqual([
    ['In the trash', 'Checkout'],
  ])
  expect((await ask(options, 'backup.list', {})).backups.length).toBeGreaterThan(0)

  const team = await ask(options, 'team.view', {})
  expect(team?.conflicts.map(({name}) => name)).toEqual(['Mine'])
  expect(team?.waiting.map(({name}) => name)).toEqual(['Waiting to be sent'])
  await expect(options.locator('html')).toHaveAttribute('data-theme', 'dark')
  const draft = await app.open('options.html#/rules/new/Redirect')
  await draft.getByRole('button', {name: /^Continue the draft from/}).click()
  await expect(field(condition(draft), 'Destination')).toHaveValue('https://drafted.test/')

  const shop = await app.context.newPage()
  await shop.goto(site.url('shop.test'))
  /** What the server saw of one fetch, and what the page got of another. */
  const fetchBoth = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    const seen = site.log.map(({path, query, headers}) => [
      `${path}?${query}`,
      headers['x-kept'],
      headers['user-agent'],
    ])
    return [...seen, (await fetched(shop, site.url('shop.test', '/api/answered')))?.text]
  }
  const inForce = [['/echo?a=1', 'yes', 'Kept/1.0'], '{"kept":2}']
  await expect.poll(fetchBoth).toEqual(inForce)
  // An update leaves the open tab as it is.
  const settings = await app.context.newPage()
  await settings.goto('chrome://extensions')
  await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true})')
  const reloaded = app.context.waitForEvent('serviceworker')
  await settings.evaluate(`chrome.developerPrivate.reload('${app.extensionId}', {failQuietly: true})`)
  await reloaded
  await expect.poll(fetchBoth).toEqual(inForce)
  await app.close()
  await site.close()
  await rm(folder, {recursive: true, force: true})
})

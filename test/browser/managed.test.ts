import {createHash} from 'node:crypto'
import {cp, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {Locator, Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {launchWithExtension, type LaunchedExtension} from './browser'
import {expect} from './fixtures'
import {test as withTeam} from './team-fixtures'

const root = fileURLToPath(new URL('../../', import.meta.url))
const policies = '/etc/chromium/policies/managed'

/** The id that Chrome gives to an unpacked extension, from its path. */
const idOf = (path: string) =>
  Array.from(
    createHash('sha256').update(path).digest('hex').slice(0, 32),
    digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)],
  ).join('')

/** Whether it could be written: that is for administrators alone. */
async function writePolicy(path: string, id: string, policy: object): Promise<boolean> {
  try {
    await mkdir(policies, {recursive: true})
    await writeFile(path, JSON.stringify({'3rdparty': {extensions: {[id]: policy}}}))
    return true
  } catch {
    return false
  }
}

type Managed = {
  /** An open browser learns of it within seconds. */
  readonly setPolicy: (policy: object) => Promise<boolean>
  readonly launch: () => Promise<LaunchedExtension>
}

const test = withTeam.extend<{readonly managed: Managed}>({
  // oxlint-disable-next-line no-empty-pattern
  async managed({}, use) {
    // A copy has an id of its own, so that no other test meets the policy.
    const folder = await mkdtemp(join(root, '.output/managed-'))
    await cp(join(root, '.output/chrome-mv3'), folder, {recursive: true})
    const id = idOf(folder)
    const file = join(policies, `${id}.json`)
    const apps: LaunchedExtension[] = []
    try {
      await use({
        setPolicy: policy => writePolicy(file, id, policy),
        async launch() {
          const app = await launchWithExtension({extension: relative(root, folder)})
          apps.push(app)
          return app
        },
      })
    } finally {
      await Promise.all(apps.map(app => app.close()))
      await rm(file, {force: true})
      await rm(folder, {recursive: true})
    }
  },
})

const goTo = (page: Page, hash: string) => page.goto(page.url().replace(/#.*/, hash))
const synced = (page: Page) => page.getByRole('status').filter({hasText: /^Synced 1 rules/})
/** Where its first line begins. */
const leftOf = (text: Locator) =>
  text.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return Math.round(range.getBoundingClientRect().left)
  })

test('a policy applies from the start and cannot be overridden', async ({managed}) => {
  const isSet = await managed.setPolicy({rulesOn: false, baseUrl: 'http://127.0.0.1:9', apiKey: 'sy_live_1'})
  const app = await managed.launch()
  const page = await app.open('options.html#/account')
  // Without one all is free; Chrome has taken the schema, or the extension would not be here.
  if (!isSet) return void (await ask(page, 'rules.pause', {paused: true}))
  const popup = await app.open('popup.html')
  await expect(popup.getByRole('switch', {name: 'Rules on'})).toHaveAccessibleDescription('Set by your organisation')
  await popup.close()
  await expect.poll(async () => (await readLibrary(page)).paused).toBe(true)
  await expect(page.getByText('Your organisation has connected this browser')).toBeVisible()
  await expect(page.getByRole('status').filter({hasText: 'Offline'})).toBeVisible()
  await goTo(page, '#/automation')
  const only = page.getByText('This browser can only connect to http://127.0.0.1:9.')
  await expect(only).toBeVisible()
  expect(await leftOf(only)).toBe(await leftOf(page.getByText('Base URL')))
  await expect(ask(page, 'rules.pause', {paused: false})).rejects.toThrow('This is set by your organisation.')
  await expect(ask(page, 'team.disconnect', {keep: true})).rejects.toThrow('This is set by your organisation.')
})

const aRule = {
  name: 'Theirs',
  objectType: 'rule',
  ruleType: 'Cancel',
  status: 'Active',
  pairs: [{source: {key: 'host', operator: 'Equals', value: 'shop.test'}}],
}

test('an account that differs from the policy is shown and can be left', async ({managed, team}) => {
  // For others than administrators there is no policy, and nothing to see.
  if (!(await managed.setPolicy({}))) return
  await team.call('POST', '/v1/rules', aRule)
  const app = await managed.launch()
  const page = await app.open('options.html#/account')
  await ask(page, 'team.connect', {url: team.url, key: team.key})
  await expect(synced(page)).toBeVisible()

  const set = 'http://127.0.0.1:9'
  await managed.setPolicy({baseUrl: set})
  await expect(page.getByText(`Your organisation allows connections to ${set} only.`)).toBeVisible()
  const url = page.getByLabel('Base URL')
  await expect(url).toHaveValue(team.url)
  await expect(url).toBeDisabled()
  await expect(page.getByLabel('API key')).toBeDisabled()
  await expect(synced(page)).toBeVisible()
  await expect(page.getByRole('button', {name: 'Sync now'})).toBeVisible()
  await expect(ask(page, 'team.connect', {url: team.url, key: team.key})).rejects.toThrow('set by your organisation')
  await goTo(page, '#/settings')
  await expect(
    page.getByText(`This browser can only connect to ${set}, but is still connected to ${team.url}.`),
  ).toBeVisible()

  await goTo(page, '#/account')
  await page.getByRole('button', {name: 'Disconnect'}).click()
  await page.getByRole('button', {name: 'Remove them'}).click()
  await expect(page.getByText('Your organisation has set the base URL.')).toBeVisible()
  await expect(url).toHaveValue(set)
  await expect(url).toBeDisabled()
  await expect(page.getByLabel('API key')).toBeEnabled()

  // An account keeps its old key while the new key of the policy is rejected.
  await managed.setPolicy({baseUrl: team.url, apiKey: team.key})
  await expect(page.getByText('Your organisation has connected this browser to its account.')).toBeVisible()
  await expect(synced(page)).toBeVisible()
  await managed.setPolicy({baseUrl: team.url, apiKey: 'sy_live_unknown_key'})
  await expect(page.getByText(/new API key, but the server rejects it\. This browser is still connected/)).toBeVisible()
  await expect(synced(page)).toBeVisible()
  await goTo(page, '#/settings')
  await expect(page.getByText(`Connected to ${team.url} with the previous API key`)).toBeVisible()
})

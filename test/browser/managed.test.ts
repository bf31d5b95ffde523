import {createHash} from 'node:crypto'
import {cp, mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises'
import {join, relative} from 'node:path'
import {fileURLToPath} from 'node:url'
import {expect, test} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {launchWithExtension} from './browser'

const root = fileURLToPath(new URL('../../', import.meta.url))
const policies = '/etc/chromium/policies/managed'

/** The id that Chrome gives to an unpacked extension, from its path. */
const idOf = (path: string) =>
  Array.from(
    createHash('sha256').update(path).digest('hex').slice(0, 32),
    digit => 'abcdefghijklmnop'[Number.parseInt(digit, 16)],
  ).join('')

/** Whether it could be written: that is for administrators alone. */
async function setPolicy(path: string, id: string, policy: object): Promise<boolean> {
  try {
    await mkdir(policies, {recursive: true})
    await writeFile(path, JSON.stringify({'3rdparty': {extensions: {[id]: policy}}}))
    return true
  } catch {
    return false
  }
}

test('what a policy sets holds from the start, and cannot be set otherwise', async () => {
  // A copy has an id of its own, so that no other test meets the policy.
  const folder = await mkdtemp(join(root, '.output/managed-'))
  await cp(join(root, '.output/chrome-mv3'), folder, {recursive: true})
  const file = join(policies, `${idOf(folder)}.json`)
  const isSet = await setPolicy(file, idOf(folder), {
    rulesOn: false,
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'sy_live_1',
  })
  try {
    const app = await launchWithExtension({extension: relative(root, folder)})
    const page = await app.open('options.html#/account')
    if (isSet) {
      const popup = await app.open('popup.html')
      await expect(popup.getByRole('switch', {name: 'Rules on'})).toHaveAccessibleDescription(
        'Set by your organisation',
      )
      await popup.close()
      await expect.poll(async () => (await readLibrary(page)).paused).toBe(true)
      await expect(page.getByText('Your organisation has connected this browser')).toBeVisible()
      await expect(page.getByRole('status').filter({hasText: 'Offline'})).toBeVisible()
      await page.goto(page.url().replace(/#.*/, '#/automation'))
      await expect(page.getByText('Only http://127.0.0.1:9 can be connected to.')).toBeVisible()
      await expect(ask(page, 'rules.pause', {paused: false})).rejects.toThrow('Your organisation has set this.')
      await expect(ask(page, 'team.disconnect', {keep: true})).rejects.toThrow('Your organisation has set this.')
    }
    // Without one all is free; Chrome has taken the schema, or the extension would not be here.
    else await ask(page, 'rules.pause', {paused: true})
    await app.close()
  } finally {
    await rm(file, {force: true})
    await rm(folder, {recursive: true})
  }
})

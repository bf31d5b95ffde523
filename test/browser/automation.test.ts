import {execFile} from 'node:child_process'
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {promisify} from 'node:util'
import {expect, test} from '@playwright/test'
import {findChromium} from '../run/chromium.mjs'
import {startSite} from '../site/site'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The Playwright script of docs/automation.md, with paths and the browser of this machine. */
async function readDocumentedScript(address: string): Promise<string> {
  const page = await readFile(join(root, 'docs/automation.md'), 'utf8')
  const [, script = ''] = /```js\n\/\/ Playwright\n(.+?)```/s.exec(page) ?? []
  const changes: readonly (readonly [string, string])[] = [
    ["'/path/to/switchyard/.output/chrome-mv3'", JSON.stringify(join(root, '.output/chrome-mv3'))],
    ["channel: 'chromium'", `executablePath: ${JSON.stringify(findChromium())}, headless: false`],
    ['args: [', "args: ['--headless=new', '--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1', "],
    ["'https://shop.test/'", JSON.stringify(address)],
  ]
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/automation.md no longer contains ${from}`)
    return text.replace(from, to)
  }, script)
}

test('the documented Playwright script applies its rules', async () => {
  const site = await startSite()
  // Beside the modules that it imports.
  const folder = await mkdtemp(join(root, 'node_modules/.script-'))
  const path = join(folder, 'script.mjs')
  await writeFile(path, await readDocumentedScript(site.url('shop.test')))
  const {stdout} = await promisify(execFile)(process.execPath, [path])
  expect(stdout).toBe('Applied 1 rule\n{ items: [] }\n')
  await rm(folder, {recursive: true})
  await site.close()
})

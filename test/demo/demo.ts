import {mkdir} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import type {Page} from '@playwright/test'
import {ask} from '../browser/ask'
import {launchWithExtension} from '../browser/browser'
import {startSite, type Site} from '../site/site'
import {samples, type Outcome} from './samples'
import {formatTable} from './table'
import {showTeam} from './team'

// `npm run demo --open` passes the flag to npm, which sets it in the environment.
const open = process.argv.includes('--open') || process.env['npm_config_open'] === 'true'
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
if (open && !hasDisplay) {
  console.error(
    '--open needs a screen for its window, and this machine has none. Without --open the demo runs as well.',
  )
  process.exit(1)
}
const pictures = fileURLToPath(new URL('../../demo-output/', import.meta.url))

async function runAll(page: Page, site: Site): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const sample of samples) {
    await page.goto(site.url('shop.test'))
    outcomes.push(await sample.run(page, site))
  }
  return outcomes
}

async function takePictures(options: Page, extension: (path: string) => Promise<Page>) {
  await mkdir(pictures, {recursive: true})
  await options.bringToFront()
  // A page queries matches when it opens, and only rarely afterwards.
  await options.reload()
  await options
    .getByRole('row', {name: 'Old API to new API'})
    .getByText(/^\d\d:\d\d$/)
    .waitFor()
  await options.screenshot({path: `${pictures}options.png`})
  const popup = await extension('popup.html')
  await popup.setViewportSize({width: 380, height: 560})
  await popup.getByRole('switch', {name: 'Old API to new API'}).waitFor()
  await popup.screenshot({path: `${pictures}popup.png`})
  await popup.close()
}

const site = await startSite()
const browser = await launchWithExtension({extension: '.output/chrome-mv3', headed: open})
const options = await browser.open('options.html#/rules')
const group = await ask(options, 'group.create', {payload: {name: 'Demo'}})
for (const {ruleType, name, pair} of samples)
  await ask(options, 'rule.create', {
    payload: {name, objectType: 'rule', ruleType, groupId: group.id, pairs: [pair(site)]},
  })

const page = await browser.context.newPage()
await ask(options, 'rules.pause', {paused: true})
const without = await runAll(page, site)
await ask(options, 'rules.pause', {paused: false})
const withRules = await runAll(page, site)

const rows = samples.map(({ruleType, name, request}, index) => {
  const [before, after] = [without[index], withRules[index]]
  return [ruleType, name, request, before?.server ?? '', after?.server ?? '', before?.page ?? '', after?.page ?? '']
})
const head = [
  'type',
  'rule',
  'asked for',
  'server saw, without',
  'server saw, with',
  'page got, without',
  'page got, with',
]
console.log(`\n${formatTable([head, ...rows])}\n`)
const ofTeam = await showTeam(options, page, site)
console.log(
  `A team server, connected by API key: a colleague’s rule adds X-From. The site’s server saw “${ofTeam.before}” before, “${ofTeam.after}” after.`,
)
await takePictures(options, browser.open)
console.log('Pictures of popup and options are in demo-output.')

if (open) {
  console.log(`Play with it: ${site.url('shop.test')} is the site. Close the window to stop.`)
  await new Promise<void>(closed => browser.context.once('close', () => closed()))
} else await browser.close()
await site.close()

const unchanged = samples.filter((_, index) => JSON.stringify(without[index]) === JSON.stringify(withRules[index]))
if (unchanged.length > 0) {
  console.error(`These rules changed nothing: ${unchanged.map(({name}) => name).join(', ')}`)
  process.exitCode = 1
}
if (ofTeam.before === ofTeam.after) {
  console.error('The rule of the team changed nothing')
  process.exitCode = 1
}

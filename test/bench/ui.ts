import type {Page} from '@playwright/test'

import {ask, readLibrary} from '../browser/ask'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {fillLibrary} from '../browser/pages/fill-library'
import {mixedRules} from '../samples/mixed-rules'
import {median, type Figure} from './measure'

const rounds = 7
const counts = [0, 1_000, 10_000] as const
/** A page of the extension that shows nothing. */
const blank = 'wait.html'

type Seen = {first: number; settled: number; longest: number}
type Watching = {seen: {first: number; last: number; longest: number}}

// tsx gives named functions a helper that no page has, so what runs in a page names none.

/** Runs before the page's own script: when its first rows were painted, when it changed last, and its longest task. */
function watch(rows: string) {
  const seen = {first: 0, last: 0, longest: 0}
  Object.assign(globalThis, {seen})
  new PerformanceObserver(list => {
    for (const {duration} of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({type: 'longtask', buffered: true})
  let isFound = false
  new MutationObserver(() => {
    seen.last = performance.now()
    if (isFound || document.querySelector(rows) === null) return
    isFound = true
    // A task right after a frame comes when that frame is on its way to the screen.
    requestAnimationFrame(() => {
      setTimeout(() => {
        seen.first = performance.now()
      })
    })
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
}

/** Opens a page in a new tab, and tells what was seen once nothing has changed in it for a while. */
async function opened({context, extensionId}: LaunchedExtension, path: string, rows: string) {
  const page = await context.newPage()
  await page.setViewportSize(path.startsWith('popup') ? {width: 380, height: 560} : {width: 1280, height: 800})
  await page.addInitScript(watch, rows)
  await page.goto(`chrome-extension://${extensionId}/${path}`)
  const seen = await page.evaluate(async (): Promise<Seen> => {
    const {seen: now} = globalThis as unknown as Watching
    while (now.first === 0 || performance.now() - now.last < 300) {
      await new Promise(later => setTimeout(later, 50))
      if (performance.now() > 20_000) throw new Error(`No rows, or no rest, after 20 s in ${document.body.innerHTML}`)
    }
    return {first: now.first, settled: Math.max(now.first, now.last), longest: now.longest}
  })
  return {page, seen}
}

async function measured(app: LaunchedExtension, path: string, rows: string): Promise<Seen> {
  const all: Seen[] = []
  for (let round = 0; round <= rounds; round++) {
    const {page, seen} = await opened(app, path, rows)
    await page.close()
    // The first one warms up.
    if (round > 0) all.push(seen)
  }
  return {
    first: median(all.map(({first}) => first)),
    settled: median(all.map(({settled}) => settled)),
    longest: Math.max(...all.map(({longest}) => longest)),
  }
}

const ms = (value: number) => `${value.toFixed(0)} ms`
const figure = (what: string, said: string, value: number, limit: number, unit: string): Figure => ({
  what,
  measured: said,
  figure: value,
  limit,
  unit,
})

/** From a change of the page, made inside it, to the paint that shows it; and the longest task on the way. */
const toPaint = (page: Page, selector: string, act: 'click' | 'type', texts: readonly string[]) =>
  page.evaluate(
    async ([where, how, values]) => {
      const {seen} = globalThis as unknown as Watching
      seen.longest = 0
      const times: number[] = []
      for (const value of values) {
        const element = document.querySelector<HTMLInputElement>(where)
        if (element === null) throw new Error(`There is no ${where}`)
        await new Promise(next => requestAnimationFrame(next))
        const started = performance.now()
        if (how === 'click') element.click()
        else {
          element.value = value
          element.dispatchEvent(new Event('input', {bubbles: true}))
        }
        await new Promise<void>(painted =>
          requestAnimationFrame(() => {
            setTimeout(painted)
          }),
        )
        times.push(performance.now() - started)
        await new Promise(later => setTimeout(later, 250))
      }
      return {times, longest: seen.longest}
    },
    [selector, act, texts] as const,
  )

/** Scrolls through the whole list, a screen or more each frame; the longest task on the way. */
const scrolled = (page: Page) =>
  page.evaluate(async () => {
    const {seen} = globalThis as unknown as Watching
    const list = [...document.querySelectorAll('main, main *')].find(
      each => each.scrollHeight > each.clientHeight * 3 && /auto|scroll/.test(getComputedStyle(each).overflowY),
    )
    if (!list) throw new Error('Nothing scrolls')
    seen.longest = 0
    for (let at = 0; at <= 120; at++) {
      list.scrollTop = ((list.scrollHeight - list.clientHeight) * at) / 120
      await new Promise(next => requestAnimationFrame(next))
    }
    await new Promise(later => setTimeout(later, 250))
    return seen.longest
  })

const search = 'input[type=search], input[aria-label="Search rules"]'
const keys = ['a', 'ap', 'api', 'api7', 'api77', 'api7', 'api', 'ap', 'a', '']

/** Under 30 ms for a key; the slowest one may miss a frame. */
const keyLimit = 30
const frame = 1000 / 60

async function benchUse(
  app: LaunchedExtension,
  name: string,
  path: string,
  count: number,
  size: string,
): Promise<Figure[]> {
  const {page} = await opened(app, path, 'main [role=switch]')
  const filtering = await toPaint(page, search, 'type', keys)
  const switching = await toPaint(page, 'main [role=switch]', 'click', ['', '', '', '', '', ''])
  const scrolling = path.startsWith('options') && count > 1 ? await scrolled(page) : undefined
  await page.close()
  const [slowest, usual, toSwitch] = [Math.max(...filtering.times), median(filtering.times), median(switching.times)]
  return [
    figure(`${name}, ${size}: a key of the search`, '', usual, keyLimit, ' ms'),
    figure(`${name}, ${size}: the slowest such key`, '', slowest, keyLimit + frame, ' ms'),
    figure(`${name}, ${size}: a switch to its paint`, '', toSwitch, 34, ' ms'),
    figure(`${name}, ${size}: longest task of both`, '', Math.max(filtering.longest, switching.longest), 50, ' ms'),
    ...(scrolling === undefined
      ? []
      : [figure(`${name}, ${size}: longest task of scrolling`, '', scrolling, 50, ' ms')]),
  ]
}

const testedUrl = 'input[aria-label="Test a URL"]'
const tested = ['https://', 'https://api', 'https://api.shop', 'https://api.shop.test', 'https://api.shop.test/v1/cart']

async function benchTester(app: LaunchedExtension, id: string, size: string): Promise<Figure[]> {
  const {page} = await opened(app, `options.html#/rules/${id}`, testedUrl)
  const {times, longest} = await toPaint(page, testedUrl, 'type', [...tested, ...tested])
  await page.close()
  return [
    figure(`Tester, ${size}: a key of its URL`, `at worst ${ms(Math.max(...times))}`, median(times), 50, ' ms'),
    figure(`Tester, ${size}: longest task`, '', longest, 50, ' ms'),
  ]
}

/**
 * How many times as long as a blank page each may take to its first rows and until it stands still: a ratio holds on any machine. With
 * 10,000 rules the rest goes on coming after the first rows.
 */
const pages = [
  {name: 'Popup', path: 'popup.html', first: {0: 4, 1_000: 5, 10_000: 6}, settled: {0: 5, 1_000: 7, 10_000: 12}},
  {
    name: 'Options',
    path: 'options.html#/rules',
    first: {0: 5, 1_000: 7, 10_000: 8},
    settled: {0: 6, 1_000: 12, 10_000: 24},
  },
] as const
/** ui.md: the popup's first rows, with 1,000 rules. */
const promised = 100

/** Popup and options beside a blank page of the extension, with few and with many rules. */
export async function benchPages(): Promise<Figure[]> {
  const app = await launchWithExtension()
  const quiet = await app.open(blank)
  await readLibrary(quiet)
  const figures: Figure[] = []
  const hold = async (count: number) => {
    await fillLibrary(quiet, {groups: [], rules: mixedRules(count), trash: [], paused: false})
    const {rules} = await readLibrary(quiet)
    // Answered when all rules are in force, so that nothing else is on the way.
    await ask(quiet, 'rules.switch', {ids: rules.slice(0, 1).map(({id}) => id), on: true})
    return {rules, size: `${count.toLocaleString('en')} rule${count === 1 ? '' : 's'}`}
  }
  for (const count of counts) {
    const {size} = await hold(count)
    for (const {name, path, first, settled} of pages) {
      // Right before, so that a busy moment of the machine hits both.
      const bare = await measured(app, blank, 'body')
      const seen = await measured(app, path, count === 0 ? 'main :is(h1, h2)' : 'main [role=switch]')
      const beside = `${ms(seen.first)}; blank page ${ms(bare.first)}`
      figures.push(
        figure(`${name}, ${size}: first rows`, beside, seen.first / bare.first, first[count], '×'),
        figure(`${name}, ${size}: settled`, ms(seen.settled), seen.settled / bare.first, settled[count], '×'),
        figure(`${name}, ${size}: longest task`, '', seen.longest, 50, ' ms'),
      )
      if (name !== 'Popup' || count !== 1_000) continue
      const row = figure(`${name}, ${size}: first rows, as promised`, beside, seen.first, promised, ' ms')
      const isSlowHere = bare.first > promised / 2
      figures.push(isSlowHere ? {...row, beyondUs: `the blank page takes ${ms(bare.first)} here`} : row)
    }
  }
  // With none there is nothing to search in.
  for (const count of [1, 1_000, 10_000]) {
    const {rules, size} = await hold(count)
    for (const {name, path} of pages) figures.push(...(await benchUse(app, name, path, count, size)))
    figures.push(...(await benchTester(app, rules[0]?.id ?? '', size)))
  }
  await app.close()
  return figures
}

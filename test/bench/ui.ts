import type {Page} from '@playwright/test'

import {ask, readLibrary} from '../browser/ask'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {fillLibrary} from '../browser/pages/fill-library'
import {mixedRules} from '../samples/mixed-rules'
import {median, type Figure} from './measure'

const rounds = 7
const counts = [0, 1_000, 10_000]
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

async function benchUse(app: LaunchedExtension, name: string, path: string, size: string): Promise<Figure[]> {
  const {page} = await opened(app, path, 'main [role=switch]')
  const filtering = await toPaint(page, search, 'type', keys)
  const switching = await toPaint(page, 'main [role=switch]', 'click', ['', '', '', '', '', ''])
  const scrolling = await scrolled(page)
  await page.close()
  const [slowest, toSwitch] = [Math.max(...filtering.times), median(switching.times)]
  return [
    figure(
      `${name}, ${size}: a key of the search`,
      `${ms(median(filtering.times))}, at worst ${ms(slowest)}`,
      slowest,
      50,
      ' ms',
    ),
    figure(`${name}, ${size}: a switch to its paint`, ms(toSwitch), toSwitch, 34, ' ms'),
    figure(`${name}, ${size}: longest task of both`, '', Math.max(filtering.longest, switching.longest), 50, ' ms'),
    figure(`${name}, ${size}: longest task of scrolling`, '', scrolling, 50, ' ms'),
  ]
}

const pages = [
  {name: 'Popup', path: 'popup.html'},
  {name: 'Options', path: 'options.html#/rules'},
] as const

/** Popup and options beside a blank page of the extension, with few and with many rules. */
export async function benchPages(): Promise<Figure[]> {
  const app = await launchWithExtension()
  const quiet = await app.open(blank)
  await readLibrary(quiet)
  const bare = await measured(app, blank, 'body')
  const figures: Figure[] = []
  for (const count of counts) {
    await fillLibrary(quiet, {groups: [], rules: mixedRules(count), trash: [], paused: false})
    const {rules} = await readLibrary(quiet)
    // Answered when all rules are in force, so that nothing else is on the way.
    await ask(quiet, 'rules.switch', {ids: rules.slice(0, 1).map(({id}) => id), on: true})
    const size = `${count.toLocaleString('en')} rules`
    for (const {name, path} of pages) {
      const seen = await measured(app, path, count === 0 ? 'main :is(h1, h2)' : 'main [role=switch]')
      const isPromised = name === 'Popup' && count === 1_000
      figures.push(
        figure(
          `${name}, ${size}: first rows`,
          `${ms(seen.first)}, settled ${ms(seen.settled)}; blank page ${ms(bare.first)}`,
          isPromised ? seen.first : seen.first / bare.first,
          isPromised ? 100 : Number.POSITIVE_INFINITY,
          isPromised ? ' ms' : '×',
        ),
        figure(`${name}, ${size}: settled`, '', seen.settled / bare.first, Number.POSITIVE_INFINITY, '×'),
        figure(`${name}, ${size}: longest task`, '', seen.longest, 50, ' ms'),
      )
    }
  }
  for (const {name, path} of pages) figures.push(...(await benchUse(app, name, path, '10,000 rules')))
  await app.close()
  return figures
}

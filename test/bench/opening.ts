import type {Page} from '@playwright/test'
import type {LaunchedExtension} from '../browser/browser'
import {median} from './measure'
import {recordTrace, type Task, type Trace} from './trace'

const rounds = 31
/** A trace gives the thread's own clock, which others' work moves less: fewer are enough. */
const tracedRounds = 11
/** The mark that a page sets when they are painted. */
export const firstRows = 'first rows'

type OpeningTimes = {readonly first: number; readonly settled: number}
type PageGlobals = {seen: {first: number; last: number}}

type MedianTimes = OpeningTimes & {
  /** How long its main thread had worked when the first rows were there. */
  readonly worked: number
}

/** How a page opened, in milliseconds, and a blank one beside it. */
export type Opening = {
  readonly page: MedianTimes
  readonly blank: MedianTimes
  /** How many times as long as the blank page's first frame, or its work until then, in the middle of all pairs: what slows the machine down slows both of a pair. */
  readonly ratio: MedianTimes
  readonly tasks: readonly Task[]
}

// tsx gives named functions a helper that no page has, so what runs in a page names none.

/** Runs before the page's own script: when its first rows were painted, and when it changed last. */
function watch([rows, mark]: readonly [string, string]) {
  const seen = {first: 0, last: 0}
  Object.assign(globalThis, {seen})
  let isFound = false
  new MutationObserver(() => {
    seen.last = performance.now()
    if (isFound || document.querySelector(rows) === null) return
    isFound = true
    // A task right after a frame comes when that frame is on its way to the screen.
    requestAnimationFrame(() => {
      setTimeout(() => {
        performance.mark(mark)
        seen.first = performance.now()
      })
    })
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
}

/** Goes to a page, and tells what was seen once nothing has changed in it for a while. */
async function navigate(page: Page, url: string): Promise<OpeningTimes> {
  await page.goto(url)
  return page.evaluate(async (): Promise<OpeningTimes> => {
    const {seen: now} = globalThis as unknown as PageGlobals
    while (now.first === 0 || performance.now() - now.last < 300) {
      await new Promise(later => setTimeout(later, 50))
      if (performance.now() > 20_000) throw new Error(`No rows, or no rest, after 20 s in ${document.body.innerHTML}`)
    }
    return {first: now.first, settled: Math.max(now.first, now.last)}
  })
}

async function newPage({context}: LaunchedExtension, path: string, rows: string): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(path.startsWith('popup') ? {width: 380, height: 560} : {width: 1280, height: 800})
  await page.addInitScript(watch, [rows, firstRows] as const)
  return page
}

const toUrl = ({extensionId}: LaunchedExtension, path: string) => `chrome-extension://${extensionId}/${path}`

/** A page in a new tab, once it stands still. */
export async function openPage(app: LaunchedExtension, path: string, rows: string): Promise<Page> {
  const page = await newPage(app, path, rows)
  await navigate(page, toUrl(app, path))
  return page
}

async function measureOpening(app: LaunchedExtension, path: string, rows: string): Promise<OpeningTimes> {
  const page = await newPage(app, path, rows)
  const seen = await navigate(page, toUrl(app, path))
  await page.close()
  return seen
}

/** The same in a trace, which takes time of its own: its times of the wall are not used. */
export async function traceOpening(app: LaunchedExtension, path: string, rows: string): Promise<Trace> {
  const page = await newPage(app, path, rows)
  const trace = await recordTrace(page, () => navigate(page, toUrl(app, path)))
  await page.close()
  return trace
}

const toMedians = (all: readonly OpeningTimes[], traces: readonly Trace[]): MedianTimes => ({
  first: median(all.map(({first}) => first)),
  settled: median(all.map(({settled}) => settled)),
  worked: median(traces.map(trace => trace.workUntil(firstRows))),
})

/** Opens it many times, each time beside a blank page; the first time warms up. A trace takes time, so the wall's clock is read without one. */
export async function compareOpenings(
  app: LaunchedExtension,
  path: string,
  rows: string,
  blank: string,
): Promise<Opening> {
  const both = async <Result>(one: (app: LaunchedExtension, path: string, rows: string) => Promise<Result>) => ({
    blank: await one(app, blank, 'body'),
    page: await one(app, path, rows),
  })
  await both(measureOpening)
  const seen: {readonly blank: OpeningTimes; readonly page: OpeningTimes}[] = []
  for (let round = 0; round < rounds; round++) seen.push(await both(measureOpening))
  const traces: {readonly blank: Trace; readonly page: Trace}[] = []
  for (let round = 0; round < tracedRounds; round++) traces.push(await both(traceOpening))
  const middle = (which: 'blank' | 'page') =>
    toMedians(
      seen.map(each => each[which]),
      traces.map(each => each[which]),
    )
  return {
    page: middle('page'),
    blank: middle('blank'),
    ratio: {
      first: median(seen.map(each => each.page.first / each.blank.first)),
      settled: median(seen.map(each => each.page.settled / each.blank.first)),
      worked: median(traces.map(({page, blank: bare}) => page.workUntil(firstRows) / bare.workUntil(firstRows))),
    },
    tasks: traces.flatMap(({page}) => page.tasks),
  }
}

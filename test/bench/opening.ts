import type {Page} from '@playwright/test'
import type {LaunchedExtension} from '../browser/browser'
import {median} from './measure'
import {recordTrace, type Task, type Trace} from './trace'

const rounds = 31
/** A trace measures thread time, which varies less, so fewer rounds are enough. */
const tracedRounds = 11
/** The performance mark that is set when the first rows are painted. */
export const firstRows = 'first rows'

type OpeningTimes = {readonly first: number; readonly settled: number}
type PageGlobals = {seen: {first: number; last: number}}

type MedianTimes = OpeningTimes & {
  /** Work of the main thread until the first rows, in milliseconds. */
  readonly worked: number
}

/** The opening times of a page and of a blank page, in milliseconds. */
export type Opening = {
  readonly page: MedianTimes
  readonly blank: MedianTimes
  /** Median ratios to the first frame of the blank page; a slow machine slows both of a pair. */
  readonly ratio: MedianTimes
  readonly tasks: readonly Task[]
}

// tsx adds a helper to named functions, so functions that run in a page contain none.

/** Runs before the page's own script and records the first rows and the last change. */
function watch([rows, mark]: readonly [string, string]) {
  const seen = {first: 0, last: 0}
  Object.assign(globalThis, {seen})
  let isFound = false
  new MutationObserver(() => {
    seen.last = performance.now()
    if (isFound || document.querySelector(rows) === null) return
    isFound = true
    // The next task after a frame runs when that frame has been painted.
    requestAnimationFrame(() => {
      setTimeout(() => {
        performance.mark(mark)
        seen.first = performance.now()
      })
    })
  }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
}

/** Opens a URL and returns the times once the page has not changed for 300 ms. */
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

/** Opens a page in a new tab and waits until it is settled. */
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

/** Opens a page in a trace. Tracing takes time, so its wall-clock times are not used. */
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

/**
 * Opens a page many times, each time next to a blank page; the first time is a warm-up. Wall-clock
 * times are measured without a trace.
 */
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

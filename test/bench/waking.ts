import type {Page} from '@playwright/test'
import {mixedRules} from '../samples/mixed-rules'
import {stopWorkers} from '../browser/browser'
import {atWork, blank} from './library'
import {median, type Figure} from './measure'
import {figureOf} from './rows'

const wakes = 50

/** Milliseconds from a message to a stopped worker until its answer. */
async function timeWake(page: Page): Promise<number> {
  await stopWorkers(page)
  return page.evaluate(async () => {
    const {chrome} = globalThis as unknown as {chrome: {runtime: {sendMessage(said: unknown): Promise<unknown>}}}
    const started = performance.now()
    await chrome.runtime.sendMessage({name: 'library.read', body: {}})
    return performance.now() - started
  })
}

/** Compare it between two builds on one machine: it has no limit of its own. */
export const benchWaking = (): Promise<Figure[]> =>
  atWork(async ({app, hold}) => {
    const {size} = await hold(mixedRules(1_000))
    const page = await app.open(blank)
    const times: number[] = []
    for (let wake = 0; wake < wakes; wake++) times.push(await timeWake(page))
    const what = `Worker, ${size}: wake to first answer`
    return [figureOf(what, `${wakes} wakes`, median(times), Number.POSITIVE_INFINITY, ' ms')]
  })

import type {Page} from '@playwright/test'
import {mixedRules} from '../samples/mixed-rules'
import {stopWorkers} from '../browser/browser'
import {withBenchBrowser, blankPage} from './library'
import {median, type Figure} from './measure'
import {createFigure} from './rows'

const wakes = 50

/** Milliseconds from a message to a stopped worker until its answer. */
async function measureWake(page: Page): Promise<number> {
  await stopWorkers(page)
  return page.evaluate(async () => {
    const {chrome} = globalThis as unknown as {chrome: {runtime: {sendMessage(said: unknown): Promise<unknown>}}}
    const started = performance.now()
    await chrome.runtime.sendMessage({name: 'library.read', body: {}})
    return performance.now() - started
  })
}

/** Has no limit; compare two builds on the same machine. */
export const benchWaking = (): Promise<Figure[]> =>
  withBenchBrowser(async ({app, setRules}) => {
    const {size} = await setRules(mixedRules(1_000))
    const page = await app.open(blankPage)
    const times: number[] = []
    for (let wake = 0; wake < wakes; wake++) times.push(await measureWake(page))
    const what = `Worker, ${size}: wake to first answer`
    return [createFigure(what, `${wakes} wakes`, median(times), Number.POSITIVE_INFINITY, ' ms')]
  })

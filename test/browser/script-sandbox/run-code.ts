import type {Page} from '@playwright/test'
import type {RunAsk, RunResult} from '../../../src/model/rule-code'
import {ask} from '../ask'

type Port = {
  postMessage(message: object): void
  readonly onMessage: {addListener(hear: (message: {id: number; result: RunResult}) => void): void}
  readonly onDisconnect: {addListener(hear: () => void): void}
}
type Api = {readonly runtime: {connect(about: {name: string}): Port; sendMessage(message: object): Promise<unknown>}}

/**
 * A new worker closes the runner when it first applies rules and none has code. This change makes
 * it apply them, so that it does not close the runner later.
 */
const settleWorker = (page: Page): Promise<unknown> => ask(page, 'rules.pause', {paused: false})

/** Creates the runner, like a script in a page that finds none. */
export const wakeRunner = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    (globalThis as unknown as {chrome: Api}).chrome.runtime.sendMessage({name: 'page.runner', body: {}}),
  )

export async function openRunner(page: Page): Promise<void> {
  await settleWorker(page)
  await wakeRunner(page)
}

/** The number of offscreen documents. */
export const countRunners = (page: Page): Promise<unknown> =>
  page.evaluate("chrome.runtime.getContexts({contextTypes: ['OFFSCREEN_DOCUMENT']}).then(all => all.length)")

/** The result of a run, its rank among all results and its time in ms since the request. */
type Timed = {readonly result: RunResult; readonly place: number; readonly at: number}

/** Requests several runs at once on one port. The results are in the order of the requests. */
export const runAll = async (page: Page, asks: readonly RunAsk[]): Promise<RunResult[]> =>
  (await runWithTimes(page, asks)).map(({result}) => result)

export const runTimed = (page: Page, codes: readonly string[]): Promise<Timed[]> =>
  runWithTimes(
    page,
    codes.map(code => toRequestRun(code)),
  )

const runWithTimes = (page: Page, asks: readonly RunAsk[]): Promise<Timed[]> =>
  page.evaluate(async given => {
    const {chrome} = globalThis as unknown as {chrome: Api}
    const port = chrome.runtime.connect({name: 'runner'})
    const results: Timed[] = []
    const asked = performance.now()
    await new Promise<void>((done, failed) => {
      let left = given.length
      port.onMessage.addListener(({id, result}) => {
        results[id] = {result, place: given.length - left, at: performance.now() - asked}
        if (--left === 0) done()
      })
      port.onDisconnect.addListener(() => failed(new Error('Nobody runs code')))
      given.forEach((each, id) => port.postMessage({id, ask: each}))
    })
    return results
  }, asks)

const request = {method: 'POST', url: 'https://shop.test/v1/buy', body: '{"qty": 3}'}

/** Runs the code of a Request rule. */
export const toRequestRun = (code: string, args: Partial<typeof request> = {}): RunAsk => ({
  kind: 'request',
  code,
  args: {...request, ...args},
})

export async function run(page: Page, code: string, args?: Partial<typeof request>): Promise<RunResult> {
  const [result] = await runAll(page, [toRequestRun(code, args)])
  if (!result) throw new Error('There is no result')
  return result
}

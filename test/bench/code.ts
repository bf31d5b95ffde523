import type {Worker} from '@playwright/test'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {openRunner} from '../browser/script-sandbox/run-code'
import {startSite} from '../site/site'
import {measurePair, median, ratio, type Figure} from './measure'

/** Name, size, round trips and the limit against a bare port; bodies pass two more processes. */
const sizes = [
  ['10 kB', 10_000, 50, 2],
  ['100 kB', 100_000, 25, 3],
  ['1 MB', 1_000_000, 5, 3],
] as const

type Port = {
  postMessage(message: object): void
  disconnect(): void
  readonly onMessage: {addListener(hear: (message: {ask?: object}, port: Port) => void): void}
}
type Api = {
  readonly runtime: {
    connect(about: {name: string}): Port
    readonly onConnect: {addListener(hear: (port: Port & {name: string}) => void): void}
  }
  readonly scripting: {
    executeScript(injection: object): Promise<readonly {readonly result: readonly number[]}[]>
  }
  readonly tabs: {query(all: object): Promise<readonly {readonly id: number; readonly url?: string}[]>}
}

/** The times in milliseconds of round trips from a page, each with a body of the given size. */
const measureRoundTrips = (worker: Worker, name: 'runner' | 'echo', size: number, rounds: number) =>
  worker.evaluate(
    async given => {
      const {scripting, tabs} = chrome as unknown as Api
      const page = (await tabs.query({})).find(({url}) => url?.includes('shop.test'))
      const [frame] = await scripting.executeScript({
        target: {tabId: page?.id},
        args: given,
        // In an array, because tsx adds a helper to named functions that pages do not have.
        func: [
          async (way: string, length: number, times: number) => {
            const {runtime} = chrome as unknown as Api
            const port = runtime.connect({name: way})
            const args = {method: 'POST', url: 'https://shop.test/v1/buy', body: 'x'.repeat(length)}
            const ask = {kind: 'request', code: '({body}) => body', args}
            const taken: number[] = []
            await new Promise<void>(done => {
              let started = performance.now()
              port.onMessage.addListener(() => {
                taken.push(performance.now() - started)
                if (taken.length === times) return done()
                started = performance.now()
                port.postMessage({id: taken.length, ask})
              })
              port.postMessage({id: 0, ask})
            })
            port.disconnect()
            return taken
          },
        ][0],
      })
      return frame?.result ?? []
    },
    [name, size, rounds] as const,
  )

/** Opens an extension page that echoes the messages of its port. */
async function openEcho({open}: LaunchedExtension): Promise<void> {
  const page = await open('delay-page.html')
  await page.evaluate(() => {
    const {runtime} = (globalThis as unknown as {chrome: Api}).chrome
    runtime.onConnect.addListener(opened => {
      if (opened.name === 'echo') opened.onMessage.addListener((message, port) => port.postMessage(message))
    })
  })
  await openRunner(page)
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Infinity

/** The cost of rule code: from a page to the sandbox and back, against a port that only echoes. */
export async function benchCode(): Promise<Figure[]> {
  const site = await startSite()
  const app = await launchWithExtension()
  await openEcho(app)
  const worker = await app.worker()
  const page = await app.context.newPage()
  await page.goto(site.url('shop.test'))
  const figures: Figure[] = []
  for (const [name, size, rounds, limit] of sizes) {
    const all: number[] = []
    const times = await measurePair(
      7,
      async () => {
        const taken = await measureRoundTrips(worker, 'runner', size, rounds)
        all.push(...taken)
        return median(taken)
      },
      async () => median(await measureRoundTrips(worker, 'echo', size, rounds)),
    )
    figures.push(ratio(`Code run on a body of ${name}`, times, limit, ['there and back', 'a bare port']))
    if (name !== '10 kB') continue
    const measured = `${all.length} runs`
    figures.push({name: '… median', measured, value: median(all), limit: 2, unit: ' ms'})
    figures.push({name: '… 95 of 100', measured, value: p95(all), limit: 5, unit: ' ms'})
  }
  await app.close()
  await site.close()
  return figures
}

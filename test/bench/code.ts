import type {Worker} from '@playwright/test'
import {launchWithExtension, type LaunchedExtension} from '../browser/browser'
import {openRunner} from '../browser/script-sandbox/run-code'
import {startSite} from '../site/site'
import {inTurn, median, ratio, type Figure} from './measure'

/** Size, round trips at a time, and how much longer than on a bare port: larger bodies pass two more processes. */
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

/** Round trips on one port from a script in a page, each in milliseconds: there and back again with a body of that size. */
const trips = (worker: Worker, name: 'runner' | 'echo', size: number, rounds: number) =>
  worker.evaluate(
    async given => {
      const {scripting, tabs} = chrome as unknown as Api
      const page = (await tabs.query({})).find(({url}) => url?.includes('shop.test'))
      const [frame] = await scripting.executeScript({
        target: {tabId: page?.id},
        args: given,
        // Out of a list: tsx gives a function with a name a helper that no page has.
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

/** A page of the extension that sends back what it is sent: a port, and nothing more. */
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

/** What running code adds to a request: from a page to the sandbox and back, against a bare port that sends back the same. */
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
    const times = await inTurn(
      7,
      async () => {
        const taken = await trips(worker, 'runner', size, rounds)
        all.push(...taken)
        return median(taken)
      },
      async () => median(await trips(worker, 'echo', size, rounds)),
    )
    figures.push(ratio(`Code run on a body of ${name}`, times, limit, ['there and back', 'a bare port']))
    if (name !== '10 kB') continue
    const measured = `${all.length} runs`
    figures.push({what: '… median', measured, figure: median(all), limit: 2, unit: ' ms'})
    figures.push({what: '… 95 of 100', measured, figure: p95(all), limit: 5, unit: ' ms'})
  }
  await app.close()
  await site.close()
  return figures
}

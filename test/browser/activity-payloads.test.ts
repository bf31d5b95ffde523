import type {Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {cellsOf, openLog} from './log-rows'
import {test} from './shared'

type Sent = {readonly path: string; readonly operation: string}

/** What Chrome itself is told of bodies, in the order of the requests. */
async function hearBodies(options: Page): Promise<() => Promise<readonly Sent[]>> {
  await options.evaluate(() => {
    const sent: Sent[] = []
    Object.assign(globalThis, {sent})
    chrome.webRequest.onBeforeRequest.addListener(
      ({url, requestBody}) => {
        const [part] = requestBody?.raw ?? []
        const text = new TextDecoder().decode(part?.bytes)
        sent.push({path: new URL(url).pathname, operation: /Get\w+/.exec(text)?.[0] ?? text})
      },
      {urls: ['*://*/api/*']},
      ['requestBody'],
    )
  })
  return () => options.evaluate(() => (globalThis as unknown as {sent: Sent[]}).sent)
}

const operations = ['GetUser', 'GetMenu', 'GetCart', 'GetAds']
const changed = '{"changed":1}'

/** Requests all operations from each URL, by fetch and by XHR: all at once, and one by one. */
const sendEach = (page: Page, paths: readonly string[]) =>
  page.evaluate(
    async ([addresses, all]) => {
      const asked = (operationName: string) => ({method: 'POST', body: JSON.stringify({operationName})})
      const byXhr = (path: string, operation: string) =>
        new Promise(done => {
          const request = new XMLHttpRequest()
          request.open('POST', path)
          request.onloadend = done
          request.send(asked(operation).body)
        })
      const byFetch = (path: string, operation: string) => fetch(path, asked(operation))
      for (const path of addresses)
        for (const by of [byFetch, byXhr]) {
          await Promise.all(all.map(each => by(path, each)))
          for (const each of all) await by(path, each)
        }
    },
    [paths, operations] as const,
  )

/** The rows of the log in order: URL and one more column. */
async function rowsOf(options: Page, column: number): Promise<() => Promise<readonly string[]>> {
  const all = await cellsOf(options)
  return async () =>
    (await all())
      .flatMap(cells => {
        const path = /\/api\/\w+/.exec(cells[2] ?? '')?.[0]
        return path ? [`${path} ${cells[column]}`] : []
      })
      .toReversed()
}

test('a payload filter is shown on the row of the request that it matched', async ({options, shop}) => {
  const cart = (path: string) => ({
    ...where('path', 'Equals', path),
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value: 'GetCart'}}],
  })
  const fixed = {type: 'static', value: changed}
  const code = {type: 'code', value: 'async args => { await new Promise(done => setTimeout(done, 50)); return "x" }'}
  await make(options, 'Response', [{source: cart('/api/answered'), ...fixed, statusCode: 500}], {name: 'Answered'})
  await make(options, 'Request', [{source: cart('/api/sent'), ...fixed}], {name: 'Sent'})
  await make(options, 'Delay', [{source: cart('/api/late'), delay: 400}], {name: 'Late'})
  await make(options, 'Response', [{source: cart('/api/coded'), ...code}], {name: 'Coded'})
  const names = {'/api/answered': 'Answered', '/api/sent': 'Sent', '/api/late': 'Late', '/api/coded': 'Coded'}
  await shop.reload()
  await openLog(options)
  const sent = await hearBodies(options)

  await sendEach(shop, Object.keys(names))

  const told = await rowsOf(options, 5)
  // What Chrome heard is what was acted on: the one with the cart, or what took its place.
  const expected = async () =>
    (await sent()).map(({path, operation}) => {
      const isMeant = operation === 'GetCart' || operation === changed
      return `${path} ${isMeant ? names[path as keyof typeof names] : ''}`
    })
  await expect.poll(async () => (await told()).length).toBe(64)
  const of = (path: string, all: readonly string[]) => all.filter(each => each.startsWith(path))
  for (const path of ['/api/answered', '/api/sent'])
    await expect.poll(async () => of(path, await told())).toEqual(of(path, await expected()))
  // Of four at once others may overtake the one that waits, and which is which is not known.
  for (const path of ['/api/late', '/api/coded'])
    await expect(async () => {
      const [rows, wanted] = [of(path, await told()), of(path, await expected())]
      const known = rows.map((row, at) => (row.endsWith('Not known') ? wanted[at] : row))
      expect(known).toEqual(wanted)
      const inTurn = [...rows.slice(4, 8), ...rows.slice(12)]
      expect(inTurn.filter(row => row.endsWith(names[path as keyof typeof names]))).toHaveLength(2)
    }).toPass()
})

test('failed code is shown on the row of its own request', async ({options, shop}) => {
  const at = (path: string) => where('path', 'Equals', path)
  const failing = (of: string, value: string) => ({
    type: 'code',
    value: `args => { if (${of} === 'GetCart') throw new Error('no'); return ${value} }`,
  })
  await make(options, 'Request', [{source: at('/api/sent'), ...failing('args.bodyAsJson.operationName', 'args.body')}])
  await make(options, 'Response', [
    {source: at('/api/answered'), ...failing('args.requestData.operationName', 'args.response')},
  ])
  await shop.reload()
  await openLog(options)
  const sent = await hearBodies(options)
  await sendEach(shop, ['/api/sent', '/api/answered'])
  const told = await rowsOf(options, 4)
  const expected = async () =>
    (await sent()).map(({path, operation}) => {
      const failed = path === '/api/sent' ? 'Code failed, sent unchanged' : 'Code failed, response unchanged'
      return `${path} ${operation === 'GetCart' ? failed : '200'}`
    })
  await expect.poll(async () => (await told()).length).toBe(32)
  // Of four requests at once, one row must show the failure.
  const inTurn = (rows: readonly string[]) => rows.map((row, index) => (index % 8 < 4 ? '' : row))
  const atOnce = (rows: readonly string[]) =>
    [0, 8, 16, 24].map(from => rows.slice(from, from + 4).toSorted((one, other) => one.localeCompare(other)))
  const wanted = await expected()
  await expect.poll(async () => inTurn(await told())).toEqual(inTurn(wanted))
  await expect.poll(async () => atOnce(await told())).toEqual(atOnce(wanted))
})

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

/** Asks each address for all operations, by fetch and by XMLHttpRequest: all at once, and one after the other. */
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

/** The rows of a log that shows them all, the first one first: address, and what stands in one more column. */
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

test('of requests to one address the row of the one is told that a payload filter is for', async ({options, shop}) => {
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

  const told = await rowsOf(options, 3)
  // What Chrome heard is what was acted on: the one with the cart, or what took its place.
  const expected = async () =>
    (await sent()).map(({path, operation}) => {
      const isMeant = operation === 'GetCart' || operation === changed
      return `${path} ${isMeant ? names[path as keyof typeof names] : ''}`
    })
  await expect.poll(async () => (await told()).length).toBe(64)
  const of = (path: string, all: readonly string[]) => all.filter(each => each.startsWith(path))
  for (const path of ['/api/answered', '/api/sent', '/api/coded'])
    await expect.poll(async () => of(path, await told())).toEqual(of(path, await expected()))
  // What waits has its row where it was asked for, which of four at once is not where it was sent.
  const isLate = async () => of('/api/late', await told()).map(each => each.endsWith('Late'))
  const inTurn = [false, false, true, false]
  await expect.poll(async () => (await isLate()).slice(4, 8)).toEqual(inTurn)
  await expect.poll(async () => (await isLate()).slice(12)).toEqual(inTurn)
  for (const from of [0, 8])
    await expect.poll(async () => (await isLate()).slice(from, from + 4).filter(Boolean)).toEqual([true])
})

test('of requests to one address the row of the one is told whose code failed', async ({options, shop}) => {
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
      const failed = path === '/api/sent' ? 'Code failed, sent unchanged' : 'Code failed, answer unchanged'
      return `${path} ${operation === 'GetCart' ? failed : 'Applied'}`
    })
  await expect.poll(async () => (await told()).length).toBe(32)
  // Every second four were sent one after the other. Of four at once, one row must tell of the failure.
  const inTurn = (rows: readonly string[]) => rows.map((row, index) => (index % 8 < 4 ? '' : row))
  const atOnce = (rows: readonly string[]) =>
    [0, 8, 16, 24].map(from => rows.slice(from, from + 4).toSorted((one, other) => one.localeCompare(other)))
  const wanted = await expected()
  await expect.poll(async () => inTurn(await told())).toEqual(inTurn(wanted))
  await expect.poll(async () => atOnce(await told())).toEqual(atOnce(wanted))
})

test('what a payload stops has a row of its own, and so has what is sent after it', async ({options, shop}) => {
  const ads = {
    ...where('path', 'Equals', '/api/graphql'),
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value: 'GetAds'}}],
  }
  await make(options, 'Cancel', [{source: ads}], {name: 'No ads'})
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: where('path', 'Contains', '/api/'), modifications: sets}], {name: 'Env'})
  await shop.reload()
  await openLog(options)
  const inTurn = ['GetAds', 'GetAds', 'GetCart', 'GetUser', 'GetAds', 'GetCart']
  await shop.evaluate(async all => {
    const ask = (operationName: string) =>
      fetch('/api/graphql', {method: 'POST', body: JSON.stringify({operationName})}).catch(() => undefined)
    for (const each of all) await ask(each)
    // While the log has heard of the one and not yet of the next.
    for (const each of all) {
      await ask(each)
      await new Promise(done => setTimeout(done, 600))
    }
    await Promise.all(all.map(ask))
  }, inTurn)

  const rules = await rowsOf(options, 3)
  const results = await rowsOf(options, 4)
  const told = async () => {
    const [names, ends] = [await rules(), await results()]
    return names.map((each, at) => `${each} · ${ends[at]?.slice('/api/graphql '.length)}`)
  }
  const expected = inTurn.map(each => (each === 'GetAds' ? 'No ads · Stopped' : 'Env · Applied'))
  const of = (all: readonly string[]) => all.map(each => `/api/graphql ${each}`)
  await expect.poll(async () => (await told()).slice(0, 12)).toEqual(of([...expected, ...expected]))
  // What is sent at once Chrome tells of later than the page.
  await expect.poll(async () => (await told()).slice(12).toSorted()).toEqual(of(expected).toSorted())
})

test('what the page gives up while a rule holds it takes no row of what is sent', async ({options, shop}) => {
  const at = (path: string) => where('path', 'Equals', path)
  const search = {
    ...at('/api/graphql'),
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value: 'Search'}}],
  }
  await make(options, 'Delay', [{source: search, delay: 400}], {name: 'Slow'})
  await make(options, 'Delay', [{source: at('/api/list'), delay: 400}], {name: 'Late'})
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: where('path', 'Contains', '/api/'), modifications: sets}], {name: 'Env'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(async () => {
    const pause = async (time: number) => {
      await new Promise(done => setTimeout(done, time))
    }
    const body = (operationName: string) => ({method: 'POST', body: JSON.stringify({operationName})})
    // As somebody types.
    for (let letters = 0; letters < 3; letters++) {
      const typing = new AbortController()
      void fetch('/api/graphql', {...body('Search'), signal: typing.signal}).catch(() => undefined)
      await pause(100)
      typing.abort()
    }
    await pause(600)
    await fetch('/api/graphql', body('Save'))
    const request = new XMLHttpRequest()
    request.open('POST', '/api/graphql')
    request.send(body('Search').body)
    await pause(100)
    request.abort()
    await pause(600)
    await fetch('/api/graphql', body('Save'))
    // As a component that is mounted twice.
    const mounted = new AbortController()
    void fetch('/api/list', {signal: mounted.signal}).catch(() => undefined)
    mounted.abort()
    await fetch('/api/list')
  })

  const rules = await rowsOf(options, 3)
  const results = await rowsOf(options, 4)
  const [slow, save] = ['/api/graphql Slow', '/api/graphql Env']
  await expect.poll(rules).toEqual([slow, slow, slow, save, slow, save, '/api/list Late', '/api/list Env, Late'])
  const [gone, applied] = ['Applied, then aborted', 'Applied']
  const ends = [gone, gone, gone, applied, gone, applied, gone, applied]
  await expect.poll(async () => (await results()).map(each => each.replace(/\S+ /, ''))).toEqual(ends)
  const row = options.getByRole('row').filter({hasText: 'Late'}).filter({hasText: 'aborted'})
  await row.click()
  await expect(options.getByText('The page gave the request up before it was sent.')).toBeVisible()
})

test('of what is given up before Chrome asks its rules nobody says that they were to act', async ({options, shop}) => {
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: where('path', 'Contains', '/api/'), modifications: sets}], {name: 'Env'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(async () => {
    for (let each = 0; each < 5; each++) {
      const given = new AbortController()
      const asked = fetch('/api/list', {signal: given.signal}).catch(() => undefined)
      given.abort()
      await asked
    }
    await fetch('/api/list')
  })
  const rows = options.getByRole('row').filter({hasText: '/api/list'})
  await expect(rows.first()).toContainText('Applied')
  await expect(rows.filter({hasText: 'Not applied'})).toHaveCount(0)
})

test('of what no script sees sent it is said that a rule which looks at that cannot act on it', async ({
  options,
  shop,
}) => {
  const filters = [{requestPayload: {key: 'kind', operator: 'Equals', value: 'order'}}]
  const source = {...where('path', 'Equals', '/order.html'), filters}
  await make(options, 'Request', [{source, type: 'static', value: changed}], {name: 'Order'})
  await shop.reload()
  await openLog(options)
  await shop.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {method: 'post', action: '/order.html'})
    form.append(Object.assign(document.createElement('input'), {name: 'kind', value: 'order'}))
    document.body.append(form)
    form.submit()
  })
  const row = options.getByRole('row').filter({hasText: '/order.html'})
  await expect(row).toContainText('200')
  await expect(row).not.toContainText('Order')
  await row.click()
  await expect(options.getByText('Why was “Order” not applied?')).toBeVisible()
  await expect(options.getByText(/cannot act on this kind of request/)).toBeVisible()
  await expect(options.getByText(/it has no kind/)).toHaveCount(0)
})

test('what waits for code of one operation takes no row of another that is sent meanwhile', async ({
  options,
  shop,
  site,
}) => {
  const of = (value: string) => ({
    ...where('path', 'Equals', '/api/graphql'),
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value}}],
  })
  const adds = 'args => ({...args.bodyAsJson, plus: 1})'
  await make(options, 'Request', [{source: of('GetCart'), type: 'code', value: adds}], {name: 'Add'})
  const answers = `args => ({mine: 1})`
  await make(options, 'Response', [{source: of('GetUser'), type: 'code', value: answers}], {name: 'User'})
  await shop.reload()
  await openLog(options)
  const told = await hearBodies(options)
  await shop.evaluate(async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        ['GetMenu', 'GetCart', 'GetUser'].map(operationName =>
          fetch('/api/graphql', {method: 'POST', body: JSON.stringify({operationName})}),
        ),
      )
      // A page tells once a second, and what it tells of at once is told apart best: no round is to fall into two seconds.
      await new Promise(done => setTimeout(done, 1_100))
    }
  })
  const rules = await rowsOf(options, 3)
  await expect.poll(async () => (await told()).length).toBe(15)
  expect(site.log.filter(({body}) => body.includes('plus'))).toHaveLength(5)
  const ruleOf: Readonly<Record<string, string>> = {GetMenu: '', GetCart: 'Add', GetUser: 'User'}
  const sent = (await told()).map(({operation}) => `/api/graphql ${ruleOf[operation]}`)
  await expect.poll(rules).toEqual(sent)
})

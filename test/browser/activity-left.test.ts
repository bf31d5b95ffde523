import {expect, make, where} from './fixtures'
import {openLog, resultsOf} from './log-rows'
import {test} from './shared'

const at = (path: string) => where('path', 'Equals', path)
const held = 'Applied, then aborted'

test('what a page still holds when it is left was given up, and what it has sent was not', async ({
  options,
  shop,
  site,
}) => {
  const late = ['/api/late', '/api/in-frame', '/api/later-in-frame', '/api/of-next'].map(path => ({source: at(path)}))
  await make(
    options,
    'Delay',
    late.map(pair => ({...pair, delay: 3_000})),
    {name: 'Late'},
  )
  await make(options, 'Delay', [{source: at('/api/soon'), delay: 100}], {name: 'Soon'})
  const code = (ms: number) => `async args => (await new Promise(done => setTimeout(done, ${ms})), args.body + '1')`
  const by = (path: string, ms: number) => [{source: at(path), type: 'code', value: code(ms)}]
  await make(options, 'Request', by('/api/coded', 3_000), {name: 'Slow code'})
  await make(options, 'Request', by('/api/coded-soon', 50), {name: 'Quick code'})
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: where('path', 'Contains', '/api/'), modifications: sets}], {name: 'Env'})
  await shop.reload()
  await openLog(options)
  const results = await resultsOf(options)

  const send = (paths: readonly string[], tag: string) =>
    shop.evaluate(
      async ([all, query]) => {
        for (const path of all) void fetch(`${path}?${query}`, {method: 'POST', body: 'b'}).catch(() => undefined)
        await new Promise(done => setTimeout(done, 700))
      },
      [paths, tag] as const,
    )
  const all = ['/api/late', '/api/soon', '/api/coded', '/api/coded-soon', '/api/plain']
  await send(all, 'reloaded')
  await shop.reload()
  await send(all, 'stays')
  // No page comes of either, and this one stays.
  await shop.evaluate(() => {
    location.href = '/nothing'
  })
  await expect.poll(() => site.log.filter(({path}) => path === '/api/late').length).toBe(1)
  await send(all, 'linked')
  await shop.goto(site.url('other.test', '/kept.html'))
  await send(['/api/of-next'], 'other')
  await shop.evaluate(
    async address => {
      const frame = Object.assign(document.createElement('iframe'), {src: address})
      document.body.append(frame)
      await new Promise(done => {
        frame.addEventListener('load', done)
      })
      const {fetch: inFrame} = frame.contentWindow as unknown as typeof globalThis
      void inFrame('/api/in-frame?removed')
      await new Promise(done => setTimeout(done, 500))
      frame.remove()
    },
    site.url('other.test', '/frame.html'),
  )
  await shop.close()

  const ended = (tag: string, ends: readonly string[]) => all.map((path, index) => `${path}?${tag} ${ends[index]}`)
  const left = ['Late: aborted', 'Env, Soon: Applied', 'Slow code: aborted', 'Env, Quick code: Applied', 'Env: Applied']
  const stayed = ['Env, Late: Applied', 'Env, Soon: Applied', 'Env, Slow code: Applied', ...left.slice(3)]
  const expected = [
    ...ended('reloaded', left),
    ...ended('stays', stayed),
    ...ended('linked', left),
    '/api/of-next?other Late: aborted',
    '/api/in-frame?removed Late: aborted',
  ].map(row => row.replace(': aborted', `: ${held}`))
  const told = async () => (await results()).filter(row => row.startsWith('/api/')).toSorted()
  await expect.poll(told).toEqual(expected.toSorted())
  const sent = new Set(site.log.map(({path, query}) => `${path}?${[...query.keys()].join('')}`))
  expect(expected.filter(row => row.endsWith(held)).filter(row => sent.has(row.split(' ')[0] ?? ''))).toEqual([])

  await options.getByRole('row').filter({hasText: '/api/late?linked'}).click()
  await expect(options.getByText('The page gave the request up before it was sent.')).toBeVisible()
})

test('a page or frame that waits has been given up when somebody goes elsewhere meanwhile', async ({
  options,
  shop,
  site,
}) => {
  const pages = where('path', 'Contains', '/held')
  await make(options, 'Delay', [{source: pages, delay: 2_000}], {name: 'Late'})
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: pages, modifications: sets}], {name: 'Env'})
  await openLog(options)
  const results = await resultsOf(options)
  const start = async (path: string) => {
    await shop.evaluate(address => {
      location.href = address
    }, path)
    await shop.waitForURL(/wait\.html/)
    await shop.waitForTimeout(300)
  }

  await start('/held.html?left')
  await shop.goto(site.url('shop.test'))
  await shop.evaluate(async () => {
    const frame = Object.assign(document.createElement('iframe'), {src: '/held.html?frame'})
    document.body.append(frame)
    await new Promise(done => setTimeout(done, 700))
    frame.remove()
  })
  await start('/held.html?reloaded')
  // A page that is on its way elsewhere leaves Playwright waiting for it.
  void shop.reload().catch(() => undefined)
  await shop.waitForURL(/^http.+reloaded$/)
  await start('/held.html?closed')
  await shop.close()

  const told = async () => (await results()).filter(row => row.startsWith('/held')).toSorted()
  await expect
    .poll(told)
    .toEqual([
      `/held.html?closed Late: ${held}`,
      `/held.html?frame Late: ${held}`,
      `/held.html?left Late: ${held}`,
      '/held.html?reloaded Late, Env: Applied',
    ])
  expect(site.log.filter(({path}) => path === '/held.html').map(({query}) => [...query.keys()])).toEqual([['reloaded']])
})

test('of a page that is opened again while it waits the first was given up', async ({options, shop, site}) => {
  const pages = where('path', 'Equals', '/held.html')
  await make(options, 'Delay', [{source: pages, delay: 1_500}], {name: 'Late'})
  await make(
    options,
    'Redirect',
    [{source: at('/login'), destinationType: 'url', destination: site.url('shop.test', '/held.html')}],
    {name: 'Login'},
  )
  await openLog(options)
  const results = await resultsOf(options)
  const open = async (path: string) => {
    await shop.evaluate(address => {
      location.href = address
    }, path)
    await shop.waitForURL(/wait\.html/)
    await shop.waitForTimeout(300)
  }
  const shown = async () => (await results()).filter(row => /^\/(?:held|login)/.test(row))
  await open('/held.html')
  await shop.goto(site.url('shop.test', '/held.html'))
  await expect.poll(shown).toEqual(['/held.html Late: Applied', '/held.html Late: Applied, then aborted'])
  await shop.waitForURL(/^http.+held/)
  await open('/login')
  await shop.goto(site.url('shop.test', '/held.html'))
  await expect
    .poll(async () => (await shown()).slice(0, 2))
    .toEqual(['/held.html Late: Applied', '/login Login, Late: Applied, then aborted'])
  await shop.waitForURL(/^http.+held/)
  expect(site.log.filter(({path}) => path === '/held.html')).toHaveLength(2)
})

test('what the worker of a page has answered was not given up when that is left', async ({options, shop, site}) => {
  const value = `args => args.body + '1'`
  await make(options, 'Request', [{source: at('/api/cart'), type: 'code', value}], {name: 'Code'})
  await shop.goto(site.url('127.0.0.1', '/'))
  await shop.evaluate(async () => {
    const claimed = new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done))
    await navigator.serviceWorker.register('/answers-itself.js')
    await claimed
  })
  await openLog(options)
  const results = await resultsOf(options)
  const answer = await shop.evaluate(async () => {
    const response = await fetch('/api/cart', {method: 'POST', body: 'b'})
    await new Promise(done => setTimeout(done, 1_000))
    return response.text()
  })
  expect(answer).toBe('{}')
  await shop.goto(site.url('other.test'))
  await shop.evaluate(() => fetch('/after'))
  await expect(options.getByRole('row').filter({hasText: '/after'})).toContainText('404')
  expect((await results()).filter(each => each.includes('/api/'))).toEqual([
    expect.stringMatching(/\/api\/cart Code: Applied$/),
  ])
  expect(site.log.filter(({path}) => path === '/api/cart')).toEqual([])
})

import type {Page} from '@playwright/test'
import {type Asker, deleteRules, readLibrary} from './ask'
import type {Site} from '../site/site'
import {launchWithExtension, type LaunchedExtension} from './browser'
import {expect, fetched, make, test as alone, where} from './fixtures'

type Target = {readonly targetId: string; readonly type: string; readonly url: string; readonly title: string}
type Evaluated = {readonly id: number; readonly result: {readonly result: {readonly value?: unknown}}}

const test = alone.extend({
  // oxlint-disable-next-line no-empty-pattern
  app: async ({}, use) => {
    const app = await launchWithExtension({extension: '.output/chrome-mv3', withDevTools: true})
    await use(app)
    await app.close()
  },
  // Uses the first tab. DevTools of another tab would bring it to the front when they have loaded,
  // and a hidden panel draws nothing.
  shop: async ({app, site}, use) => {
    const [page] = app.context.pages()
    if (!page) throw new Error('The browser began without a tab')
    await page.goto(site.url('shop.test'))
    await use(page)
  },
})

/** What Playwright does not show: DevTools, and what extensions have in it. */
async function targetsAround(page: Page) {
  const session = await page.context().newCDPSession(page)
  const waiting = new Map<number, (value: unknown) => void>()
  let last = 0
  session.on('Target.receivedMessageFromTarget', ({message}) => {
    const {id, result} = JSON.parse(message) as Evaluated
    waiting.get(id)?.(result.result.value)
  })
  async function find(is: (target: Target) => boolean): Promise<string> {
    let found: Target | undefined
    await expect(async () => {
      const {targetInfos} = await session.send('Target.getTargets', {filter: [{}]})
      found = targetInfos.find(is)
      expect(found).toBeDefined()
    }).toPass()
    const {sessionId} = await session.send('Target.attachToTarget', {targetId: found?.targetId ?? '', flatten: false})
    return sessionId
  }
  const run = (sessionId: string, expression: string) =>
    new Promise<unknown>(done => {
      waiting.set(++last, done)
      const params = {expression, awaitPromise: true, returnByValue: true}
      const message = JSON.stringify({id: last, method: 'Runtime.evaluate', params})
      void session.send('Target.sendMessageToTarget', {sessionId, message})
    })
  return {find, run}
}

/** The panel of DevTools around the shop, which sees its requests. */
async function openPanel({
  app,
  shop,
  site,
}: {
  readonly app: LaunchedExtension
  readonly shop: Page
  readonly site: Site
}) {
  const {find, run} = await targetsAround(shop)
  const devTools = await find(
    ({type, url, title}) => type === 'page' && url.startsWith('devtools:') && title.includes('shop.test'),
  )
  const show = `import('./ui/legacy/legacy.js').then(({InspectorView: {InspectorView}}) => {
    const view = InspectorView.instance()
    const id = view.tabbedPane.tabIds().find(each => each.endsWith('Switchyard'))
    return id && view.showPanel(id).then(() => id)
  })`
  await expect.poll(() => run(devTools, show)).toContain(app.extensionId)
  const panel = await find(({url}) => url === `chrome-extension://${app.extensionId}/panel.html`)
  const inPanel = (expression: string) => run(panel, expression)
  const text = () => inPanel('document.body.innerText')
  // Requests come from no new tab: its DevTools would hide the panel once they have loaded.
  const asker = {
    evaluate: (does: unknown, given: unknown) => inPanel(`(${String(does)})(${JSON.stringify(given)})`),
  } as Asker
  await expect.poll(text).toContain('Live')
  // Chrome begins to tell of requests a moment after it was asked to.
  await expect(async () => {
    await fetched(shop, site.url('shop.test', '/api/cart'))
    await expect.poll(text, {timeout: 2_000}).toContain('/api/cart')
  }).toPass()
  return {inPanel, text, asker}
}

const press = (selector: string, hasText: string) =>
  `[...document.querySelectorAll('${selector}')].find(({textContent}) => textContent.includes('${hasText}')).click()`

test('the DevTools panel records response bodies of its tab, also across pages', async ({app, shop, site}) => {
  const {inPanel, text, asker} = await openPanel({app, shop, site})
  // When this one is there, the body before it has been read.
  await fetched(shop, site.url('shop.test', '/api/last'))
  await expect.poll(text).toContain('/api/last')
  await shop.reload()

  const choose = (path: string) => `[...document.querySelectorAll('.activity-row')]
    .find(({textContent}) => textContent.includes('${path}')).querySelector('input').click()`
  await inPanel(choose('/api/cart'))
  await inPanel(press('button', 'Record 1 mock'))
  await expect.poll(text).toContain('1 rule added')
  const {rules} = await readLibrary(asker)
  expect(rules[0]?.rule?.pairs[0]).toMatchObject({statusCode: 200, value: expect.stringContaining('"from":"site"')})

  // If a rule replaces the body, the page reads no more of the response. That is no failure.
  await make(asker, 'Response', [{source: where('path', 'Contains', '/ruled'), type: 'static', value: '{"mock":1}'}])
  const answerOf = async (path: string) => (await fetched(shop, site.url('shop.test', path)))?.text
  await expect.poll(() => answerOf('/api/ready/ruled')).toBe('{"mock":1}')
  expect(await answerOf('/api/ruled')).toBe('{"mock":1}')
  // A page reports its actions after Chrome reports the request, which seems aborted until then.
  const row = `[...document.querySelectorAll('.activity-row')].find(row => row.innerText.includes('/api/ruled'))?.innerText`
  await expect.poll(() => inPanel(row)).toMatch(/\n200\s+\S/)
  await inPanel(choose('/api/ruled'))
  await inPanel(press('button', 'Record 1 mock'))
  await expect.poll(async () => (await readLibrary(asker)).rules.length).toBe(3)
  expect((await readLibrary(asker)).rules.map(({rule}) => rule?.pairs[0])).toContainEqual(
    expect.objectContaining({value: '{"mock":1}', statusCode: 200, serveWithoutRequest: true}),
  )

  const opening = app.context.waitForEvent('page', {predicate: page => page.url().includes('options.html')})
  await inPanel(press('.activity-row', '/api/cart'))
  await expect.poll(text).toContain('New rule')
  await inPanel(press('button', 'New rule'))
  await expect.poll(text).toContain('Response body')
  await inPanel(press('[role=menuitem]', 'Response body'))
  const editor = await opening
  await expect(editor.getByLabel('Source value')).toHaveValue(site.url('shop.test', '/api/cart'))
  await expect(editor.getByRole('textbox', {name: 'Response body', exact: true})).toContainText('"from":"site"')
})

test('the panel makes mocks from responses as the page received them', async ({app, shop, site}) => {
  const {inPanel, text, asker} = await openPanel({app, shop, site})
  // A response without a charset is recorded as the page decodes it.
  const said = 'Grüße ä € 😀'
  await fetched(shop, site.url('shop.test', `/status?is=500&says=${encodeURIComponent(said)}`))
  const row = `[...document.querySelectorAll('.activity-row')].find(({textContent}) => textContent.includes('/status'))`
  await expect.poll(() => inPanel(`${row}?.innerText`)).toContain('500')
  await inPanel(`${row}.querySelector('input').click()`)
  await inPanel(press('button', 'Record 1 mock'))
  await expect.poll(text).toContain('1 rule added')
  const {rules: recorded} = await readLibrary(asker)
  expect(recorded[0]?.rule?.pairs[0]).toMatchObject({statusCode: 500, value: said})

  await deleteRules(asker)
  const of = (value: string) => ({
    ...where('path', 'Equals', '/api/graphql'),
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value}}],
  })
  await make(asker, 'Response', [{source: of('Cart'), type: 'static', value: '{"operationName":"Mocked"}'}])
  const destination = site.url('api.test', '/api/fresh')
  await make(asker, 'Redirect', [{source: of('Old'), destinationType: 'url', destination}])
  await shop.reload()
  const operations = ['Menu', 'Cart', 'User', 'Price', 'Old', 'Promo']
  const ask = (isAtOnce: boolean) =>
    shop.evaluate(
      async ([all, atOnce]) => {
        const asked = (operationName: string) =>
          fetch('/api/graphql', {method: 'POST', body: JSON.stringify({operationName, atOnce})}).then(each =>
            each.text(),
          )
        if (atOnce) await Promise.all(all.map(asked))
        else for (const each of all) await asked(each)
      },
      [operations, isAtOnce] as const,
    )
  const rows = `[...document.querySelectorAll('.activity-row')].filter(({textContent}) => textContent.includes('/api/graphql'))`
  await ask(true)
  await ask(false)
  await expect.poll(() => inPanel(`${rows}.filter(row => row.querySelector('.activity-rules svg')).length`)).toBe(4)
  await inPanel(`${rows}.forEach(row => row.querySelector('input').click())`)
  await inPanel(press('button', 'Record 12 mocks'))
  await expect.poll(text).toContain('12 rules added')
  const {rules} = await readLibrary(asker)
  const told = rules.flatMap(({rule}) => {
    const [pair] = rule?.pairs ?? []
    if (!pair || !('serveWithoutRequest' in pair) || typeof pair.value !== 'string') return []
    const payloads = pair.source?.filters?.flatMap(({requestPayload}) => requestPayload ?? [])
    return [
      `${payloads?.find(({key}) => key === 'operationName')?.value} · ${/operationName\W+(\w+)/.exec(pair.value)?.[1]}`,
    ]
  })
  const expected = operations.map(each => `${each} · ${each === 'Cart' ? 'Mocked' : each}`)
  expect(told.toSorted()).toEqual([...expected, ...expected].toSorted())
})

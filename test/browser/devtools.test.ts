import type {Page} from '@playwright/test'
import {type Asker, readLibrary} from './ask'
import {launchWithExtension} from './browser'
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
  // The tab that is there from the start. DevTools of any other brings that one to the front when they have loaded, and a panel that
  // nobody sees draws nothing.
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

test('DevTools has the panel, which sees its tab and knows the bodies that came, also of a page that was left', async ({
  app,
  shop,
  site,
}) => {
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
  const text = () => run(panel, 'document.body.innerText')
  // No tab of its own asks: it would have DevTools, too, and they would hide the panel whenever they have loaded.
  const asker = {
    evaluate: (does: unknown, given: unknown) => run(panel, `(${String(does)})(${JSON.stringify(given)})`),
  } as Asker
  const press = (selector: string, hasText: string) =>
    `[...document.querySelectorAll('${selector}')].find(({textContent}) => textContent.includes('${hasText}')).click()`
  await expect.poll(text).toContain('Live')
  // Chrome begins to tell of requests a moment after it was asked to.
  await expect(async () => {
    await fetched(shop, site.url('shop.test', '/api/cart'))
    await expect.poll(text, {timeout: 2_000}).toContain('/api/cart')
  }).toPass()
  // When this one is there, the body before it has been read.
  await fetched(shop, site.url('shop.test', '/api/last'))
  await expect.poll(text).toContain('/api/last')
  await shop.reload()

  const choose = (path: string) => `[...document.querySelectorAll('.activity-row')]
    .find(({textContent}) => textContent.includes('${path}')).querySelector('input').click()`
  await run(panel, choose('/api/cart'))
  await run(panel, press('button', 'Record 1 mock'))
  await expect.poll(text).toContain('1 rule added')
  const {rules} = await readLibrary(asker)
  expect(rules[0]?.rule?.pairs[0]).toMatchObject({statusCode: 200, value: expect.stringContaining('"from":"site"')})

  // The page reads no more of what the server sends where a rule has another body, and that is no failure.
  await make(asker, 'Response', [{source: where('path', 'Contains', '/ruled'), type: 'static', value: '{"mock":1}'}])
  const answerOf = async (path: string) => (await fetched(shop, site.url('shop.test', path)))?.text
  await expect.poll(() => answerOf('/api/ready/ruled')).toBe('{"mock":1}')
  expect(await answerOf('/api/ruled')).toBe('{"mock":1}')
  // What a page did it tells a moment after Chrome has told of the request, which looks like one that was given up until then.
  const row = `[...document.querySelectorAll('.activity-row')].find(row => row.innerText.includes('/api/ruled'))?.innerText`
  await expect.poll(() => run(panel, row)).toContain('Applied')
  await run(panel, choose('/api/ruled'))
  await run(panel, press('button', 'Record 1 mock'))
  await expect.poll(async () => (await readLibrary(asker)).rules.length).toBe(3)
  expect((await readLibrary(asker)).rules.map(({rule}) => rule?.pairs[0])).toContainEqual(
    expect.objectContaining({value: '{"mock":1}', statusCode: 200, serveWithoutRequest: true}),
  )

  const opening = app.context.waitForEvent('page', {predicate: page => page.url().includes('options.html')})
  await run(panel, press('.activity-row', '/api/cart'))
  await expect.poll(text).toContain('New rule')
  await run(panel, press('button', 'New rule'))
  await expect.poll(text).toContain('Response body')
  await run(panel, press('[role=menuitem]', 'Response body'))
  const editor = await opening
  await expect(editor.getByLabel('Source value')).toHaveValue(site.url('shop.test', '/api/cart'))
  await expect(editor.getByRole('textbox', {name: 'Response body', exact: true})).toContainText('"from":"site"')
})

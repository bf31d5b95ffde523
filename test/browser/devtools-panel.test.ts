import type {Page} from '@playwright/test'
import type {LaunchedExtension} from './browser'
import {readLibrary} from './ask'
import {expect, fetched} from './fixtures'
import {test} from './shared'

/** The panel in a tab, which has no DevTools: the test provides what they record. */
async function openPanel(app: LaunchedExtension, inspected: Page): Promise<Page> {
  const wait = await app.open('delay-page.html')
  const tabId = await wait.evaluate<number>(
    `chrome.tabs.query({}).then(all => all.find(({url}) => url === ${JSON.stringify(inspected.url())}).id)`,
  )
  await wait.close()
  const panel = await app.context.newPage()
  await panel.addInitScript(`
    const listeners = new Set()
    globalThis.finish = (har, text) =>
      listeners.forEach(hear => hear(Object.assign(Object.create({getContent: answer => answer(text, '')}), har)))
    chrome.devtools = {
      inspectedWindow: {tabId: ${tabId}},
      network: {onRequestFinished: {addListener: hear => listeners.add(hear), removeListener: hear => listeners.delete(hear)}},
      panels: {create() {}},
    }`)
  await panel.goto(`chrome-extension://${app.extensionId}/panel.html`)
  await expect(panel.getByText('Live', {exact: true})).toBeVisible()
  return panel
}

test('the panel mocks the chosen requests, and one Undo removes the mocks', async ({app, shop, site}) => {
  const panel = await openPanel(app, shop)
  const finish = (path: string, text: string) =>
    panel.evaluate(
      `finish(${JSON.stringify({
        startedDateTime: new Date().toISOString(),
        request: {method: 'GET', url: site.url('shop.test', path), headers: []},
        response: {
          status: 201,
          statusText: 'Created',
          headers: [{name: 'X-Trace', value: '7'}],
          content: {size: 9, mimeType: 'application/json'},
        },
      })}, ${JSON.stringify(text)})`,
    )
  for (const path of ['/api/one', '/api/two']) {
    await fetched(shop, site.url('shop.test', path))
    await finish(path, JSON.stringify({path}))
  }
  const row = (path: string) => panel.getByRole('treegrid').getByRole('row').filter({hasText: path})
  await row('/api/one').getByRole('checkbox').check()
  await row('/api/two').getByRole('checkbox').check()
  await panel.getByRole('button', {name: 'Record 2 mocks'}).click()
  await expect(panel.getByText('2 rules added')).toBeVisible()
  await shop.reload()
  expect(await fetched(shop, site.url('shop.test', '/api/two'))).toMatchObject({
    status: 201,
    text: '{"path":"/api/two"}',
    headers: {'content-type': 'application/json', 'x-trace': '7'},
  })
  await panel.getByRole('button', {name: 'Undo'}).click()
  await expect.poll(async () => (await readLibrary(panel)).rules).toEqual([])
})

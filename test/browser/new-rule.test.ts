import {readLibrary} from './ask'
import {expect, fetched} from './fixtures'
import {test} from './shared'

type Menus = {
  update(id: string, changes: object): Promise<void>
  create(item: object, done: () => void): void
  readonly onClicked: {dispatch(clicked: object): void}
}
type Chrome = {readonly contextMenus: Menus; readonly runtime: {readonly lastError?: {readonly message: string}}}

test('the context menu of a link opens a prefilled rule that works once saved', async ({app, options, shop, site}) => {
  const url = site.url('shop.test', '/v1/cart')
  // Which wakes the worker.
  await readLibrary(options)
  const worker = await app.worker()
  const opened = app.context.waitForEvent('page')
  const twice = await worker.evaluate(async linkUrl => {
    const {contextMenus, runtime} = (globalThis as unknown as {readonly chrome: Chrome}).chrome
    await Promise.all(['pageUrl', 'srcUrl', 'linkUrl'].map(id => contextMenus.update(id, {})))
    contextMenus.onClicked.dispatch({menuItemId: 'linkUrl', linkUrl, pageUrl: 'https://elsewhere.test/'})
    return new Promise(done =>
      contextMenus.create({id: 'linkUrl', title: 'again'}, () => done(runtime.lastError?.message)),
    )
  }, `${url}#top`)
  // There is one of it, and no other can be made.
  expect(twice).toContain('duplicate id linkUrl')
  const page = await opened
  await page.getByRole('link', {name: /^Mock an API/}).click()
  await expect(page.getByLabel('Source value')).toHaveValue(url)
  expect((await readLibrary(page)).rules).toEqual([])
  await page.getByRole('button', {name: 'Save'}).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await shop.bringToFront()
  expect(JSON.parse((await fetched(shop, url))?.text ?? '')).toEqual({items: []})
  expect(site.log).toEqual([])
})

import type {Page} from '@playwright/test'
import {line, openAbout} from './about-tab'
import {ask, deleteRules} from './ask'
import {expect, fetched, make, test, where} from './fixtures'

// Each test has its own browser and opens the popup fewer than ten times, due to Chrome's quota.

const headers = (...names: string[]) => names.map(header => ({header, type: 'Modify', value: 'staging'}))
const applied = (popup: Page) => popup.getByRole('region', {name: 'Applied on this tab'})

/** Adds an element to the page and waits until it has loaded or failed. */
const load = (page: Page, name: 'script' | 'link' | 'iframe', attributes: object) =>
  page.evaluate(
    ([tag, given]) =>
      new Promise(onload => {
        const element = Object.assign(document.createElement(tag), given, {onload, onerror: onload})
        document.documentElement.append(element)
      }),
    [name, attributes] as const,
  )

test('the popup counts applied rules and says why others did nothing', async ({app, quiet, shop, site}) => {
  const {id: groupId} = await ask(quiet, 'group.create', {payload: {name: 'Checkout'}})
  const onShop = {source: where('host', 'Equals', 'shop.test')}
  await make(quiet, 'Headers', [{...onShop, modifications: headers('Authorization', 'X-Env')}], {
    name: 'Staging auth token',
    groupId,
  })
  await make(quiet, 'Cancel', [{source: where('path', 'Equals', '/gone')}], {name: 'No such thing', groupId})
  await make(quiet, 'Delay', [{source: where('path', 'Contains', '/payment'), delay: 500}], {name: 'Slow payment'})
  await make(quiet, 'Cancel', [{source: where('host', 'Equals', 'news.test')}], {name: 'No news'})
  for (let times = 0; times < 3; times++) await fetched(shop, site.url('shop.test', '/echo'))
  await fetched(shop, site.url('shop.test', '/gone'))
  const other = await app.context.newPage()
  await other.goto(site.url('other.test'))

  const popup = await openAbout(app, shop)
  await expect(applied(popup).getByRole('switch')).toHaveCount(2)
  await expect(line(popup, 'Staging auth token')).toContainText('3 requests · sets Authorization, X-Env')
  await expect(line(popup, 'No such thing')).toContainText('1 request · stops it')
  await expect(applied(popup)).toContainText('shop.test')
  await expect(line(popup, 'Slow payment')).toContainText('No request matching /payment on this page')
  await expect(popup.getByRole('button', {name: '1 rule is on but did nothing here'})).toBeVisible()
  await expect(popup.getByRole('switch', {name: 'No news'})).toHaveCount(1)
  await expect(popup.getByRole('button', {name: 'Checkout 2 of 2 on, 2 listed above'})).toBeVisible()
  // Another tab has no applied rules.
  const elsewhere = await openAbout(app, other)
  await expect(elsewhere.getByText('other.test')).toBeVisible()
  await expect(applied(elsewhere).getByRole('switch')).toHaveCount(0)
  await elsewhere.close()

  // Reasons from the requests of the page.
  await deleteRules(quiet)
  const onApi = {source: where('host', 'Equals', 'api.shop.test')}
  await make(quiet, 'Delay', [{...onApi, delay: 500}], {name: 'Slow'})
  await make(quiet, 'Replace', [{...onApi, from: 'v9', to: 'v2'}], {name: 'Newer'})
  await make(quiet, 'QueryParam', [{...onApi, modifications: [{param: 'utm', type: 'Remove'}]}], {name: 'No traces'})
  await make(quiet, 'Cancel', [{source: where('host', 'Equals', 'cdn.shop.test')}], {name: 'No CDN'})
  await shop.reload()
  site.clear()
  await load(shop, 'script', {src: site.url('api.shop.test', '/a.js')})
  expect(site.log.map(({host, path}) => `${host}${path}`)).toContainEqual(
    expect.stringMatching(/^api\.shop\.test.*\/a\.js$/),
  )
  await load(shop, 'link', {rel: 'stylesheet', href: site.url('fonts.shop.test', '/css2?family=Roboto')})
  const onFonts = {...where('host', 'Equals', 'fonts.shop.test'), filters: [{resourceType: ['stylesheet']}]}
  await make(quiet, 'Cancel', [{source: onFonts}], {name: 'No fonts'})
  await popup.reload()
  await expect(line(popup, 'No fonts')).toContainText('Not known: open Activity to check')
  await expect(line(popup, 'Slow')).toContainText('No request of its type on this page')
  await expect(line(popup, 'Newer')).toContainText('Nothing to change in the URL')
  await expect(line(popup, 'No traces')).toContainText('Nothing to change in the URL')
  await expect(line(popup, 'No CDN')).toContainText('No request to cdn.shop.test on this page')

  // Rules with matching requests are listed before the others.
  await deleteRules(quiet)
  for (const path of ['/a', '/b', '/c', '/d', '/e', '/f'])
    await make(quiet, 'Cancel', [{source: where('path', 'Equals', path)}], {name: `No ${path}`})
  const body = {type: 'static', value: '{}', serveWithoutRequest: true, statusCode: 404}
  await make(quiet, 'Cancel', [onApi], {name: 'API down'})
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/v1/cart'), ...body}], {name: 'Cart mock'})
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/page'), ...body}], {name: 'Page mock'})
  await shop.goto(site.url('shop.test', '/page'))
  await fetched(shop, site.url('api.shop.test', '/v1/cart'))
  await popup.reload()
  await expect(line(popup, 'API down')).toContainText('1 request')
  await expect(line(popup, 'Cart mock')).toContainText('Overridden by “API down”')
  await expect(line(popup, 'Page mock')).toContainText('No request of its type on this page')
  await expect(line(popup, 'No /c')).toContainText('No request to /c on this page')
  await expect(line(popup, 'No /d')).toContainText('When path equals /d')

  // The lower of two User agent rules for one site is overridden.
  await deleteRules(quiet)
  await make(quiet, 'UserAgent', [{...onShop, userAgent: 'One/1.0'}], {name: 'One'})
  await make(quiet, 'UserAgent', [{...onShop, userAgent: 'Two/1.0'}], {name: 'Two'})
  await shop.goto(site.url('shop.test', '/echo'))
  expect(site.requests(({path}) => path === '/echo').at(-1)?.headers['user-agent']).toBe('One/1.0')
  await popup.reload()
  await expect(line(popup, 'One')).toContainText('as One/1.0')
  await expect(line(popup, 'Two')).toContainText('Overridden by “One”')
})

test('an open popup follows its tab to browser, mocked and error pages', async ({app, quiet, shop, site}) => {
  const onShop = where('host', 'Equals', 'shop.test')
  await make(quiet, 'Headers', [{source: onShop, modifications: headers('X-Env')}], {name: 'Env'})
  const body = {type: 'static', value: '<h1>mock</h1>', serveWithoutRequest: true, statusCode: 200}
  await make(
    quiet,
    'Response',
    [{source: where('path', 'Equals', '/mock.html', {resourceType: ['main_frame']}), ...body}],
    {name: 'Mock page'},
  )
  await make(quiet, 'Cancel', [{source: where('path', 'Equals', '/app/gone')}], {name: 'Gone'})
  await fetched(shop, site.url('shop.test', '/echo'))
  const popup = await openAbout(app, shop)
  const restricted = popup.getByText('Browser pages cannot be changed.')
  await expect(line(popup, 'Env')).toContainText('1 request')
  await shop.goto('chrome://version/')
  await expect(restricted).toBeVisible()
  await expect(applied(popup)).toHaveCount(0)
  await shop.goto(site.url('other.test'))
  await expect(applied(popup).getByText('other.test')).toBeVisible()
  await expect(applied(popup).getByRole('switch')).toHaveCount(0)
  await expect(restricted).toHaveCount(0)
  await shop.goto(site.url('shop.test', '/mock.html'))
  await expect(shop.getByRole('heading', {name: 'mock'})).toBeVisible()
  await expect(line(popup, 'Mock page')).toContainText('1 request')
  await expect(restricted).toHaveCount(0)

  const fail = async (path: string) => {
    await expect(shop.goto(site.url('shop.test', path))).rejects.toThrow()
    await shop.waitForURL('chrome-error://chromewebdata/')
    await popup.reload()
  }
  // Chrome has an error page of its own for an error without a body.
  await fail('/status?is=404&says=')
  await expect(line(popup, 'Env')).toContainText('1 request · sets X-Env')
  await fail('/app/gone')
  await expect(line(popup, 'Gone')).toContainText('1 request · stops it')
})

test('the popup counts requests of frames, scripts and merged rules', async ({app, quiet, shop, site}) => {
  await make(quiet, 'Cancel', [{source: where('path', 'Matches', String.raw`/^\/echo\/embed\/(?!ok)/`)}], {
    name: 'Stopper',
  })
  const goTo = (value: string, name: string) =>
    make(
      quiet,
      'Redirect',
      [{source: where('path', 'Contains', value), destinationType: 'url', destination: site.url('shop.test', '/echo')}],
      {name},
    )
  await goTo('/cart', 'Upper')
  await goTo('/cart/items', 'Lower')
  await load(shop, 'iframe', {src: site.url('shop.test', '/echo/embed/ad')})
  await expect(shop.frameLocator('iframe').getByText('stopped')).toBeVisible()
  // Reasons are given while a frame is still loading.
  await shop.evaluate(
    src => {
      document.body.append(Object.assign(document.createElement('iframe'), {src}))
    },
    site.url('shop.test', '/slow?ms=60000'),
  )
  await fetched(shop, site.url('shop.test', '/cart/items'))
  const popup = await openAbout(app, shop)
  await expect(applied(popup).getByRole('switch', {name: 'Stopper', exact: true})).toBeVisible()
  await expect(line(popup, 'Stopper')).toContainText('1 request')
  await expect(line(popup, 'Lower')).toContainText('Overridden by “Upper”')
  // A frame that is gone no longer counts.
  await shop.reload()
  await popup.reload()
  await expect(line(popup, 'Stopper')).toContainText('Works in part')
  await expect(line(popup, 'Stopper')).not.toContainText('request')

  // Simultaneous requests are counted one by one across conditions.
  await deleteRules(quiet)
  const inPath = (value: string) => ({source: where('path', 'Contains', value)})
  const destination = site.url('cdn.test', '/x.js')
  const paths = ['/one/', '/two/', '/three/']
  const stops = [{source: where('host', 'Equals', 'stats.test')}, inPath('/ads/'), inPath('/px/')]
  const redirects = paths.map(path => ({...inPath(path), destinationType: 'url', destination}))
  const sets = (path: string, name: string) => ({...inPath(path), modifications: headers(name)})
  await make(quiet, 'Cancel', stops, {name: 'Stops'})
  await make(quiet, 'Redirect', redirects, {name: 'Redirects'})
  await make(quiet, 'Headers', [sets('/a/', 'X-A'), sets('/b/', 'X-B')], {name: 'Sets'})
  await shop.goto(site.url('shop.test', '/page.html'))
  const stopped = [site.url('stats.test', '/s.js'), '/ads/s.js', '/px/s.js']
  const urls = [...stopped, ...paths.map(path => `${path}s.js`), '/a/s.js', '/b/s.js']
  await Promise.all([...urls, ...urls.map(url => `${url}?again`)].map(src => load(shop, 'script', {src})))
  await popup.reload()
  await expect(line(popup, 'Stops')).toContainText('6 requests · stops it')
  // Chrome reports conditions, not requests.
  await expect(line(popup, 'Redirects')).toContainText('Applied · to cdn.test')
  await expect(line(popup, 'Sets')).toContainText('Applied · sets X-A')
  expect(site.log.filter(({host}) => host === 'cdn.test')).toHaveLength(6)

  // Query rules that are merged into one browser rule both count.
  await deleteRules(quiet)
  const source = where('url', 'Contains', 'shop.test')
  const adds = (param: string) => [{source, modifications: [{param, type: 'Add', value: '1'}]}]
  await make(quiet, 'QueryParam', adds('a'), {name: 'Adds a'})
  await make(quiet, 'QueryParam', adds('b'), {name: 'Adds b'})
  await shop.reload()
  await fetched(shop, site.url('shop.test', '/echo'))
  await popup.reload()
  await expect(applied(popup).getByRole('switch')).toHaveCount(2)
})

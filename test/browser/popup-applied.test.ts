import {line, openAbout, openAboutTab, tabOf} from './about-tab'
import {ask} from './ask'
import {expect, fetched, make, test, where} from './fixtures'

const headers = (...names: string[]) => names.map(header => ({header, type: 'Modify', value: 'staging'}))

test('the popup counts applied rules and says why others did nothing', async ({app, options, shop, site}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const onShop = {source: where('host', 'Equals', 'shop.test')}
  await make(options, 'Headers', [{...onShop, modifications: headers('Authorization', 'X-Env')}], {
    name: 'Staging auth token',
    groupId,
  })
  await make(options, 'Cancel', [{source: where('path', 'Equals', '/gone')}], {name: 'No such thing', groupId})
  await make(options, 'Delay', [{source: where('path', 'Contains', '/payment'), delay: 500}], {name: 'Slow payment'})
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'news.test')}], {name: 'No news'})
  for (let times = 0; times < 3; times++) await fetched(shop, site.url('shop.test', '/echo'))
  await fetched(shop, site.url('shop.test', '/gone'))
  const other = await app.context.newPage()
  await other.goto(site.url('other.test'))

  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'})
  await expect(acted.getByRole('switch')).toHaveCount(2)
  await expect(line(popup, 'Staging auth token')).toContainText('3 requests · sets Authorization, X-Env')
  await expect(line(popup, 'No such thing')).toContainText('1 request · stops it')
  await expect(acted).toContainText('shop.test')
  await expect(line(popup, 'Slow payment')).toContainText('No request matching /payment on this page')
  await expect(popup.getByRole('button', {name: '1 rule is on but did nothing here'})).toBeVisible()
  await expect(popup.getByRole('switch', {name: 'No news'})).toHaveCount(1)
  await expect(popup.getByRole('button', {name: 'Checkout 2 of 2 on, 2 listed above'})).toBeVisible()

  // Turned off it keeps its place, and another tab was never concerned.
  await popup.getByRole('switch', {name: 'Staging auth token'}).click()
  await expect(popup.getByRole('switch', {name: 'Staging auth token'})).not.toBeChecked()
  await expect(acted.getByRole('switch')).toHaveCount(2)
  const elsewhere = await openAbout(app, other)
  await expect(elsewhere.getByText('other.test')).toBeVisible()
  await expect(elsewhere.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch')).toHaveCount(0)
})

test('an open popup says when its tab moves to a browser page', async ({app, options, shop, site}) => {
  const onShop = where('host', 'Equals', 'shop.test')
  await make(options, 'Headers', [{source: onShop, modifications: headers('X-Env')}], {name: 'Env'})
  await fetched(shop, site.url('shop.test', '/echo'))
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Env')).toContainText('1 request')
  await shop.goto('chrome://version/')
  await expect(popup.getByText('Browser pages cannot be changed.')).toBeVisible()
  await expect(popup.getByRole('region', {name: 'Applied on this tab'})).toHaveCount(0)
  await shop.goto(site.url('other.test'))
  await expect(popup.getByText('other.test')).toBeVisible()
  await expect(popup.getByText('Browser pages cannot be changed.')).toHaveCount(0)
})

test('a page mocked by a rule shows that the rule applied', async ({app, options, shop, site}) => {
  const source = where('path', 'Equals', '/mock.html')
  const body = {type: 'static', value: '<h1>mock</h1>', serveWithoutRequest: true, statusCode: 200}
  await make(options, 'Response', [{source, ...body}], {name: 'Mock page'})
  const popup = await openAbout(app, shop)
  await expect(popup.getByText('shop.test', {exact: true})).toBeVisible()
  await shop.goto(site.url('shop.test', '/mock.html'))
  await expect(shop.getByRole('heading', {name: 'mock'})).toBeVisible()
  await expect(line(popup, 'Mock page')).toContainText('1 request')
  await expect(popup.getByText('Browser pages cannot be changed.')).toHaveCount(0)
  // So often that Chrome is not asked each time.
  for (let times = 0; times < 12; times++) {
    await popup.reload()
    await expect(popup.getByRole('region', {name: 'Applied on this tab'})).toBeVisible()
  }
  await expect(popup.getByText('Some results are missing')).toBeVisible()
  await expect(popup.getByText('Browser pages cannot be changed.')).toHaveCount(0)
})

test('rules with matching requests are listed before the others', async ({app, options, shop, site}) => {
  for (const path of ['/a', '/b', '/c', '/d', '/e', '/f'])
    await make(options, 'Cancel', [{source: where('path', 'Equals', path)}], {name: `No ${path}`})
  const body = {type: 'static', value: '{}', serveWithoutRequest: true}
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'api.shop.test')}], {name: 'API down'})
  await make(options, 'Response', [{source: where('path', 'Equals', '/v1/cart'), ...body, statusCode: 404}], {
    name: 'Cart mock',
  })
  await make(options, 'Response', [{source: where('path', 'Equals', '/page'), ...body, statusCode: 404}], {
    name: 'Page mock',
  })
  await shop.goto(site.url('shop.test', '/page'))
  await fetched(shop, site.url('api.shop.test', '/v1/cart'))
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'API down')).toContainText('1 request')
  await expect(line(popup, 'Cart mock')).toContainText('Overridden by “API down”')
  await expect(line(popup, 'Page mock')).toContainText('No request of its type on this page')
  await expect(line(popup, 'No /c')).toContainText('No request to /c on this page')
  await expect(line(popup, 'No /d')).toContainText('When path equals /d')
})

test('the popup says why a rule did not apply to the page’s requests', async ({app, options, shop, site}) => {
  const onApi = {source: where('host', 'Equals', 'api.shop.test')}
  await make(options, 'Delay', [{...onApi, delay: 500}], {name: 'Slow'})
  await make(options, 'Replace', [{...onApi, from: 'v9', to: 'v2'}], {name: 'Newer'})
  await make(options, 'QueryParam', [{...onApi, modifications: [{param: 'utm', type: 'Remove'}]}], {name: 'No traces'})
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'cdn.shop.test')}], {name: 'No CDN'})
  await shop.evaluate(
    src =>
      new Promise(loaded => {
        const script = document.createElement('script')
        Object.assign(script, {src, onload: loaded, onerror: loaded})
        document.head.append(script)
      }),
    site.url('api.shop.test', '/a.js'),
  )
  expect(site.log.map(({host, path}) => `${host}${path}`)).toContainEqual(
    expect.stringMatching(/^api\.shop\.test.*\/a\.js$/),
  )
  await shop.evaluate(
    href =>
      new Promise(loaded => {
        const style = document.createElement('link')
        Object.assign(style, {rel: 'stylesheet', href, onload: loaded, onerror: loaded})
        document.head.append(style)
      }),
    site.url('fonts.shop.test', '/css2?family=Roboto'),
  )
  const onFonts = {...where('host', 'Equals', 'fonts.shop.test'), filters: [{resourceType: ['stylesheet']}]}
  await make(options, 'Cancel', [{source: onFonts}], {name: 'No fonts'})
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'No fonts')).toContainText('Not known: open Activity to check')
  await expect(line(popup, 'Slow')).toContainText('No request of its type on this page')
  await expect(line(popup, 'Newer')).toContainText('Nothing to change in the URL')
  await expect(line(popup, 'No traces')).toContainText('Nothing to change in the URL')
  await expect(line(popup, 'No CDN')).toContainText('No request to cdn.shop.test on this page')
})

test('the popup gives reasons while a frame is still loading', async ({app, options, shop, site}) => {
  const goTo = (value: string, name: string) =>
    make(
      options,
      'Redirect',
      [{source: where('path', 'Contains', value), destinationType: 'url', destination: site.url('shop.test', '/echo')}],
      {name},
    )
  await goTo('/cart', 'Upper')
  await goTo('/cart/items', 'Lower')
  await shop.evaluate(
    src => {
      document.body.append(Object.assign(document.createElement('iframe'), {src}))
    },
    site.url('shop.test', '/slow?ms=60000'),
  )
  await fetched(shop, site.url('shop.test', '/cart/items'))
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Lower')).toContainText('Overridden by “Upper”')
})

test('a frame cancelled by a fallback regex is counted', async ({app, options, shop, site}) => {
  await make(options, 'Cancel', [{source: where('path', 'Matches', String.raw`/^\/echo\/embed\/(?!ok)/`)}], {
    name: 'Stopper',
  })
  await shop.evaluate(
    src => {
      document.body.append(Object.assign(document.createElement('iframe'), {src}))
    },
    site.url('shop.test', '/echo/embed/ad'),
  )
  await expect(shop.frameLocator('iframe').getByText('stopped')).toBeVisible()
  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'})
  await expect(acted.getByRole('switch', {name: 'Stopper', exact: true})).toBeVisible()
  await expect(line(popup, 'Stopper')).toContainText('1 request')
  // Not what was done in a frame that is gone.
  await shop.reload()
  const anew = await openAbout(app, shop)
  await expect(line(anew, 'Stopper')).toContainText('Works in part')
  await expect(line(anew, 'Stopper')).not.toContainText('request')
})

test('simultaneous requests are counted one by one across conditions', async ({app, options, shop, site}) => {
  const inPath = (value: string) => ({source: where('path', 'Contains', value)})
  const leads = (value: string) => ({
    ...inPath(value),
    destinationType: 'url',
    destination: site.url('cdn.test', '/x.js'),
  })
  const sets = (value: string, ...names: string[]) => ({...inPath(value), modifications: headers(...names)})
  const conditions = ['/one/', '/two/', '/three/']
  await make(options, 'Cancel', [{source: where('host', 'Equals', 'stats.test')}, inPath('/ads/'), inPath('/px/')], {
    name: 'Stops',
  })
  await make(options, 'Redirect', conditions.map(leads), {name: 'Leads'})
  await make(options, 'Headers', [sets('/a/', 'X-A'), sets('/b/', 'X-B')], {name: 'Sets'})
  await shop.goto(site.url('shop.test', '/page.html'))
  const stopped = [site.url('stats.test', '/s.js'), '/ads/s.js', '/px/s.js']
  const asked = [...stopped, ...conditions.map(each => `${each}s.js`), '/a/s.js', '/b/s.js']
  await shop.evaluate(async addresses => {
    const ends = [...addresses, ...addresses.map(each => `${each}?again`)].map(address => {
      const script = Object.assign(document.createElement('script'), {src: address})
      document.head.append(script)
      return new Promise(done => {
        for (const each of ['load', 'error']) script.addEventListener(each, done)
      })
    })
    await Promise.all(ends)
  }, asked)
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Stops')).toContainText('6 requests · stops it')
  // Chrome reports conditions, not requests.
  await expect(line(popup, 'Leads')).toContainText('Applied · to cdn.test')
  await expect(line(popup, 'Sets')).toContainText('Applied · sets X-A')
  expect(site.log.filter(({host}) => host === 'cdn.test')).toHaveLength(6)
})

test('merged query rules both count as applied', async ({app, options, shop, site}) => {
  const source = where('url', 'Contains', 'shop.test')
  const adds = (param: string) => [{source, modifications: [{param, type: 'Add', value: '1'}]}]
  await make(options, 'QueryParam', adds('a'), {name: 'Adds a'})
  await make(options, 'QueryParam', adds('b'), {name: 'Adds b'})
  await fetched(shop, site.url('shop.test', '/echo'))
  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'})
  await expect(acted.getByRole('switch')).toHaveCount(2)
})

test('a rule deleted elsewhere leaves the popup, and the next one gets focus', async ({app, options, shop}) => {
  const cancel = [{source: where('host', 'Equals', 'news.test')}]
  const id = await make(options, 'Cancel', cancel, {name: 'First'})
  await make(options, 'Cancel', cancel, {name: 'Second'})
  const popup = await openAbout(app, shop)
  await popup.getByRole('switch', {name: 'First'}).focus()
  await ask(options, 'rules.delete', {ids: [id]})
  await expect(popup.getByRole('switch', {name: 'First'})).toHaveCount(0)
  await expect(popup.getByRole('switch', {name: 'Second'})).toBeFocused()
})

test('the popup works with the keyboard alone', async ({app, options, shop}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const cancel = [{source: where('host', 'Equals', 'news.test')}]
  for (const name of ['One', 'Two', 'Three']) await make(options, 'Cancel', cancel, {name, groupId})
  await make(options, 'Cancel', cancel, {name: 'Loose'})
  const popup = await openAbout(app, shop)
  const rule = (name: string) => popup.getByRole('switch', {name, exact: true})
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => popup.keyboard.press(key)), Promise.resolve())
  await expect(rule('One')).toBeVisible()

  // From the search field into the rows, and back.
  await press('ArrowDown')
  await expect(popup.getByRole('switch', {name: 'Group Checkout'})).toBeFocused()
  await press('ArrowUp')
  await expect(popup.getByRole('searchbox')).toBeFocused()
  await press('ArrowDown', 'j')
  await expect(rule('One')).toBeFocused()
  await press('Space')
  await expect(rule('One')).not.toBeChecked()
  await press('Control+z')
  await expect(rule('One')).toBeChecked()

  // The group from within: close it, open it, go back in.
  await press('ArrowDown', 'ArrowLeft')
  await expect(popup.getByRole('switch', {name: 'Group Checkout'})).toBeFocused()
  await press('ArrowLeft')
  await expect(rule('Two')).toHaveCount(0)
  await press('ArrowRight', 'ArrowRight')
  await expect(rule('One')).toBeFocused()

  // A pinned rule takes the focus along.
  await press('p')
  await expect(popup.getByRole('region', {name: 'Pinned'}).getByRole('switch')).toHaveCount(1)
  await expect(rule('One')).toBeFocused()
  await press('d')
  await expect(popup.getByRole('status').filter({hasText: 'duplicated'})).toHaveText(
    '“One” duplicated. The copy is switched off.',
  )
  await expect(rule('One copy')).not.toBeChecked()
  await press('Delete')
  await expect(rule('One')).toHaveCount(0)
  await expect(popup.getByRole('switch', {name: 'Group Checkout'})).toBeFocused()
  await press('Control+z')
  await expect(popup.getByRole('region', {name: 'Pinned'}).getByRole('switch')).toHaveCount(1)

  // The menu of a row has a key, too, and gives the focus back.
  await press('ArrowDown', 'Shift+F10')
  await expect(popup.getByRole('menuitem')).toHaveText([/^Edit/, /^Duplicate/, /^Pin/, /^Delete/])
  await press('Escape')
  await expect(rule('One copy')).toBeFocused()

  // One tab stop for each section: Rules on, search, New rule, Pinned, Groups, the foot.
  await press('/')
  await expect(popup.getByRole('searchbox')).toBeFocused()
  await press('Tab', 'Tab')
  await expect(popup.getByRole('region').locator(':focus')).toHaveCount(1)

  // The search: into the results, clear, and what is found is bold.
  await press('/')
  await popup.keyboard.type('two')
  await expect(popup.getByRole('region', {name: '1 rule'})).toBeVisible()
  await expect(popup.locator('.popup-row b')).toHaveText('Two')
  await press('ArrowDown')
  await expect(rule('Two')).toBeFocused()
  await press('Space')
  await expect(rule('Two')).not.toBeChecked()
  await press('Escape')
  await expect(popup.getByRole('searchbox')).toBeFocused()
  await expect(popup.getByRole('searchbox')).toHaveValue('')

  await press('ArrowDown')
  await expect(rule('One')).toBeFocused()
  const opened = app.context.waitForEvent('page')
  await press('Enter').catch(() => undefined)
  await expect((await opened).getByRole('heading', {level: 1})).toBeVisible()
})

test('a popup that stays open follows its tab', async ({app, options, shop, site}) => {
  await make(options, 'Cancel', [{source: where('path', 'Equals', '/api/items')}], {name: 'No items'})
  await shop.evaluate(url => fetch(url).catch(() => undefined), site.url('shop.test', '/api/items'))
  const popup = await openAbout(app, shop)
  const here = popup.getByRole('region', {name: 'Applied on this tab'})
  await expect(here.getByText('shop.test')).toBeVisible()
  await expect(here.getByRole('switch')).toHaveCount(1)
  await shop.goto(site.url('other.test'))
  await expect(here.getByText('other.test')).toBeVisible()
  await expect(here.getByRole('switch')).toHaveCount(0)
})

test('the popup shows the applied rules on an error page', async ({app, options, shop, site}) => {
  const onShop = {source: where('host', 'Equals', 'shop.test')}
  await make(options, 'Headers', [{...onShop, modifications: headers('X-Env')}], {name: 'Env'})
  const tab = await tabOf(app, shop)
  const fails = async (path: string) => {
    await expect(shop.goto(site.url('shop.test', path))).rejects.toThrow()
    await shop.waitForURL('chrome-error://chromewebdata/')
  }
  // Chrome has a page of its own for an error without a text.
  await fails('/status?is=404&says=')
  const empty = await openAboutTab(app, tab)
  await expect(line(empty, 'Env')).toContainText('1 request · sets X-Env')
  await empty.close()

  await make(options, 'Cancel', [{source: where('path', 'Equals', '/app/gone')}], {name: 'Gone'})
  await fails('/app/gone')
  const stopped = await openAboutTab(app, tab)
  await expect(line(stopped, 'Gone')).toContainText('1 request · stops it')
})

test('the lower of two User agent rules for one site is overridden', async ({app, options, shop, site}) => {
  const onShop = {source: where('host', 'Equals', 'shop.test')}
  await make(options, 'UserAgent', [{...onShop, userAgent: 'One/1.0'}], {name: 'One'})
  await make(options, 'UserAgent', [{...onShop, userAgent: 'Two/1.0'}], {name: 'Two'})
  await shop.goto(site.url('shop.test', '/echo'))
  expect(site.requests(({path}) => path === '/echo').at(-1)?.headers['user-agent']).toBe('One/1.0')
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'One')).toContainText('as One/1.0')
  await expect(line(popup, 'Two')).toContainText('Overridden by “One”')
})

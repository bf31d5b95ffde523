import {line, openAbout} from './about-tab'
import {expect, fetched} from './fixtures'
import {addFilter, change, condition, done, field, moveUp, openForm, save, source} from './form'
import {row as ruleRow} from './rules-in-list'
import {test} from './shared'

test('a Redirect inserts wildcard captures, only for the filtered methods', async ({options, shop, site}) => {
  await options.bringToFront()
  // The first rule is made from a tile of the empty list.
  await options.getByRole('link', {name: 'Redirect'}).click()
  const form = condition(options)
  await source(form, 'URL', 'matches wildcard', 'http://shop.test:*/v1/*.json')
  await field(form, 'Destination').fill(site.url('api.test', '/api/$2?port=$1'))
  await expect(form.getByText('$2 second *')).toBeVisible()
  const methods = await addFilter(form, 'Method')
  await field(methods, 'GET').check()
  await done(methods)
  await expect(form.getByRole('button', {name: 'Method GET', exact: true})).toBeVisible()
  await save(options)

  await fetched(shop, site.url('shop.test', '/v1/cart/items.json'))
  await fetched(shop, site.url('shop.test', '/v1/cart/items.json'), {method: 'POST', body: '{}'})
  expect(site.log.map(({method, url}) => `${method} ${url}`)).toEqual([
    `GET ${site.url('api.test', `/api/cart/items?port=${site.port}`)}`,
    `POST ${site.url('shop.test', '/v1/cart/items.json')}`,
  ])
})

test('a Redirect answers with a file that was picked in the form', async ({options, shop, site}) => {
  await openForm(options, 'Redirect')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/config.js')
  await field(form, 'Destination type').selectOption('Picked file or mock')
  await field(form, 'Choose file').setInputFiles({
    name: 'local.js',
    mimeType: 'text/javascript',
    buffer: Buffer.from('window.config = "lokal ü"'),
  })
  await expect(form.getByText('26 B of 2 MB')).toBeVisible()
  await save(options)

  await shop.goto(site.url('shop.test', '/?with=/config.js'))
  expect(await shop.evaluate('window.config')).toBe('lokal ü')
  expect(site.log.map(({path}) => path)).toEqual(['/'])
})

test('a binary or too large file is rejected at the file field', async ({options}) => {
  await openForm(options, 'Redirect')
  const form = condition(options)
  await field(form, 'Destination type').selectOption('Local file')
  const pick = field(form, 'Choose file')
  await pick.setInputFiles({name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0xff, 0xfe])})
  await expect(pick).toHaveAccessibleDescription('photo.png is not a text file. A rule can only hold text.')
  await pick.setInputFiles({
    name: 'big.js',
    mimeType: 'text/javascript',
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1, 'a'),
  })
  await expect(pick).toHaveAccessibleDescription('big.js is larger than 2 MB, the most that Chrome allows.')
  await pick.setInputFiles({name: 'small.js', mimeType: 'text/javascript', buffer: Buffer.from('1')})
  await expect(pick).toHaveAccessibleDescription('')
  await expect(form.getByRole('button', {name: 'Remove small.js'})).toBeVisible()
})

test('a Cancel blocks only the filtered types on the filtered pages', async ({options, shop, site}) => {
  await openForm(options, 'Cancel')
  const form = condition(options)
  await source(form, 'Path', 'contains', '/tracker')
  const types = await addFilter(form, 'Type')
  await field(types, 'script').check()
  await field(types, 'fetch and XHR').check()
  await done(types)
  const pages = await addFilter(form, 'Page domains')
  await field(pages, 'Page domains').fill('shop.test, cdn.test')
  await done(pages)
  await expect(form.getByRole('button', {name: 'Page on shop.test, cdn.test', exact: true})).toBeVisible()
  await save(options)

  await shop.goto(site.url('shop.test', '/?with=/tracker.js,/tracker.css'))
  expect(await fetched(shop, site.url('shop.test', '/tracker.json'))).toBeNull()
  expect(site.log.map(({path}) => path).toSorted()).toEqual(['/', '/tracker.css'])
  site.clear()
  await shop.goto(site.url('other.test', '/?with=/tracker.js'))
  expect(site.log.map(({path}) => path)).toEqual(['/', '/tracker.js'])
})

test('a Replace changes every occurrence of a text in the URL', async ({options, shop, site}) => {
  await openForm(options, 'Replace')
  const form = condition(options)
  await source(form, 'Host', 'equals', 'shop.test')
  await field(form, 'From').fill('v1')
  await field(form, 'To').fill('v2')
  await save(options)

  await fetched(shop, site.url('shop.test', '/api/v1/items?next=/v1/more'))
  expect(site.log.map(({url}) => url)).toEqual([site.url('shop.test', '/api/v2/items?next=/v2/more')])
})

test('a Headers rule adds, sets and removes, on the request and on the response', async ({options, shop, site}) => {
  await openForm(options, 'Headers')
  const form = condition(options)
  await source(form, 'URL', 'matches regex', '/\\/(echo|api)\\b/')
  const [set, without, answered, removed] = [1, 2, 3, 4].map(n => change(form, `Header change ${n}`))
  if (!set || !without || !answered || !removed) throw new Error('Four rows were asked for')
  await field(set, 'Header').fill('X-Env')
  await field(set, 'Value').fill('staging')
  // Enter in the last row adds one.
  await field(set, 'Value').press('Enter')
  await expect(field(without, 'Header')).toBeFocused()
  await field(without, 'Do').selectOption('Remove')
  await field(without, 'Header').fill('Accept-Language')
  await form.getByRole('button', {name: 'Add header change'}).click()
  await field(answered, 'On').selectOption('Response')
  await field(answered, 'Do').selectOption('Add')
  await field(answered, 'Header').fill('X-Test')
  await field(answered, 'Value').fill('added')
  await form.getByRole('button', {name: 'Add header change'}).click()
  await field(removed, 'On').selectOption('Response')
  await field(removed, 'Do').selectOption('Remove')
  await field(removed, 'Header').fill('X-Site')
  await save(options)

  const changed = await fetched(shop, site.url('shop.test', '/echo'))
  const untouched = await fetched(shop, site.url('shop.test', '/echoes.json'))
  expect(site.log.map(({headers}) => [headers['x-env'], headers['accept-language'] !== undefined])).toEqual([
    ['staging', false],
    [undefined, true],
  ])
  expect([changed, untouched].map(answer => [answer?.headers['x-test'], answer?.headers['x-site']])).toEqual([
    ['added', undefined],
    [undefined, 'original'],
  ])
})

test('a preset User agent is sent with matching client hints', async ({options, shop, site}) => {
  await openForm(options, 'UserAgent')
  const form = condition(options)
  await source(form, 'Host', 'equals', 'shop.test')
  await field(form, 'Preset').selectOption('Chrome on Android')
  const shown = await field(form, 'User agent').inputValue()
  await save(options)
  await fetched(shop, site.url('shop.test', '/echo'))

  await field(form, 'User agent').fill('Own/1.0')
  await expect(field(form, 'Preset').locator('option:checked')).toHaveText('Custom')
  await save(options)
  await fetched(shop, site.url('shop.test', '/echo'))

  expect(shown).toContain('Android')
  expect(site.log.map(({headers}) => [headers['user-agent'], headers['sec-ch-ua-platform']])).toEqual([
    [shown, '"Android"'],
    ['Own/1.0', undefined],
  ])
})

test('the changes of a Query parameters rule happen from top to bottom', async ({options, shop, site}) => {
  await openForm(options, 'QueryParam')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/echo')
  const row = (n: number) => change(form, `Parameter change ${n}`)
  const add = form.getByRole('button', {name: 'Add parameter change'})
  await field(row(1), 'Parameter').fill('lang')
  await field(row(1), 'Value').fill('de')
  await add.click()
  await field(row(2), 'Do').selectOption('Set')
  await field(row(2), 'Parameter').fill('q')
  await field(row(2), 'Value').fill('ü & co')
  await add.click()
  await field(row(3), 'Do').selectOption('Remove all')
  await save(options)
  await fetched(shop, site.url('shop.test', '/echo?old=1'))

  await moveUp(form, 'parameter change 3')
  await save(options)
  await fetched(shop, site.url('shop.test', '/echo?old=1'))

  await form.getByRole('button', {name: 'Remove parameter change 2'}).click()
  await save(options)
  await fetched(shop, site.url('shop.test', '/echo?old=1'))
  expect(site.log.map(({query}) => Object.fromEntries(query))).toEqual([
    {},
    {q: 'ü & co'},
    {old: '1', lang: 'de', q: 'ü & co'},
  ])
})

test('a Request body replaces the page’s request body, once', async ({options, shop, site}) => {
  await openForm(options, 'Request')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/echo')
  await field(form, 'Request body').fill('{"qty": 3}')
  await save(options)

  const answer = await fetched(shop, site.url('shop.test', '/echo'), {method: 'POST', body: '{"qty": 1}'})
  expect(site.log.map(({method, body}) => [method, body])).toEqual([['POST', '{"qty": 3}']])
  expect(answer?.text).toContain('qty')
})

test('a Response body replaces a script', async ({options, shop, site}) => {
  await openForm(options, 'Response')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/library.js')
  await field(form, 'Response body').fill('window.library = "mocked"')
  await save(options)

  await shop.goto(site.url('shop.test', '/?with=/library.js'))
  expect(await shop.evaluate('window.library')).toBe('mocked')
  expect(site.log.map(({path}) => path)).toEqual(['/'])
})

test('a mocked response has the headers of its rows', async ({options, shop, site}) => {
  await openForm(options, 'Response')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/api/items')
  await expect(form.getByRole('button', {name: 'Add response header'})).toBeHidden()
  await form.getByLabel('Do not send the request').check()
  for (const [index, value] of ['1', '2'].entries()) {
    await form.getByRole('button', {name: 'Add response header'}).click()
    const row = change(form, `Response header ${index + 1}`)
    await field(row, 'Header').fill(`X-Row-${value}`)
    await field(row, 'Value').fill(value)
  }
  await expect(form.getByText('For fetch and XHR. Other requests only get the Content-Type.')).toBeVisible()
  await moveUp(form, 'response header 2')
  await form.getByRole('button', {name: 'Remove response header 2'}).click()
  await form.getByLabel('Do not send the request').uncheck()
  await expect(form.getByText('Used only if the server can’t be reached.')).toBeVisible()
  await form.getByLabel('Do not send the request').check()
  await save(options)

  const answer = await fetched(shop, site.url('shop.test', '/api/items'))
  expect(answer?.headers).toEqual({'content-type': 'text/plain;charset=UTF-8', 'x-row-2': '2'})
  expect(site.log).toEqual([])
})

test('a Delay holds a page for the entered or chosen time', async ({options, shop, site}) => {
  await openForm(options, 'Delay')
  const form = condition(options)
  await source(form, 'Path', 'equals', '/slow.html')
  await form.getByRole('button', {name: '3,000'}).click()
  await expect(field(form, 'Delay')).toHaveValue('3000')
  await field(form, 'Delay').fill('800')
  await save(options)

  const started = Date.now()
  await shop.goto(site.url('shop.test', '/slow.html'), {waitUntil: 'commit'})
  await shop.waitForURL(site.url('shop.test', '/slow.html'))
  expect(site.log.map(({path}) => path)).toEqual(['/slow.html'])
  expect((site.log[0]?.at ?? 0) - started).toBeGreaterThanOrEqual(800)
})

test('a capture that is always empty and a condition that matches no URL are reported', async ({
  app,
  options,
  shop,
  site,
}) => {
  await openForm(options, 'Redirect')
  const form = condition(options)
  await source(form, 'Host', 'equals', 'shop.test')
  const destination = field(form, 'Destination')
  await expect(destination).toHaveAttribute('placeholder', 'http://localhost:3000/')
  await destination.pressSequentially(site.url('api.test', '/moved/$1'))
  await destination.blur()
  const isEmpty = '$1 is always empty: the condition captures nothing. Use a wildcard (*) or a regex group.'
  await expect(destination).toHaveAccessibleDescription(isEmpty)
  await options.getByRole('textbox', {name: 'Name', exact: true}).fill('To API')
  await save(options)
  await openForm(options, 'Cancel')
  await source(condition(options), 'URL', 'matches wildcard', 'api.shop.test/*')
  const value = field(condition(options), 'Source value')
  await value.blur()
  const needsScheme = 'A URL starts with its scheme: enter *://api.shop.test/*'
  await expect(value).toHaveAccessibleDescription(needsScheme)
  const tester = options.getByRole('region', {name: 'Tester'})
  await expect(tester).toContainText(`No URL matches this rule. ${needsScheme}`)
  await expect(options.getByLabel('Test a URL', {exact: true})).toHaveValue('')
  await options.getByRole('textbox', {name: 'Name', exact: true}).fill('Stop API')
  await save(options)

  await options.getByRole('link', {name: 'Rules', exact: true}).click()
  await expect(ruleRow(options, 'To API')).toContainText('Works in part')
  await expect(ruleRow(options, 'To API')).toHaveAccessibleDescription(`Works in part. ${isEmpty}`)
  await expect(ruleRow(options, 'Stop API')).toContainText('Never matches')
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'To API')).toContainText('Works in part')
  await expect(line(popup, 'Stop API')).toContainText('Ignored: no request can match')
  await popup.close()
  // The rule is installed all the same.
  await fetched(shop, site.url('shop.test', '/v1/cart'))
  expect(site.log.at(-1)?.url).toBe(site.url('api.test', '/moved/'))
})

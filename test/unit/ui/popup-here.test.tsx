// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {Source} from '../../../src/contract/source'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {fakeActs, fakeSession} from './fake-surface'
import {closePage, openPopup, toggle} from './page'
import {lineOf, library, names, now, shop, tab, times, token} from './popup-library'

afterEach(() => {
  closePage()
  vi.unstubAllGlobals()
})

describe('“Applied on this tab”', () => {
  it('counts what each rule did on this tab only, says all that it does, and shows it nowhere else', async () => {
    await openPopup(library(), tab, {matched: [...times(1024, 18), ...times(1024, 4, 8)]})
    expect(names('Applied on this tab')).toEqual(['Token'])
    expect(lineOf('Token')).toBe('18 requests · sets Authorization, X-Env, X-More')
    expect(screen.getAllByRole('switch', {name: 'Token'})).toHaveLength(1)
    expect(screen.getByRole('button', {name: 'Shop 1 of 1 on, 1 above'})).toBeTruthy()
    expect(screen.getByText('shop.test')).toBeTruthy()
  })

  it('counts the places that a Replace replaced, of which one request may have several', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'old.test'} as const
    const replace = aRule('Replace', {name: 'Moved', pairs: [{source, from: 'old.test', to: 'new.test'}]})
    const rules = [aView(replace, {browserRules: [1030]})]
    await openPopup(fakeClient({rules}), tab, {matched: times(1030, 3)})
    expect(lineOf('Moved')).toBe('3 times · old.test to new.test')
    closePage()
    await openPopup(fakeClient({rules}), tab, {matched: times(1030, 1)})
    expect(lineOf('Moved')).toBe('1 request · old.test to new.test')
  })

  it('counts how often the conditions of a rule acted where several can act on one request, and else requests', async () => {
    const inPath = (value: string) => ({key: 'path', operator: 'Contains', value}) as const
    const [a, b] = [inPath('/a/'), inPath('/b/')]
    const sets = (header: string) => [{type: 'Modify', target: 'Request', header, value: '1'}] as const
    const both = aRule('Headers', {
      name: 'Both',
      pairs: [
        {source: a, modifications: [...sets('X-A')]},
        {source: b, modifications: [...sets('X-B')]},
      ],
    })
    const stops = aRule('Cancel', {name: 'Stops', pairs: [{source: a}, {source: b}]})
    const rules = [aView(both, {browserRules: [1030, 1031]}), aView(stops, {browserRules: [1040, 1041]})]
    await openPopup(fakeClient({rules}), tab, {matched: [1030, 1031, 1040, 1041].flatMap(id => times(id, 2))})
    expect(lineOf('Both')).toMatch(/^4 times · /)
    expect(lineOf('Stops')).toMatch(/^4 requests · /)
  })

  it('keeps a rule in its place when it is turned off', async () => {
    await openPopup(library(), tab, {matched: times(1024, 1)})
    toggle('Token')
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false'))
    expect(names('Applied on this tab')).toEqual(['Token'])
    expect(lineOf('Token')).toBe('1 request · sets Authorization, X-Env, X-More')
  })

  it('says what is wrong with a rule that acted, where there is something to do about it', async () => {
    const failing = aRule('Response', {id: 'r', name: 'Cart', groupId: shop.id})
    const problems = [{code: 'code-failed', says: {at: now, why: 'threw', message: 'qty is not defined'}}] as const
    const rules = [token, aView(failing, {browserRules: [1025], problems})]
    await openPopup(fakeClient({groups: [shop], rules}), tab, {matched: [...times(1024, 2), ...times(1025, 1)]})
    expect(names('Applied on this tab')).toEqual(['Token', 'Cart'])
    expect(lineOf('Cart')).toMatch(/^1 request · Code failed at \d\d:\d\d$/)
    const line = screen.getByText(/Code failed at/, {selector: '.popup-row-second'})
    expect(line.classList).toContain('warn')
    expect(lineOf('Token')).toBe('2 requests · sets Authorization, X-Env, X-More')
  })

  it('says that browser pages cannot be changed, and claims nothing there', async () => {
    for (const url of ['chrome://settings/', 'https://chromewebstore.google.com/', undefined]) {
      await openPopup(library(), url, {matched: url === undefined ? [] : times(1024, 1)})
      expect(await screen.findByText('Browser pages cannot be changed.')).toBeTruthy()
      expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
      expect(screen.queryByText(/did nothing here/)).toBeNull()
    }
  })

  it('says what a rule did that made up the page, whose address Chrome does not tell', async () => {
    await openPopup(library(), undefined, {matched: times(1024, 1)})
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
    expect(screen.queryByText('Browser pages cannot be changed.')).toBeNull()
  })

  it('follows its tab while it is open', async () => {
    const matched = times(1024, 1)
    const {goesTo} = await openPopup(library(), tab, {matched})
    expect(names('Applied on this tab')).toEqual(['Token'])
    // Another document: what was done for the one before is no more of this tab.
    matched.splice(0)
    goesTo('https://other.test/')
    await waitFor(() => expect(screen.getByText('other.test')).toBeTruthy())
    expect(screen.queryByText('shop.test')).toBeNull()
    expect(names('Applied on this tab')).toEqual([])
  })

  it('keeps no rule of the page before either while somebody points at the rows', async () => {
    const acts = fakeActs()
    acts.say([{browserRule: 0, rule: 'mock', count: 1, tabId: 7, time: now}])
    const source = {key: 'path', operator: 'Equals', value: '/s'} as const
    const mock = aRule('Response', {id: 'mock', name: 'Mock', pairs: [{source, type: 'static', value: '{}'}]})
    const {goesTo} = await openPopup(library(mock), tab, {matched: [], acts})
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Mock']))
    const query = document.querySelector.bind(document)
    const pointing = vi
      .spyOn(document, 'querySelector')
      .mockImplementation((name: string) => (name.startsWith('.popup-main:hover') ? document.body : query(name)))
    goesTo('https://other.test/')
    await new Promise(done => setTimeout(done, 100))
    acts.say([])
    await waitFor(() => expect(names('Applied on this tab')).toEqual([]))
    pointing.mockRestore()
  })

  it('asks Chrome nothing and keeps its rows where a page writes its own address', async () => {
    let looks = 0
    const matched = () => (looks++, times(1024, 1))
    const {goesTo} = await openPopup(library(), tab, {matched})
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
    goesTo('https://shop.test/?pos=2')
    await new Promise(done => setTimeout(done, 100))
    expect(looks).toBe(1)
    expect(names('Applied on this tab')).toEqual(['Token'])
  })

  it('keeps no rule that acted on the page before, though that is forgotten only after the next one is there', async () => {
    const acts = fakeActs()
    const slow = aView(aRule('Delay', {id: 'slow', name: 'Slow'}))
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const rules = fakeClient({groups: [shop], rules: [token, slow]})
    const {goesTo} = await openPopup(rules, tab, {matched: times(1024, 1), acts})
    expect(names('Applied on this tab')).toEqual(['Slow', 'Token'])
    goesTo('https://other.test/')
    await waitFor(() => expect(screen.getByText('other.test')).toBeTruthy())
    acts.say([])
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
  })

  it('says that a page is not allowed, where Chrome gives access on click only', async () => {
    const {opened} = await openPopup(library(), undefined, {isAllowed: false})
    expect(await screen.findByText(/^Chrome gives access on click only/)).toBeTruthy()
    expect(screen.queryByText('Browser pages cannot be changed.')).toBeNull()
    fireEvent.click(screen.getByRole('button', {name: 'Permissions'}))
    expect(opened).toEqual(['#/settings'])
  })

  it('is what Chrome said last where it does not say now, and says of when that is', async () => {
    const session = fakeSession()
    await openPopup(library(), tab, {matched: times(1024, 3), session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    await openPopup(library(aRule('Delay', {name: 'Slow'})), tab, {matched: null, session})
    expect(lineOf('Token')).toBe('3 requests · sets Authorization, X-Env, X-More')
    expect(names('1 rule is on but did nothing here')).toEqual(['Slow'])
    expect(screen.getByText(/^As of \d\d:\d\d: Chrome tells this 20 times in 10 minutes\./)).toBeTruthy()
  })

  it('is nothing of the page before, where Chrome does not say what was done for this one', async () => {
    const session = fakeSession()
    const acts = fakeActs()
    await openPopup(library(), tab, {matched: times(1024, 3), session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const rules = library(aRule('Delay', {id: 'slow', name: 'Slow'}))
    await openPopup(rules, tab, {matched: null, session, acts, wasThere: false})
    expect(names('Applied on this tab')).toEqual(['Slow'])
    expect(names('Groups')).toContain('Token')
    expect(screen.getByText(/^Not all is known: Chrome/)).toBeTruthy()
  })

  it('takes in what Chrome says at last once no row is pointed at', async () => {
    const session = fakeSession()
    const matched = times(1024, 0)
    await openPopup(library(), tab, {matched: [], session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    let isRefused = true
    await openPopup(library(), tab, {matched: () => (isRefused ? null : matched), session})
    expect(names('Applied on this tab')).toEqual([])
    isRefused = false
    matched.push(...times(1024, 2))
    const row = screen.getByRole('switch', {name: 'Token'})
    row.focus()
    vi.stubGlobal('navigator', Object.create(navigator, {userActivation: {value: {isActive: true}}}))
    fireEvent.keyDown(row, {key: 'Shift'})
    await waitFor(() => expect(screen.queryByText(/Chrome tells this/)).toBeNull())
    expect(names('Applied on this tab')).toEqual([])
    screen.getByRole('searchbox').focus()
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
  })

  it('is what acted inside the page where Chrome has never said, and nothing is claimed of its own rules', async () => {
    const acts = fakeActs()
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const slow = (id: string, name: string) => aRule('Delay', {id, name})
    await openPopup(library(slow('slow', 'Slow'), slow('idle', 'Idle')), tab, {matched: null, acts})
    expect(names('Applied on this tab')).toEqual(['Slow'])
    expect(names('1 rule is on but did nothing here')).toEqual(['Idle'])
    expect(names('Groups')).toContain('Token')
    expect(screen.getByText(/^Not all is known: Chrome/)).toBeTruthy()
  })

  it('grows while it is open, and takes in what has acted since', async () => {
    const acts = fakeActs()
    const did = (rule: string, count: number) => ({browserRule: 0, rule, count, tabId: 7, time: now})
    acts.say([did('slow', 1)])
    const slow = (id: string, name: string) => aRule('Delay', {id, name})
    await openPopup(library(slow('slow', 'Slow'), slow('idle', 'Idle')), tab, {acts})
    expect(lineOf('Slow')).toMatch(/^1 request ·/)
    acts.say([did('slow', 5), did('idle', 1)])
    await waitFor(() => expect(lineOf('Slow')).toMatch(/^5 requests ·/))
    expect(names('Applied on this tab')).toEqual(['Slow', 'Idle'])
    expect(screen.queryByRole('button', {name: /did nothing here/})?.textContent).toBe(
      '1 rule is on but did nothing here',
    )
  })

  it('is left out while all is paused', async () => {
    const client = library()
    client.set({paused: true})
    await openPopup(client, tab, {matched: times(1024, 1)})
    expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
    expect(names('Groups')).toContain('Token')
  })
})

describe('“on but did nothing here”', () => {
  const reasons = () =>
    [...document.querySelectorAll('section')]
      .find(each => /did nothing here/.test(each.getAttribute('aria-label') ?? ''))
      ?.querySelectorAll('.popup-row-second')
  const reasonOf = async (source: Source, more: object = {}) => {
    await openPopup(library(aRule('Cancel', {name: 'It', pairs: [{source}], ...more})), tab, {matched: times(1024, 1)})
    return [...(reasons() ?? [])].map(each => each.textContent).join()
  }

  it.each([
    ['host', 'Equals', 'api.shop.test', 'No request seen on this tab goes to api.shop.test'],
    ['host', 'Contains', 'cdn', 'No request seen on this tab goes to a host with cdn in it'],
    ['host', 'Wildcard_Matches', '*.shop.test', 'No request seen on this tab goes to a host like *.shop.test'],
    ['host', 'Matches', '^api\\.shop', 'No request seen on this tab goes to a host that matches ^api\\.shop'],
    ['path', 'Equals', '/payment', 'No request seen on this tab has the path /payment'],
    ['path', 'Contains', '/payment', 'No request seen on this tab has /payment in its path'],
    ['path', 'Wildcard_Matches', '/pay/*', 'No request seen on this tab has a path like /pay/*'],
    ['path', 'Matches', '^/pay', 'No request seen on this tab has a path that matches ^/pay'],
    ['url', 'Equals', 'https://api.shop.test/', 'No request seen on this tab goes to https://api.shop.test/'],
    ['url', 'Contains', 'api.shop.test/v1', 'No request seen on this tab has api.shop.test/v1 in its URL'],
    [
      'url',
      'Wildcard_Matches',
      '*://api.shop.test/*',
      'No request seen on this tab has a URL like *://api.shop.test/*',
    ],
    ['url', 'Matches', 'api\\.shop\\.test', 'No request seen on this tab has a URL that matches api\\.shop\\.test'],
  ] as const)('says why of %s %s %s', async (key, operator, value, reason) => {
    expect(await reasonOf({key, operator, value})).toBe(reason)
  })

  it('does not claim that a request is missing which the page itself is', async () => {
    expect(await reasonOf({key: 'host', operator: 'Equals', value: 'shop.test'})).toBe(
      'Nothing since this page was opened. Reload it.',
    )
  })

  it('asks for no reload where a rule is for fetch and XHR alone', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const said = 'No fetch or XHR seen on this tab goes to shop.test'
    for (const rule of [
      aRule('Request', {pairs: [{source, type: 'static', value: '{}'}]}),
      aRule('Response', {pairs: [{source, type: 'code', value: 'args => args.response'}]}),
    ]) {
      await openPopup(library(rule), tab, {matched: times(1024, 1)})
      expect([...(reasons() ?? [])].map(each => each.textContent)).toEqual([said])
    }
  })

  it('says that there are filters, too', async () => {
    expect(
      await reasonOf({key: 'path', operator: 'Contains', value: '/pay', filters: [{requestMethod: ['POST']}]}),
    ).toBe('No request seen on this tab has /pay in its path and passes its filters')
  })

  it.each([
    ['another site', {key: 'host', operator: 'Equals', value: 'news.test'}],
    ['another site in a URL', {key: 'url', operator: 'Wildcard_Matches', value: 'https://news.test/*'}],
    [
      'pages of another site',
      {
        key: 'path',
        operator: 'Contains',
        value: '/pay',
        filters: [{pageDomains: ['news.test'] as string[]}],
      },
    ],
  ] satisfies [string, Source][])('leaves out a rule for %s', async (_what, source) => {
    expect(await reasonOf(source)).toBe('')
  })

  it('leaves out what is off, by itself or by its group', async () => {
    const source = {key: 'path', operator: 'Contains', value: '/pay'} as const
    expect(await reasonOf(source, {status: 'Inactive'})).toBe('')
    const off = aGroup('Off', {status: 'Inactive'})
    const rules = [token, aView(aRule('Cancel', {name: 'It', groupId: off.id, pairs: [{source}]}))]
    await openPopup(fakeClient({groups: [shop, off], rules}), tab, {matched: times(1024, 1)})
    expect(screen.queryByText(/did nothing here/)).toBeNull()
  })

  it('counts no rule that is switched off there, by itself or by its group', async () => {
    const pairs = [{source: {key: 'path', operator: 'Contains', value: '/pay'} as const}]
    const rules = [aRule('Cancel', {name: 'Own', pairs}), aRule('Cancel', {name: 'Of Shop', groupId: shop.id, pairs})]
    const client = fakeClient({groups: [shop], rules: [token, ...rules.map(rule => aView(rule))]})
    await openPopup(client, tab, {matched: times(1024, 1)})
    const [{textContent: first}] = screen.getAllByRole('button', {name: /did nothing here/}) as [HTMLElement]
    const title = () => document.querySelector('.popup-idle')?.textContent
    expect(first).toBe('2 rules are on but did nothing here')
    toggle('Own')
    await waitFor(() => expect(title()).toBe('1 rule is on but did nothing here'))
    expect(names(title() ?? '')).toEqual(['Own', 'Of Shop'])
    toggle(`Group ${shop.name}`)
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Of Shop'}).hasAttribute('data-muted')).toBe(true))
    expect(title()).toBe('Off by now, or have acted since')
  })

  it('names the rule that takes everything before it, in the colour of what is to be done', async () => {
    const go = (id: string, value: string) =>
      aRule('Redirect', {
        id,
        name: id,
        pairs: [
          {
            source: {key: 'url', operator: 'Contains', value},
            destinationType: 'url',
            destination: 'http://localhost:3000/',
          },
        ],
      })
    const rules = [
      aView(go('API to localhost', 'shop.test/v1/'), {browserRules: [2048]}),
      aView(go('Legacy API', 'shop.test/v1/old')),
    ]
    await openPopup(fakeClient({rules}), tab, {matched: times(2048, 2)})
    // Said when the rows are there already.
    await waitFor(() => expect(lineOf('Legacy API')).toBe('Hidden by “API to localhost”, above it'))
    expect(screen.getByText(/^Hidden by/).className).toContain('warn')
    expect(lineOf('API to localhost')).toBe('2 requests · to localhost:3000')
  })

  it('names the redirect that takes a request to where a header rule is not meant', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'app.shop.test'} as const
    const local = aRule('Redirect', {
      name: 'Dev server',
      pairs: [{source, destinationType: 'url', destination: 'http://localhost:3000/'}],
    })
    const header = aRule('Headers', {name: 'App token', pairs: [{...token.rule?.pairs[0], source}] as never})
    const rules = [aView(local, {browserRules: [2048]}), aView(header)]
    await openPopup(fakeClient({rules}), 'http://localhost:3000/cart', {
      matched: times(2048, 1),
      requests: [{url: 'https://app.shop.test/a.js', type: 'script'}],
    })
    await waitFor(() => expect(lineOf('App token')).toBe('Hidden by “Dev server”, above it'))
  })

  it.each([
    [
      'Replace',
      {from: 'v9', to: 'v2'},
      {url: 'https://api.shop.test/a.js', type: 'script'},
      'v9 is not in this URL, so there is nothing to change.',
    ],
    ['Delay', {delay: 500}, {url: 'https://api.shop.test/a.js', type: 'script'}, /cannot .*script/],
    [
      'QueryParam',
      {modifications: [{param: 'utm', type: 'Remove'}]},
      {url: 'https://api.shop.test/a.js', type: 'script'},
      /already as this rule would make it/,
    ],
    [
      'Request',
      {type: 'static', value: '{}'},
      {url: 'https://api.shop.test/items', type: 'xmlhttprequest'},
      'It changes bodies, and a GET or HEAD request has none',
    ],
    [
      'Cancel',
      {},
      {url: 'https://api.shop.test/a.js', type: 'script'},
      'Nothing since this page was opened. Reload it.',
    ],
    [
      'Cancel',
      {},
      {url: 'https://cdn.shop.test/a.js', type: 'script'},
      'No request seen on this tab goes to api.shop.test',
    ],
  ] as const)('says of a %s rule with %j what the engine says of %j', async (type, pair, request, said) => {
    const source = {key: 'host', operator: 'Equals', value: 'api.shop.test'} as const
    const rule = aRule(type, {name: 'It', pairs: [{source, ...pair}] as never})
    await openPopup(library(rule), tab, {matched: times(1024, 1), requests: [request]})
    await waitFor(() => expect(lineOf('It')).toMatch(said))
  })

  it('says of a rule that had nothing to remove which other one has the header that it sets', async () => {
    const removes = {header: 'X-Frame-Options', type: 'Remove', target: 'Response'}
    const rule = aRule('Headers', {
      name: 'It',
      pairs: [
        {
          source: {key: 'host', operator: 'Equals', value: 'shop.test'},
          modifications: [{header: 'X-Env', type: 'Modify', value: 'b'}, removes],
        },
      ] as never,
    })
    await openPopup(library(rule), tab, {matched: times(1024, 1)})
    await waitFor(() => expect(lineOf('It')).toMatch(/^Token, which stands above, has x-env already/i))
  })

  it('claims nothing of methods and bodies, which a page does not remember', async () => {
    const source = {
      key: 'host',
      operator: 'Equals',
      value: 'api.shop.test',
      filters: [{requestMethod: ['POST']}],
    } as const
    const rule = aRule('Cancel', {name: 'It', pairs: [{source}] as never})
    const request = {url: 'https://api.shop.test/items', type: 'xmlhttprequest'} as const
    await openPopup(library(rule), tab, {matched: times(1024, 1), requests: [request]})
    const said = 'A page does not remember methods, bodies and all kinds: watch it in Activity'
    await waitFor(() => expect(lineOf('It')).toBe(said))
    const page = aRule('Headers', {
      name: 'Posts',
      pairs: [{source: {...source, value: 'shop.test'}, modifications: [{header: 'X', type: 'Remove'}]}] as never,
    })
    await openPopup(library(page), tab, {
      matched: times(1024, 1),
      requests: [{url: 'https://shop.test/orders', type: 'xmlhttprequest'}],
    })
    await waitFor(() => expect(lineOf('Posts')).toBe(said))
  })

  it('tells of rules for other sites where the page has asked them for something', async () => {
    const on = (value: string) => ({source: {key: 'host', operator: 'Equals', value}}) as const
    const rules = ['api.other.test', 'api.news.test'].map(host =>
      aRule('Replace', {name: host, pairs: [{...on(host), from: 'v9', to: 'v2'}] as never}),
    )
    await openPopup(library(...rules), tab, {
      matched: times(1024, 1),
      requests: [
        {url: 'https://cdn.other.test/v1/', type: 'script'},
        {url: 'https://api.other.test/v1/', type: 'script'},
      ],
    })
    const said = 'v9 is not in this URL, so there is nothing to change.'
    await waitFor(() => expect(lineOf('api.other.test')).toBe(said))
    expect(names('1 rule is on but did nothing here')).toEqual(['api.other.test'])
  })

  it('a rule that cannot act on what the page asked for is not said to be hidden on it', async () => {
    const source = {key: 'url', operator: 'Equals', value: 'https://api.shop.test/sdk.js'} as const
    const upper = aRule('Delay', {
      id: 'upper',
      name: 'Slow API',
      pairs: [{source: {...source, key: 'host', value: 'api.shop.test'}, delay: 9}],
    })
    const lower = aRule('Delay', {name: 'Slow SDK', pairs: [{source, delay: 9}]})
    const rows = fakeClient({groups: [shop], rules: [aView(upper, {browserRules: [1024]}), aView(lower)]})
    await openPopup(rows, tab, {matched: times(1024, 1), requests: [{url: source.value, type: 'script'}]})
    await waitFor(() => expect(lineOf('Slow SDK')).toContain('cannot act on this kind of request (script)'))
  })

  it.each([
    ['is on', 'Active', 'Hidden by “Upper”, above it'],
    ['is off', 'Inactive', 'Nothing since this page was opened. Reload it.'],
  ] as const)('of a rule below another one whose group %s', async (_, status, said) => {
    const path = (value: string) => ({source: {key: 'path', operator: 'Contains', value}}) as const
    const [upper, lower] = ['/api/', '/api/users'].map((value, at) =>
      aRule('Cancel', {
        id: `at-${at}`,
        name: at === 0 ? 'Upper' : 'Lower',
        groupId: at === 0 ? 'staging' : '',
        pairs: [path(value)],
      }),
    )
    if (!upper || !lower) throw new Error('two are made')
    const rows = fakeClient({
      groups: [aGroup('Staging', {id: 'staging', status})],
      rules: [aView(upper, {browserRules: [1024]}), aView(lower)],
    })
    const request = {url: 'https://shop.test/api/users', type: 'xmlhttprequest'} as const
    await openPopup(rows, tab, {matched: times(1024, 1), requests: [request]})
    await waitFor(() => expect(lineOf('Lower')).toBe(said))
  })

  it('tells of rules for other sites once nobody points at the rows any more', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'api.other.test'} as const
    const rule = aRule('Replace', {name: 'Other', pairs: [{source, from: 'v9', to: 'v2'}]})
    const requests = [{url: 'https://api.other.test/v1/', type: 'script'}] as const
    const main = document.querySelector.bind(document)
    let isPointedAt = true
    const looked = vi
      .spyOn(document, 'querySelector')
      .mockImplementation((name: string) =>
        name.startsWith('.popup-main:hover') ? (isPointedAt ? document.body : null) : main(name),
      )
    await openPopup(library(rule), tab, {matched: times(1024, 1), requests})
    await new Promise(later => setTimeout(later, 100))
    expect(screen.queryByText(/^v9 is not in this URL/)).toBeNull()
    isPointedAt = false
    document.dispatchEvent(new Event('pointerout'))
    await waitFor(() => expect(lineOf('Other')).toMatch(/^v9 is not in this URL/))
    looked.mockRestore()
  })

  it.each([
    ['GET', 'xmlhttprequest', {}, 'A page does not remember'],
    ['GET', 'xmlhttprequest', {modificationDate: 2}, 'Nothing since this page was opened.'],
    ['POST', 'main_frame', {}, 'A page does not remember'],
    // A beacon is always one.
    ['POST', 'ping', {}, 'Nothing since this page was opened.'],
  ] as const)(
    'claims nothing of a rule for %s where the page asked by %s and is %j',
    async (method, type, more, said) => {
      const source = {
        key: 'host',
        operator: 'Equals',
        value: 'shop.test',
        filters: [{requestMethod: [method]}],
      } as const
      const rule = aRule('Cancel', {name: 'It', pairs: [{source}] as never, ...more})
      const requests = type === 'main_frame' ? [] : [{url: 'https://shop.test/collect', type}]
      await openPopup(library(rule), tab, {matched: times(1024, 1), requests, openedAt: 1})
      await waitFor(() => expect(lineOf('It')).toContain(said))
    },
  )

  it('claims nothing of a kind that is not known', async () => {
    const filters = [{resourceType: ['script' as const]}]
    const rule = aRule('Cancel', {
      name: 'It',
      pairs: [{source: {key: 'path', operator: 'Equals', value: '/w.js', filters}}],
    })
    const requests = [{url: 'https://shop.test/w.js', type: 'other'}] as const
    await openPopup(library(rule), tab, {matched: times(1024, 1), requests})
    await waitFor(() => expect(lineOf('It')).toContain('A page does not remember'))
  })

  it('of a rule that only removes, and was switched on since the page was opened, it is said to load it again', async () => {
    const csp = [{header: 'Content-Security-Policy', type: 'Remove', target: 'Response'}]
    const pairs = [{source: {key: 'host', operator: 'Equals', value: 'shop.test'}, modifications: csp}] as never
    const rule = aRule('Headers', {name: 'CSP off', pairs, modificationDate: 2})
    await openPopup(library(rule), tab, {matched: times(1024, 1), openedAt: 3})
    await waitFor(() => expect(lineOf('CSP off')).toBe('Nothing it removes was seen here while it was in force'))
    await openPopup(library(rule), tab, {matched: times(1024, 1), openedAt: 1})
    await waitFor(() => expect(lineOf('CSP off')).toBe('Nothing since this page was opened. Reload it.'))
    const grouped = aRule('Headers', {name: 'CSP of group', groupId: 'late', pairs})
    const late = fakeClient({groups: [aGroup('Late', {id: 'late', modificationDate: 2})], rules: [aView(grouped)]})
    await openPopup(late, tab, {matched: times(1024, 1), openedAt: 1})
    await waitFor(() => expect(lineOf('CSP of group')).toBe('Nothing since this page was opened. Reload it.'))
  })

  it('looks again into why rules did nothing where one acts meanwhile', async () => {
    const acts = fakeActs()
    const tells: (() => void)[] = []
    const toldAfter = new Promise<void>(told => tells.push(told))
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const lower = aRule('Headers', {
      name: 'Token 2',
      pairs: [{source, modifications: [{header: 'Authorization', type: 'Modify', value: 'b', target: 'Request'}]}],
    })
    const mock = aRule('Response', {id: 'mock', name: 'Mock', pairs: [{source, type: 'static', value: '{}'}]})
    await openPopup(library(lower, mock), tab, {matched: times(1024, 1), acts, toldAfter})
    await waitFor(() => expect(names('2 rules are on but did nothing here')).toEqual(['Token 2', 'Mock']))
    acts.say([{browserRule: 0, rule: 'mock', count: 1, tabId: 7, time: now}])
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token', 'Mock']))
    for (const tell of tells) tell()
    await waitFor(() => expect(lineOf('Token 2')).toBe('Hidden by “Token”, above it'))
  })

  it('tells first of what the rule hides that led the page elsewhere, and moves no row for it', async () => {
    const on = (key: string, operator: string, value: string, more = {}) => ({
      source: {key, operator, value, ...more},
    })
    const csp = [{header: 'Content-Security-Policy', type: 'Remove', target: 'Response'}]
    const make = (type: 'Headers' | 'QueryParam' | 'Delay' | 'Cancel', name: string, pair: object) =>
      aView(aRule(type, {id: name, name, pairs: [pair] as never}))
    const beta = on('host', 'Equals', 'beta.shop.test')
    const leader = aRule('Redirect', {
      id: 'lead',
      name: 'Beta to staging',
      pairs: [{...beta, destinationType: 'url', destination: 'https://shop.test/checkout'}] as never,
    })
    const utm = [{param: 'utm_source', type: 'Remove'}]
    const rules = [
      aView(leader, {browserRules: [1024]}),
      make('Headers', 'CSP off', {...on('host', 'Contains', 'shop.test'), modifications: csp}),
      make('QueryParam', 'No utm', {...on('url', 'Contains', 'shop.test'), modifications: utm}),
      make('Delay', 'Slow images', {...on('path', 'Contains', '.png'), delay: 500}),
      make('Delay', 'Slow styles', {...on('path', 'Contains', '/style'), delay: 500}),
      make('Cancel', 'No frames', on('host', 'Contains', 'shop.test', {filters: [{resourceType: ['sub_frame']}]})),
      make('Headers', 'Beta token', {...beta, modifications: [{header: 'X-Env', type: 'Modify', value: 'b'}]}),
    ]
    const requests = ['a.png', 'style.css'].map(file => ({url: `https://shop.test/${file}`, type: 'image' as const}))
    await openPopup(fakeClient({rules}), tab, {matched: times(1024, 1), requests, answeredAt: Infinity})
    const rows = () => names('5 rules are on but did nothing here')
    const first = rows()
    await waitFor(() => expect(lineOf('Beta token')).toBe('Hidden by “Beta to staging”, above it'))
    expect(rows()).toContain('Beta token')
    // Who was told of before stays in its place.
    const stayed = rows().map((name, at) => (first.includes(name) ? first[at] : name))
    expect(stayed).toEqual(rows())
  })

  it('judges an error that the browser itself shows by its address, and claims no answer', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const shown = async (pairs: unknown, more = {}) => {
      const rule = aRule('Headers', {name: 'It', pairs: [{source, ...(pairs as object)}] as never, ...more})
      await openPopup(library(rule), tab, {matched: times(1024, 1), isOfTheBrowser: true})
      return () => lineOf('It')
    }
    const ofAnswer = await shown({modifications: [{header: 'X-A', type: 'Modify', value: 'b', target: 'Response'}]})
    await waitFor(() => expect(ofAnswer()).toBe('No answer came here while it was in force'))
    const ofRequest = await shown({modifications: [{header: 'X-A', type: 'Modify', value: 'b'}]})
    await waitFor(() => expect(ofRequest()).toBe('Nothing since this page was opened. Reload it.'))
    const removes = {modifications: [{header: 'X-A', type: 'Remove', target: 'Response'}]}
    const ofNothing = await shown(removes, {modificationDate: 2})
    await waitFor(() => expect(ofNothing()).toBe('Nothing it removes was seen here while it was in force'))
    const waits = aRule('Delay', {name: 'Slow', pairs: [{source, delay: 500}]})
    await openPopup(library(waits), tab, {matched: times(1024, 1), isOfTheBrowser: true})
    await waitFor(() => expect(lineOf('Slow')).toMatch(/^No page came, so what it did is not known here/))
    const removing = await shown({modifications: [{header: 'X-A', type: 'Remove'}]}, {modificationDate: 2})
    await waitFor(() => expect(removing()).toBe('Nothing it removes was seen here while it was in force'))
  })

  it('holds at most five, what needs a look first, and the others stay in their groups', async () => {
    const idle = (name: string) =>
      aRule('Cancel', {name, pairs: [{source: {key: 'path', operator: 'Contains', value: '/pay'}}]})
    const rules = [
      token,
      ...['A', 'B', 'C', 'D', 'E'].map(name => aView(idle(name))),
      aView(idle('Loop'), {problems: [{code: 'loop'}]}),
    ]
    await openPopup(fakeClient({groups: [shop], rules}), tab, {matched: times(1024, 1)})
    expect(names('5 rules are on but did nothing here')).toEqual(['Loop', 'A', 'B', 'C', 'D'])
    expect(lineOf('Loop')).toBe('Left out: it would go round in circles')
    expect(names('Groups')).toContain('E')
  })

  it('closes and opens', async () => {
    await openPopup(library(aRule('Delay', {name: 'Slow'})), tab, {matched: times(1024, 1)})
    const head = screen.getByRole('button', {name: '1 rule is on but did nothing here'})
    fireEvent.click(head)
    expect(screen.queryByRole('switch', {name: 'Slow'})).toBeNull()
    expect(head.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(head)
    expect(screen.getByRole('switch', {name: 'Slow'})).toBeTruthy()
  })
})

// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {Source} from '../../../src/model/source'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeInPageMatches, createFakeSession} from './fake-browser-adapter'
import {closePage, openPopup, toggle} from './page'
import {getSecondLine, library, getNames, now, shop, tab, createMatches, token} from './popup-library'

afterEach(() => {
  closePage()
  vi.unstubAllGlobals()
})

describe('“Applied on this tab”', () => {
  it("counts a rule's requests on this tab, with all its changes, and only there", async () => {
    await openPopup(library(), tab, {matches: [...createMatches(1024, 18), ...createMatches(1024, 4, 8)]})
    expect(getNames('Applied on this tab')).toEqual(['Token'])
    expect(getSecondLine('Token')).toBe('18 requests · sets Authorization, X-Env, X-More')
    expect(screen.getAllByRole('switch', {name: 'Token'})).toHaveLength(1)
    expect(screen.getByRole('button', {name: 'Shop 1 of 1 on, 1 listed above'})).toBeTruthy()
    expect(screen.getByText('shop.test')).toBeTruthy()
  })

  it('shows no number for a Replace, because Chrome reports each occurrence', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'old.test'} as const
    const replace = aRule('Replace', {name: 'Moved', pairs: [{source, from: 'old.test', to: 'new.test'}]})
    const rules = [aView(replace, {browserRules: [1030]})]
    await openPopup(fakeClient({rules}), tab, {matches: createMatches(1030, 3)})
    expect(getSecondLine('Moved')).toBe('Applied · old.test to new.test')
  })

  it('shows no number if several conditions of a rule can match one request', async () => {
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
    await openPopup(fakeClient({rules}), tab, {matches: [1030, 1031, 1040, 1041].flatMap(id => createMatches(id, 2))})
    expect(getSecondLine('Both')).toMatch(/^Applied · /)
    expect(getSecondLine('Stops')).toMatch(/^4 requests · /)
  })

  it('keeps a rule in its place when it is turned off', async () => {
    await openPopup(library(), tab, {matches: createMatches(1024, 1)})
    toggle('Token')
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false'))
    expect(getNames('Applied on this tab')).toEqual(['Token'])
    expect(getSecondLine('Token')).toBe('1 request · sets Authorization, X-Env, X-More')
  })

  it('shows the problem of an applied rule if it can be fixed', async () => {
    const failing = aRule('Response', {id: 'r', name: 'Cart', groupId: shop.id})
    const problems = [{code: 'code-failed', params: {at: now, why: 'threw', message: 'qty is not defined'}}] as const
    const rules = [token, aView(failing, {browserRules: [1025], problems})]
    await openPopup(fakeClient({groups: [shop], rules}), tab, {
      matches: [...createMatches(1024, 2), ...createMatches(1025, 1)],
    })
    expect(getNames('Applied on this tab')).toEqual(['Token', 'Cart'])
    expect(getSecondLine('Cart')).toMatch(/^1 request · Code failed at \d\d:\d\d$/)
    const line = screen.getByText(/Code failed at/, {selector: '.popup-row-second'})
    expect(line.classList).toContain('warn')
    expect(getSecondLine('Token')).toBe('2 requests · sets Authorization, X-Env, X-More')
  })

  it('says that browser pages cannot be changed and claims nothing there', async () => {
    for (const url of ['chrome://settings/', 'https://chromewebstore.google.com/', undefined]) {
      await openPopup(library(), url, {matches: url === undefined ? [] : createMatches(1024, 1)})
      expect(await screen.findByText('Browser pages cannot be changed.')).toBeTruthy()
      expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
      expect(screen.queryByText(/did nothing here/)).toBeNull()
    }
  })

  it('counts a rule that replaced the whole page, whose URL Chrome does not report', async () => {
    await openPopup(library(), undefined, {matches: createMatches(1024, 1)})
    await waitFor(() => expect(getNames('Applied on this tab')).toEqual(['Token']))
    expect(screen.queryByText('Browser pages cannot be changed.')).toBeNull()
  })

  it('says that results are missing on a replaced page if Chrome gives no answer', async () => {
    const session = createFakeSession()
    await openPopup(library(), undefined, {matches: createMatches(1024, 1), session, isErrorPage: true})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    await openPopup(library(), undefined, {matches: null, session, isErrorPage: true})
    expect(await screen.findByText(/^Some results are missing\. Chrome/)).toBeTruthy()
    expect(screen.queryByText('Browser pages cannot be changed.')).toBeNull()
  })

  it('follows the navigations of its tab', async () => {
    const matches = createMatches(1024, 1)
    const {navigate} = await openPopup(library(), tab, {matches})
    expect(getNames('Applied on this tab')).toEqual(['Token'])
    // Chrome drops the matches of the previous document.
    matches.splice(0)
    navigate('https://other.test/')
    await waitFor(() => expect(screen.getByText('other.test')).toBeTruthy())
    expect(screen.queryByText('shop.test')).toBeNull()
    expect(getNames('Applied on this tab')).toEqual([])
  })

  it('keeps its rows without a query if the page changes its own URL', async () => {
    let queries = 0
    const matches = () => (queries++, createMatches(1024, 1))
    const {navigate} = await openPopup(library(), tab, {matches})
    await waitFor(() => expect(getNames('Applied on this tab')).toEqual(['Token']))
    navigate('https://shop.test/?pos=2', true)
    await new Promise(done => setTimeout(done, 100))
    expect(queries).toBe(1)
    expect(getNames('Applied on this tab')).toEqual(['Token'])
  })

  it('drops in-page matches of the previous page, even if they are cleared late', async () => {
    const acts = createFakeInPageMatches()
    const slow = aView(aRule('Delay', {id: 'slow', name: 'Slow'}))
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const rules = fakeClient({groups: [shop], rules: [token, slow]})
    const {navigate} = await openPopup(rules, tab, {matches: createMatches(1024, 1), acts})
    expect(getNames('Applied on this tab')).toEqual(['Slow', 'Token'])
    navigate('https://other.test/')
    await waitFor(() => expect(screen.getByText('other.test')).toBeTruthy())
    acts.say([])
    await waitFor(() => expect(getNames('Applied on this tab')).toEqual(['Token']))
  })

  it('says that a page is not allowed if Chrome gives access on click only', async () => {
    const {opened} = await openPopup(library(), undefined, {hasAccessToAllSites: false})
    expect(await screen.findByText(/^Chrome allows access only on click/)).toBeTruthy()
    expect(screen.queryByText('Browser pages cannot be changed.')).toBeNull()
    fireEvent.click(screen.getByRole('button', {name: 'Permissions'}))
    expect(opened).toEqual(['#/settings'])
  })

  it("shows Chrome's last answer with its time if Chrome gives none now", async () => {
    const session = createFakeSession()
    await openPopup(library(), tab, {matches: createMatches(1024, 3), session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    await openPopup(library(aRule('Delay', {name: 'Slow'})), tab, {matches: null, session})
    expect(getSecondLine('Token')).toBe('3 requests · sets Authorization, X-Env, X-More')
    expect(getNames('1 rule is on but did nothing here')).toEqual(['Slow'])
    expect(
      screen.getByText(/^As of \d\d:\d\d\. Chrome limits how often we can check\. Click to refresh\./),
    ).toBeTruthy()
  })

  it('shows nothing of the previous page if Chrome gives no answer for this one', async () => {
    const session = createFakeSession()
    const acts = createFakeInPageMatches()
    await openPopup(library(), tab, {matches: createMatches(1024, 3), session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const rules = library(aRule('Delay', {id: 'slow', name: 'Slow'}))
    await openPopup(rules, tab, {matches: null, session, acts, openedAt: Date.now() + 60_000})
    expect(getNames('Applied on this tab')).toEqual(['Slow'])
    expect(getNames('Groups')).toContain('Token')
    expect(screen.getByText(/^Some results are missing\. Chrome/)).toBeTruthy()
  })

  it("adds Chrome's late answer once no row is focused", async () => {
    const session = createFakeSession()
    const matches = createMatches(1024, 0)
    await openPopup(library(), tab, {matches: [], session})
    await waitFor(async () => expect(await session.read('answer')).toBeTypeOf('string'))
    closePage()
    let isRefused = true
    await openPopup(library(), tab, {matches: () => (isRefused ? null : matches), session})
    expect(getNames('Applied on this tab')).toEqual([])
    isRefused = false
    matches.push(...createMatches(1024, 2))
    const row = screen.getByRole('switch', {name: 'Token'})
    row.focus()
    vi.stubGlobal('navigator', Object.create(navigator, {userActivation: {value: {isActive: true}}}))
    fireEvent.keyDown(row, {key: 'Shift'})
    await waitFor(() => expect(screen.queryByText(/Chrome limits/)).toBeNull())
    expect(getNames('Applied on this tab')).toEqual([])
    screen.getByRole('searchbox').focus()
    await waitFor(() => expect(getNames('Applied on this tab')).toEqual(['Token']))
  })

  it('shows in-page matches if Chrome never answered, and no claims for other rules', async () => {
    const acts = createFakeInPageMatches()
    acts.say([{browserRule: 0, rule: 'slow', count: 2, tabId: 7, time: now}])
    const slow = (id: string, name: string) => aRule('Delay', {id, name})
    await openPopup(library(slow('slow', 'Slow'), slow('idle', 'Idle')), tab, {matches: null, acts})
    expect(getNames('Applied on this tab')).toEqual(['Slow'])
    expect(getNames('1 rule is on but did nothing here')).toEqual(['Idle'])
    expect(getNames('Groups')).toContain('Token')
    expect(screen.getByText(/^Some results are missing\. Chrome/)).toBeTruthy()
  })

  it('grows while it is open and adds newly applied rules', async () => {
    const acts = createFakeInPageMatches()
    const did = (rule: string, count: number) => ({browserRule: 0, rule, count, tabId: 7, time: now})
    acts.say([did('slow', 1)])
    const slow = (id: string, name: string) => aRule('Delay', {id, name})
    await openPopup(library(slow('slow', 'Slow'), slow('idle', 'Idle')), tab, {acts})
    expect(getSecondLine('Slow')).toMatch(/^1 request ·/)
    acts.say([did('slow', 5), did('idle', 1)])
    await waitFor(() => expect(getSecondLine('Slow')).toMatch(/^5 requests ·/))
    expect(getNames('Applied on this tab')).toEqual(['Slow', 'Idle'])
    expect(screen.queryByRole('button', {name: /did nothing here/})?.textContent).toBe(
      '1 rule is on but did nothing here',
    )
  })

  it('is not shown while all rules are paused', async () => {
    const client = library()
    client.set({paused: true})
    await openPopup(client, tab, {matches: createMatches(1024, 1)})
    expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
    expect(getNames('Groups')).toContain('Token')
  })
})

describe('“on but did nothing here”', () => {
  const reasons = () =>
    [...document.querySelectorAll('section')]
      .find(each => /did nothing here/.test(each.getAttribute('aria-label') ?? ''))
      ?.querySelectorAll('.popup-row-second')
  const reasonOf = async (source: Source, more: object = {}, around: Parameters<typeof openPopup>[2] = {}) => {
    const rules = library(aRule('Cancel', {name: 'It', pairs: [{source}], ...more}))
    await openPopup(rules, tab, {matches: createMatches(1024, 1), ...around})
    return [...(reasons() ?? [])].map(each => each.textContent).join()
  }

  it.each([
    ['host', 'Equals', 'api.shop.test', 'No request to api.shop.test on this page'],
    ['host', 'Contains', 'cdn', 'No request matching cdn on this page'],
    ['host', 'Wildcard_Matches', '*.shop.test', 'No request matching *.shop.test on this page'],
    ['path', 'Equals', '/payment', 'No request to /payment on this page'],
    ['url', 'Contains', '/v1/cart.json', 'No request matching /v1/cart.json on this page'],
    ['url', 'Matches', 'api\\.shop\\.test', 'No request matching api\\.shop\\.test on this page'],
  ] as const)('says that no request matches: %s %s %s', async (key, operator, value, reason) => {
    expect(await reasonOf({key, operator, value})).toBe(reason)
  })

  it('says that no request matches several conditions', async () => {
    const pairs = ['/a', '/b'].map(value => ({source: {key: 'path', operator: 'Equals', value} as const}))
    expect(await reasonOf({key: 'path', operator: 'Equals', value: '/a'}, {pairs})).toBe(
      'No request on this page matches any of its 2 conditions',
    )
  })

  it('says to reload a page that is older than the rule', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'api.shop.test'} as const
    const requests = [{url: 'https://api.shop.test/v1', type: 'xmlhttprequest'}] as const
    const at = (modificationDate: number) => reasonOf(source, {modificationDate}, {requests, openedAt: 2})
    expect(await at(3)).toBe('Reload the page')
    expect(await at(1)).toBe('Not known: open Activity to check')
  })

  it('says to reload a page that is older than the last change of the group', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const rule = aRule('Cancel', {name: 'It', groupId: 'late', pairs: [{source}]})
    const late = fakeClient({groups: [aGroup('Late', {id: 'late', modificationDate: 2})], rules: [aView(rule)]})
    await openPopup(late, tab, {openedAt: 1})
    expect(getSecondLine('It')).toBe('Reload the page')
  })

  it('does not guess methods and payloads', async () => {
    const requests = [{url: 'https://shop.test/v1', type: 'xmlhttprequest'}] as const
    const filtered = (filters: Source['filters']) =>
      reasonOf({key: 'host', operator: 'Equals', value: 'shop.test', filters}, {}, {requests})
    expect(await filtered([{requestMethod: ['POST']}])).toBe('Method filter: open Activity to check')
    expect(await filtered([{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'}}])).toBe(
      'Payload filter: open Activity to check',
    )
  })

  it('says that no request has the type of the rule', async () => {
    const source = {
      key: 'host',
      operator: 'Equals',
      value: 'shop.test',
      filters: [{resourceType: ['image' as const]}],
    } as const
    expect(await reasonOf(source as never)).toBe('No request of its type on this page')
  })

  it.each([
    ['another site', {key: 'host', operator: 'Equals', value: 'news.test'}],
    ['another site in a URL', {key: 'url', operator: 'Wildcard_Matches', value: 'https://news.test/*'}],
  ] satisfies [string, Source][])(
    'omits a rule for %s if the page has not sent any request there',
    async (_what, source) => {
      expect(await reasonOf(source)).toBe('')
    },
  )

  it('lists a rule for another site that the page requested', async () => {
    const requests = [{url: 'https://api.other.test/v1/', type: 'script'}] as const
    const pairs = [{source: {key: 'host', operator: 'Equals', value: 'api.other.test'}, from: 'v9', to: 'v2'}]
    await openPopup(library(aRule('Replace', {name: 'Other', pairs: pairs as never})), tab, {requests})
    expect(getSecondLine('Other')).toBe('Nothing to change in the URL')
  })

  it('shows only problems if the page cannot be read', async () => {
    const source = {key: 'path', operator: 'Contains', value: '/pay'} as const
    expect(await reasonOf(source, {}, {isErrorPage: true})).toBe('')
  })

  it('omits rules that are off or in a group that is off', async () => {
    const source = {key: 'path', operator: 'Contains', value: '/pay'} as const
    expect(await reasonOf(source, {status: 'Inactive'})).toBe('')
    const off = aGroup('Off', {status: 'Inactive'})
    const rules = [token, aView(aRule('Cancel', {name: 'It', groupId: off.id, pairs: [{source}]}))]
    await openPopup(fakeClient({groups: [shop, off], rules}), tab, {matches: createMatches(1024, 1)})
    expect(screen.queryByText(/did nothing here/)).toBeNull()
  })

  it('does not count rules switched off there or by their group', async () => {
    const pairs = [{source: {key: 'path', operator: 'Contains', value: '/pay'} as const}]
    const rules = [aRule('Cancel', {name: 'Own', pairs}), aRule('Cancel', {name: 'Of Shop', groupId: shop.id, pairs})]
    const client = fakeClient({groups: [shop], rules: [token, ...rules.map(rule => aView(rule))]})
    await openPopup(client, tab, {matches: createMatches(1024, 1)})
    const [{textContent: first}] = screen.getAllByRole('button', {name: /did nothing here/}) as [HTMLElement]
    const title = () => document.querySelector('.popup-idle')?.textContent
    expect(first).toBe('2 rules are on but did nothing here')
    toggle('Own')
    await waitFor(() => expect(title()).toBe('1 rule is on but did nothing here'))
    expect(getNames(title() ?? '')).toEqual(['Own', 'Of Shop'])
    toggle(`Group ${shop.name}`)
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Of Shop'}).hasAttribute('data-muted')).toBe(true))
    expect(title()).toBe('These rules are off or have applied since you opened the popup')
  })

  it('names the overriding rule, in the colour of a problem to solve', async () => {
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
    const requests = [{url: 'https://shop.test/v1/old', type: 'xmlhttprequest'}] as const
    await openPopup(fakeClient({rules}), tab, {matches: createMatches(2048, 2), requests})
    expect(getSecondLine('Legacy API')).toBe('Overridden by “API to localhost”')
    expect(screen.getByText(/^Overridden by/).className).toContain('warn')
    expect(getSecondLine('API to localhost')).toBe('2 requests · to localhost:3000')
  })

  it('keeps its reason while the page continues to send requests', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'api.shop.test'} as const
    const requests: {url: string; type: 'xmlhttprequest'}[] = []
    const reason = 'No request to api.shop.test on this page'
    expect(await reasonOf(source, {}, {requests})).toBe(reason)
    requests.push({url: 'https://api.shop.test/v1', type: 'xmlhttprequest'})
    await new Promise(later => setTimeout(later, 50))
    expect(getSecondLine('It')).toBe(reason)
  })

  it('lists at most five rules, problems first; the others stay in their groups', async () => {
    const idle = (name: string) =>
      aRule('Cancel', {name, pairs: [{source: {key: 'path', operator: 'Contains', value: '/pay'}}]})
    const rules = [
      token,
      ...['A', 'B', 'C', 'D', 'E'].map(name => aView(idle(name))),
      aView(idle('Loop'), {problems: [{code: 'loop'}]}),
    ]
    await openPopup(fakeClient({groups: [shop], rules}), tab, {matches: createMatches(1024, 1)})
    expect(getNames('5 rules are on but did nothing here')).toEqual(['Loop', 'A', 'B', 'C', 'D'])
    expect(getSecondLine('Loop')).toBe('Ignored: it would redirect in a loop')
    expect(getNames('Groups')).toContain('E')
  })

  it('can be collapsed and expanded', async () => {
    await openPopup(library(aRule('Delay', {name: 'Slow'})), tab, {matches: createMatches(1024, 1)})
    const head = screen.getByRole('button', {name: '1 rule is on but did nothing here'})
    fireEvent.click(head)
    expect(screen.queryByRole('switch', {name: 'Slow'})).toBeNull()
    expect(head.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(head)
    expect(screen.getByRole('switch', {name: 'Slow'})).toBeTruthy()
  })
})

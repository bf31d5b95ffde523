// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import '../../../src/ui/options/activity/activity-page'
import type {RuleView} from '../../../src/contract/views'
import {anAsked, fakePort, inPage, noon} from './activity-told'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {fakeKept} from './fake-surface'
import {choose, closePage, openOptions, press} from './page'

afterEach(closePage)

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const on = (value: string, more: object = {}) => ({key: 'path', operator: 'Equals', value, ...more}) as const
const header = aRule('Headers', {
  id: 'header',
  name: 'Staging token',
  pairs: [{source: on('/cart'), modifications: [{header: 'X-Env', type: 'Modify', value: 'b'}]}],
})
const posts = aRule('Headers', {
  id: 'posts',
  name: 'Posts only',
  pairs: [
    {
      source: on('/orders', {filters: [{requestMethod: ['POST']}]}),
      modifications: [{header: 'X-Env', type: 'Modify', value: 'b'}],
    },
  ],
})
const upper = aRule('Redirect', {
  id: 'upper',
  name: 'Upper',
  pairs: [{source: on('/two'), destinationType: 'url', destination: 'https://a.test/'}],
})
const lower = aRule('Redirect', {
  id: 'lower',
  name: 'Lower',
  pairs: [{source: on('/two'), destinationType: 'url', destination: 'https://b.test/'}],
})
const declined = aRule('Response', {
  id: 'declined',
  name: 'Payment declined',
  pairs: [{source: on('/pay'), type: 'static', value: '{}', statusCode: 402}],
})
const overWorker = aRule('Response', {
  id: 'over',
  name: 'Over a worker',
  pairs: [{source: on('/worker'), type: 'static', value: '{}'}],
})
const [envA, envB] = ['a', 'b'].map(value =>
  aRule('Headers', {
    id: `env-${value}`,
    name: `Env ${value}`,
    pairs: [{source: on('/worker'), modifications: [{header: 'X-Env', type: 'Modify', value}]}],
  }),
) as [typeof header, typeof header]
const ofTeam = aRule('Headers', {
  id: 'team',
  name: 'Token of the team',
  pairs: [{source: on('/env'), modifications: [{header: 'X-Env', type: 'Modify', value: 'a'}]}],
})
const ofMine = aRule('Headers', {
  id: 'mine',
  name: 'My setup',
  pairs: [
    {
      source: on('/env'),
      modifications: [
        {header: 'X-Env', type: 'Modify', value: 'b'},
        {header: 'X-Frame-Options', type: 'Remove', target: 'Response'},
      ],
    },
  ],
})
const several = aRule('Response', {
  id: 'several',
  name: 'Answers',
  pairs: [
    {source: on('/early'), type: 'static', value: '{}', statusCode: 201},
    {source: on('/late'), type: 'static', value: '{}', statusCode: 503},
  ],
})
const phone = aRule('UserAgent', {
  id: 'phone',
  name: 'As a phone',
  pairs: [{source: on('/m'), userAgent: 'Phone/1.0'}],
  modificationDate: noon - 30_000,
})
const rules: readonly RuleView[] = [
  header,
  posts,
  upper,
  lower,
  declined,
  phone,
  several,
  overWorker,
  envA,
  envB,
  ofTeam,
  ofMine,
].map((rule, at) => aView(rule, {browserRules: [at + 1]}))

const tab = {id: 7, url: 'https://shop.test/checkout'}

async function open(kept = fakeKept(), tellsRules = true, tabs: readonly (typeof tab)[] = [tab]) {
  const port = fakePort(tabs, tellsRules)
  const client = fakeClient({rules})
  await openOptions(client, '#/activity', {kept, activity: async () => port})
  await waitFor(() => screen.getByText(/^Live$|log is off$/))
  return {port, client, kept}
}
const rows = () => screen.queryAllByRole('row').filter(each => each.dataset['row'] !== undefined)
const texts = () =>
  rows().map(row =>
    within(row)
      .queryAllByRole('gridcell')
      .slice(2)
      .map(each => each.textContent.trim()),
  )
const urls = () => rows().map(row => new URL(within(row).getByRole('rowheader').textContent).pathname)

describe('the activity page', () => {
  it('shows each request with the rules that acted, the last one first', async () => {
    const {port} = await open()
    port.request('/cart', 1)
    port.request('/plain')
    port.tell(inPage('/pay', 'declined', {isServed: true, time: Date.now()}))
    await waitFor(() =>
      expect(texts()).toEqual([
        ['Payment declined', 'Applied, 402'],
        ['', '200'],
        ['Staging token', 'Applied'],
      ]),
    )
    expect(urls()).toEqual(['/pay', '/plain', '/cart'])
  })

  it('goes on by itself when the request that was open is cleared', async () => {
    const {port} = await open()
    port.request('/cart', 1)
    await waitFor(() => expect(urls()).toEqual(['/cart']))
    const [cart] = rows()
    if (cart) fireEvent.click(cart)
    press('Clear')
    port.request('/one')
    await waitFor(() => expect(urls()).toEqual(['/one']))
    port.request('/two')
    await waitFor(() => expect(urls()).toEqual(['/two', '/one']))
  })

  it('says the status of the condition that answered, of several', async () => {
    const {port} = await open()
    port.tell(inPage('/late', 'several', {isServed: true, time: Date.now()}))
    await waitFor(() => expect(texts()).toEqual([['Answers', 'Applied, 503']]))
  })

  it('says of what Chrome tells nothing of that no rule of its own was asked', async () => {
    const {port} = await open()
    port.tell(inPage('/worker', 'over', {time: Date.now()}))
    await waitFor(() => expect(texts()).toEqual([['Over a worker', 'Applied']]))
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
    fireEvent.click(rows()[0] as HTMLElement)
    later.mockRestore()
    expect(screen.getByText(/^Chrome has told of no request for it/)).toBeTruthy()
    expect(screen.getAllByRole('heading', {level: 2}).map(each => each.textContent)).toEqual([
      'What “Over a worker” did',
    ])
  })

  it('says of a rule that was changed after a request that it was', async () => {
    const {port, client} = await open()
    port.request('/two', 3)
    port.request('/cart')
    await waitFor(() =>
      expect(texts()).toEqual([
        ['Staging token', 'Not applied'],
        ['Upper', 'Applied'],
      ]),
    )
    await new Promise(done => setTimeout(done, 5))
    const later = Date.now()
    client.set({
      rules: client
        .view()
        .rules.map(each => (each.rule ? {...each, rule: {...each.rule, modificationDate: later}} : each)),
    })
    const [cart, two] = rows()
    if (cart) fireEvent.click(cart)
    await waitFor(() => expect(screen.getByText(/^The rule was changed after this request/)).toBeTruthy())
    expect(screen.queryByText(/nobody saw it act/)).toBeNull()
    if (two) fireEvent.click(two)
    await waitFor(() => expect(screen.getByText(/^It acted as it was then, and was changed since. Now: /)).toBeTruthy())
  })

  it('says of a rule that was deleted after a request that it acted, and that it is gone', async () => {
    const {port, client} = await open()
    port.request('/two', 3)
    await waitFor(() => expect(texts()).toEqual([['Upper', 'Applied']]))
    client.set({rules: client.view().rules.filter(({id}) => id !== 'upper')})
    const [two] = rows()
    if (two) fireEvent.click(two)
    await waitFor(() => expect(screen.getByText('It acted as it was then, and was deleted since.')).toBeTruthy())
    expect(screen.getByRole('heading', {name: 'What “Upper” did'})).toBeTruthy()
    expect(screen.queryByText('No rule has to do with this request.')).toBeNull()
    port.request('/first')
    await waitFor(() => expect(texts()).toContainEqual(['Upper', 'Applied']))
  })

  it('lets the button of the new ones be reached from a row by key', async () => {
    const {port} = await open()
    port.request('/first')
    await waitFor(() => expect(urls()).toEqual(['/first']))
    const [row] = rows()
    row?.focus()
    port.request('/second')
    const button = await screen.findByRole('button', {name: '1 new'})
    button.focus()
    await new Promise(done => setTimeout(done, 50))
    expect(document.activeElement).toBe(button)
    expect(urls()).toEqual(['/first'])
  })

  it('says of a rule that matches and did not act which check failed, and what to do', async () => {
    const {port} = await open()
    port.request('/two', 3)
    port.request('/orders')
    await waitFor(() => expect(urls()).toEqual(['/orders', '/two']))
    const [orders, two] = rows()
    if (orders) fireEvent.click(orders)
    expect(screen.getByRole('heading', {name: 'Why was “Posts only” not applied?'})).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(each => each.textContent.trim())).toContain(
      'Filter Method: it is GET, not POST.',
    )
    expect(screen.getByRole('link', {name: /^Edit rule/}).getAttribute('href')).toBe('#/rules/posts')
    if (two) fireEvent.click(two)
    expect(screen.getByRole('heading', {name: 'Why was “Lower” not applied?'})).toBeTruthy()
    expect(screen.getByRole('heading', {name: 'What “Upper” did'})).toBeTruthy()
    fireEvent.click(screen.getByRole('button', {name: /^Move above it/}))
    await waitFor(() => expect(screen.queryByRole('button', {name: /^Move above it/})).toBeNull())
  })

  it('says of a rule whose header another one has, and which had nothing to remove, that the other one came first', async () => {
    const {port} = await open()
    port.request('/env', 11)
    await waitFor(() => expect(urls()).toEqual(['/env']))
    const [env] = rows()
    if (env) fireEvent.click(env)
    expect(screen.getByRole('heading', {name: 'Why was “My setup” not applied?'})).toBeTruthy()
    const said = screen.getAllByRole('listitem').map(each => each.textContent.trim())
    expect(said).not.toContain('No other rule acts first')
    expect(said.slice(-2)).toEqual([
      'Token of the team, which stands above, has X-Env already.',
      'Chrome tells of no header that it removed: none of that name was there.',
    ])
  })

  it.each([
    ['its group', true, 'Its group was changed after this request: the next one meets it.'],
    ['Rules on', false, '“Rules on” was turned on after this request: the next one meets it.'],
  ])('says of a rule that only removes, and was held off by %s then, that it was', async (_, isOfGroup, said) => {
    const remover = aRule('Headers', {
      name: 'CSP off',
      groupId: 'team',
      pairs: [
        {source: on('/page'), modifications: [{header: 'Content-Security-Policy', type: 'Remove', target: 'Response'}]},
      ],
    })
    const group = aGroup('Team A', {id: 'team', status: isOfGroup ? 'Inactive' : 'Active'})
    const client = fakeClient({rules: [aView(remover)], groups: [group]})
    const port = fakePort()
    await openOptions(client, '#/activity', {activity: async () => port})
    await waitFor(() => screen.getByText('Live'))
    if (!isOfGroup) await client.ask('rules.pause', {paused: true})
    port.request('/page', undefined, {time: Date.now() - 1_000})
    await waitFor(() => expect(urls()).toEqual(['/page']))
    const [page] = rows()
    if (page) fireEvent.click(page)
    press(isOfGroup ? /^Turn its group on/ : /^Turn rules on/)
    await waitFor(() => expect(screen.getByText(said)).toBeTruthy())
  })

  it('says of the address that a server leads a request to what rules make of that', async () => {
    const {port, kept} = await open()
    const leads = (path: string, browserRule?: number) => {
      const asked = anAsked(`/from${path}`, {method: 'POST', time: Date.now()})
      const to = `https://api.shop.test${path}`
      const there = {...asked, url: to, method: 'GET'}
      port.tell(
        {tells: 'asked', asked},
        {tells: 'moved', id: asked.id, to, isByServer: true},
        {tells: 'asked', asked: there},
      )
      if (browserRule !== undefined) port.tell({tells: 'acted', asked: there, browserRule})
      port.tell({tells: 'answered', id: asked.id, url: to, status: 200, fromCache: false, time: asked.time})
    }
    leads('/cart', 1)
    leads('/orders')
    leads('/pay')
    leads('/plain')
    await waitFor(() => expect(urls()).toEqual(['/from/plain', '/from/pay', '/from/orders', '/from/cart']))
    const [plain, pay, orders, cart] = rows()
    const later = Date.now() + 10_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    if (plain) fireEvent.click(plain)
    expect(screen.getByText('No rule has to do with this request.')).toBeTruthy()
    if (pay) fireEvent.click(pay)
    expect(screen.getByRole('heading', {name: 'Why was “Payment declined” not applied?'})).toBeTruthy()
    expect(screen.getByText(/^A server led the request to this address\./)).toBeTruthy()
    if (orders) fireEvent.click(orders)
    expect(screen.getByText('Filter Method: it is GET, not POST.', {exact: false})).toBeTruthy()
    if (cart) fireEvent.click(cart)
    expect(screen.getByRole('heading', {name: 'What “Staging token” did'})).toBeTruthy()
    press(/^Test this URL/)
    await waitFor(() =>
      expect(kept.all.get('test:header')).toMatchObject({url: 'https://api.shop.test/cart', method: 'GET'}),
    )
    vi.restoreAllMocks()
  })

  it('says of a preflight that no script in a page sees it', async () => {
    const {port} = await open()
    port.request('/pay', undefined, {method: 'OPTIONS', time: Date.now() - 60_000})
    await waitFor(() => expect(urls()).toEqual(['/pay']))
    await waitFor(() => expect(texts()).toEqual([['', '200']]))
    const [row] = rows()
    if (row) fireEvent.click(row)
    expect(screen.getByRole('heading', {name: 'Why was “Payment declined” not applied?'})).toBeTruthy()
    expect(screen.getByText(/^The browser asks this by itself before a request of the page/)).toBeTruthy()
    expect(screen.queryByText(/It can act on this kind of request|nobody saw it act/)).toBeNull()
  })

  it('marks a request on which no rule acted that should have', async () => {
    const {port} = await open()
    port.request('/cart')
    await waitFor(() => expect(texts()).toEqual([['Staging token', 'Not applied']]))
    const [row] = rows()
    if (row) fireEvent.click(row)
    expect(screen.getByRole('heading', {name: 'Why was it not applied?'})).toBeTruthy()
    expect(screen.getByText(/nobody saw it act/)).toBeTruthy()
  })

  it('says why what was applied may not look so', async () => {
    const {port} = await open()
    // The page was opened a minute before, and the rule made since.
    port.request('/m', 6)
    port.request('/cart', 1, {tab: -1, time: noon + 1})
    await waitFor(() => expect(urls()).toEqual(['/m']))
    fireEvent.click(screen.getByRole('radio', {name: 'All tabs'}))
    await waitFor(() => expect(urls()).toEqual(['/cart', '/m']))
    const [cart, mobile] = rows()
    if (mobile) fireEvent.click(mobile)
    await waitFor(() => screen.getByText(/The page was open before.*Reload it/))
    if (cart) fireEvent.click(cart)
    await waitFor(() => screen.getByText(/service worker asked for it/))
  })

  it('believes the rules where Chrome does not say what they did, and says so', async () => {
    const {port} = await open(fakeKept(), false)
    port.request('/cart')
    await waitFor(() => expect(texts()).toEqual([['Staging token', 'Applied']]))
    expect(screen.getByText(/Chrome says which rules acted only where/)).toBeTruthy()
  })

  /** With one request, which is read. */
  async function openFirst() {
    const {port} = await open()
    port.request('/first')
    await waitFor(() => expect(urls()).toEqual(['/first']))
    const [row] = rows()
    if (row) fireEvent.click(row)
    return port
  }

  it('moves nothing that is being read: new ones wait at the top', async () => {
    const port = await openFirst()
    port.request('/second')
    port.request('/third')
    await waitFor(() => screen.getByRole('button', {name: '2 new'}))
    expect(urls()).toEqual(['/first'])
    press('2 new')
    await waitFor(() => expect(urls()).toEqual(['/third', '/second', '/first']))
    expect(screen.queryByRole('button', {name: '2 new'})).toBeNull()
  })

  it.each([
    ['by mouse the next ones come at once', 1, ['/third', '/second', '/first']],
    ['by key the next ones wait, since the first row is read now', 0, ['/second', '/first']],
  ])('after the new ones were asked for %s', async (_, detail, now) => {
    const port = await openFirst()
    port.request('/second')
    fireEvent.click(await screen.findByRole('button', {name: '1 new'}), {detail})
    await waitFor(() => expect(urls()).toEqual(['/second', '/first']))
    port.request('/third')
    await waitFor(() => expect([urls(), screen.queryByText('1 new') !== null]).toEqual([now, detail === 0]))
  })

  it('draws at most four times a second, and a few rows of a thousand', async () => {
    const {port} = await open()
    vi.useFakeTimers()
    for (let n = 0; n < 300; n++) port.request(`/${n}`)
    vi.advanceTimersByTime(249)
    expect(urls()).toEqual([])
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    await waitFor(() => expect(urls()[0]).toBe('/299'))
    for (let n = 0; n < 900; n++) port.request(`/later/${n}`)
    await waitFor(() => expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('1001'))
    expect(rows().length).toBeLessThan(100)
  })

  it('knows the tabs that are open now: the first one where there was none, and one that is closed', async () => {
    const {port} = await open()
    await waitFor(() => screen.getByRole('combobox', {name: 'Tab'}))
    port.setTabs([])
    await waitFor(() => expect(screen.queryByRole('combobox', {name: 'Tab'})).toBeNull())
    fireEvent.click(screen.getByRole('radio', {name: 'All tabs'}))
    fireEvent.click(screen.getByRole('radio', {name: 'This tab'}))
    port.setTabs([{id: 9, url: 'https://new.test/'}])
    port.request('/there', undefined, {tab: 9})
    await waitFor(() => expect(urls()).toEqual(['/there']))
    port.setTabs([{id: 10, url: 'https://other.test/'}])
    const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', {name: 'Tab'}).selectedOptions[0]?.text
    await waitFor(() => expect(chosen()).toBe('A closed tab'))
    expect(urls()).toEqual(['/there'])
    // A rule made its page up, as one of `data:`.
    const untold = [
      {id: 9, url: ''},
      {id: 12, url: ''},
    ]
    port.setTabs([...untold, {id: 10, url: 'https://other.test/'}])
    await waitFor(() => expect(chosen()).toBe('A page without an address'))
    expect(screen.getByRole('combobox', {name: 'Tab'}).querySelectorAll('option')).toHaveLength(2)
  })

  it('stays with all tabs where that was pressed, also when the first tab opens later', async () => {
    const {port} = await open(fakeKept(), true, [])
    fireEvent.click(screen.getByRole('radio', {name: 'All tabs'}))
    port.setTabs([{id: 9, url: 'https://new.test/'}])
    port.request('/elsewhere', undefined, {tab: 10})
    await waitFor(() => expect(urls()).toEqual(['/elsewhere']))
    expect(screen.getByRole<HTMLInputElement>('radio', {name: 'All tabs'}).checked).toBe(true)
  })

  it('is narrowed by URL or rule, type, result and tab', async () => {
    const {port} = await open()
    port.request('/cart', 1)
    port.request('/logo', undefined, {type: 'image'})
    port.request('/elsewhere', 2, {tab: 8})
    await waitFor(() => expect(urls()).toEqual(['/logo', '/cart']))
    fireEvent.click(screen.getByRole('radio', {name: 'All tabs'}))
    await waitFor(() => expect(urls()).toEqual(['/elsewhere', '/logo', '/cart']))
    const search = screen.getByRole('searchbox', {name: 'Filter by URL or rule'})
    fireEvent.input(search, {target: {value: 'staging'}})
    await waitFor(() => expect(urls()).toEqual(['/cart']))
    fireEvent.input(search, {target: {value: ''}})
    choose('Type', 'image')
    await waitFor(() => expect(urls()).toEqual(['/logo']))
    choose('Result', 'Applied')
    await waitFor(() => expect(screen.getByText(/No request matches/)).toBeTruthy())
    press('Clear filters')
    await waitFor(() => expect(urls()).toEqual(['/elsewhere', '/logo', '/cart']))
  })

  it('takes nothing new while paused, while it is off, and once it is left; what was seen is there again', async () => {
    const {port, kept} = await open()
    port.request('/cart', 1)
    await waitFor(() => expect(urls()).toEqual(['/cart']))
    press('Pause')
    port.request('/paused')
    press('Go on')
    port.request('/on')
    await waitFor(() => expect(urls()).toEqual(['/on', '/cart']))
    location.hash = '#/groups'
    await waitFor(() => expect(rows()).toEqual([]))
    port.request('/left')
    location.hash = '#/activity'
    await waitFor(() => expect(urls()).toEqual(['/on', '/cart']))
    press('Clear')
    await waitFor(() => expect(urls()).toEqual([]))
    await kept.write('activityLog', false)
    await waitFor(() => expect(screen.getByText('The activity log is off')).toBeTruthy())
    port.request('/off')
    press('Turn on')
    await waitFor(() => expect(screen.getByText(/^No request yet/)).toBeTruthy())
    port.request('/again')
    await waitFor(() => expect(urls()).toEqual(['/again']))
  })

  it('stays off over a reload, and its switch stands in Settings', async () => {
    const kept = fakeKept()
    await openOptions(fakeClient({rules}), '#/settings', {kept})
    fireEvent.click(screen.getByRole('switch', {name: 'Activity log'}))
    await waitFor(() => expect(kept.all.get('activityLog')).toBe(false))
    const {port} = await open(kept)
    await waitFor(() => expect(screen.getByText('The activity log is off')).toBeTruthy())
    expect(port.watchers()).toBe(0)
  })

  it('that cannot be turned on says why', async () => {
    const kept = fakeKept()
    await kept.write('activityLog', false)
    await open({...kept, write: () => Promise.reject(new Error('The disk is full.'))})
    press('Turn on')
    expect(await screen.findByText('Not done. The disk is full.')).toBeTruthy()
  })

  it('leads to the rule’s tester with the request in it', async () => {
    const {port, kept} = await open()
    port.request('/orders', undefined, {type: 'script'})
    await waitFor(() => expect(urls()).toEqual(['/orders']))
    const [row] = rows()
    row?.focus()
    fireEvent.keyDown(row ?? document, {key: 'Enter'})
    press(/^Test this URL/)
    await waitFor(() => expect(location.hash).toBe('#/rules/posts'))
    expect(kept.all.get('test:posts')).toEqual({
      url: 'https://api.shop.test/orders',
      method: 'GET',
      resourceType: 'script',
      page: 'https://shop.test/',
      payload: '',
    })
  })
})

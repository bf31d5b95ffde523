// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import '../../../src/ui/options/activity/activity-page'
import type {RuleView} from '../../../src/model/views'
import {anAsked, fakePort, inPage, noon} from './activity-events'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
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

async function open(storedValues = createFakeStoredValues(), tellsRules = true, tabs: readonly (typeof tab)[] = [tab]) {
  const port = fakePort(tabs, tellsRules)
  const client = fakeClient({rules})
  await openOptions(client, '#/activity', {storedValues, loadActivityPort: async () => port})
  await waitFor(() => screen.getByText(/^Live$|^Activity is off$/))
  return {port, client, kept: storedValues}
}
const rows = () => screen.queryAllByRole('row').filter(each => each.dataset['row'] !== undefined)
/** The rule names and the status of each row. */
const texts = () =>
  rows().map(row => {
    const [, , , status, names] = within(row).queryAllByRole('gridcell')
    return [names?.textContent.trim(), status?.textContent.trim()]
  })
const urls = () => rows().map(row => new URL(within(row).getByRole('rowheader').textContent).pathname)

describe('the activity page', () => {
  it('shows each request with the rules that applied, newest first', async () => {
    const {port} = await open()
    port.request('/cart', 1)
    port.request('/plain')
    port.tell(inPage('/pay', 'declined', {isServed: true, time: Date.now()}))
    await waitFor(() =>
      expect(texts()).toEqual([
        ['Payment declined', '402'],
        ['', '200'],
        ['Staging token', '200'],
      ]),
    )
    expect(urls()).toEqual(['/pay', '/plain', '/cart'])
  })

  it('shows applied rules, near misses, the number of disabled rules and headers', async () => {
    const off = [1, 2].map(at => aRule('Cancel', {id: `off${at}`, pairs: [{source: on('/two')}], status: 'Inactive'}))
    const client = fakeClient({rules: [...rules, ...off.map(rule => aView(rule))]})
    const port = fakePort([tab])
    await openOptions(client, '#/activity', {loadActivityPort: async () => port})
    await waitFor(() => screen.getByText('Live'))
    const asked = anAsked('/two', {time: Date.now()})
    const headers = [{name: 'X-Sent', value: 'a'}]
    port.tell(
      {kind: 'asked', asked},
      {kind: 'acted', asked, browserRule: 3},
      {kind: 'sent', id: asked.id, headers},
      {
        kind: 'answered',
        id: asked.id,
        url: asked.url,
        status: 200,
        fromCache: true,
        time: noon,
        headers: [{name: 'X-Came', value: 'b'}],
      },
    )
    await waitFor(() => expect(texts()).toEqual([['Upper', '200']]))
    fireEvent.click(rows()[0] as HTMLElement)
    expect(screen.getAllByRole('heading', {level: 2}).map(each => each.textContent)).toEqual([
      'What “Upper” did',
      'Why was “Lower” not applied?',
      'Request headers',
      'Response headers',
    ])
    expect(screen.getByText('2 matching rules are off.')).toBeTruthy()
    expect(screen.getByText('The response came from the browser’s cache.')).toBeTruthy()
    expect(screen.getAllByRole('definition').map(each => each.textContent)).toEqual(['a', 'b'])
  })

  it('says "Not known" for a matching rule without a report', async () => {
    const {port} = await open()
    port.request('/cart')
    port.request('/pay')
    await waitFor(() =>
      expect(texts()).toEqual([
        ['', '200'],
        ['', '200'],
      ]),
    )
    const [pay, cart] = rows()
    if (pay) fireEvent.click(pay)
    expect(screen.getByText(/^Not known: the page reported no result/)).toBeTruthy()
    if (cart) fireEvent.click(cart)
    expect(screen.getByText(/^Not known: Chrome reported no match/)).toBeTruthy()
  })

  it('says "Not known" for requests whose page reports cannot be told apart', async () => {
    const {port} = await open()
    const now = Date.now()
    port.tell(inPage('/pay', 'declined', {waits: true, time: now}), inPage('/pay', 'several', {time: now + 1}))
    port.tell(inPage('/worker', 'over', {time: now + 2}))
    await waitFor(() =>
      expect(texts()).toEqual([
        ['Over a worker', 'Not known'],
        ['Not known', 'Not known'],
        ['Not known', 'Waiting'],
      ]),
    )
    fireEvent.click(rows()[1] as HTMLElement)
    expect(screen.getByText(/It is not known which of them the rules applied to/)).toBeTruthy()
    fireEvent.click(rows()[0] as HTMLElement)
    expect(screen.getByText(/^Chrome reported no such request/)).toBeTruthy()
  })

  it('continues to add requests after the open one was cleared', async () => {
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

  it('still names a rule that applied and was deleted since', async () => {
    const {port, client} = await open()
    port.request('/two', 3)
    await waitFor(() => expect(texts()).toEqual([['Upper', '200']]))
    client.set({rules: client.view().rules.filter(({id}) => id !== 'upper')})
    const [two] = rows()
    if (two) fireEvent.click(two)
    await waitFor(() => expect(screen.getByText('The rule has been deleted since.')).toBeTruthy())
    expect(screen.getByRole('heading', {name: 'What “Upper” did'})).toBeTruthy()
    expect(screen.queryByText('No rule matches this request.')).toBeNull()
    port.request('/first')
    await waitFor(() => expect(texts()).toContainEqual(['Upper', '200']))
  })

  it('lets the keyboard reach the “new” button from a row', async () => {
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

  it('says which check of a matching rule failed, and what to do', async () => {
    const {port} = await open()
    port.request('/two', 3)
    port.request('/orders')
    await waitFor(() => expect(urls()).toEqual(['/orders', '/two']))
    const [orders, two] = rows()
    if (orders) fireEvent.click(orders)
    expect(screen.getByRole('heading', {name: 'Why was “Posts only” not applied?'})).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(each => each.textContent.trim())).toContain(
      'Filter Method: the request is GET, the rule wants POST.',
    )
    expect(screen.getByRole('link', {name: /^Edit rule/}).getAttribute('href')).toBe('#/rules/posts')
    if (two) fireEvent.click(two)
    expect(screen.getByRole('heading', {name: 'Why was “Lower” not applied?'})).toBeTruthy()
    expect(screen.getByRole('heading', {name: 'What “Upper” did'})).toBeTruthy()
    fireEvent.click(screen.getByRole('button', {name: /^Move above it/}))
    await waitFor(() => expect(screen.queryByRole('button', {name: /^Move above it/})).toBeNull())
  })

  it("shows the simulator's result, labelled Expected, if Chrome reports no matches", async () => {
    const {port} = await open(createFakeStoredValues(), false)
    port.request('/cart')
    await waitFor(() => expect(texts()).toEqual([['ExpectedStaging token', '200']]))
    expect(screen.getByText(/^Chrome reports matched rules only for unpacked extensions/)).toBeTruthy()
  })

  /** Opens the page with one request and selects it. */
  async function openFirst() {
    const {port} = await open()
    port.request('/first')
    await waitFor(() => expect(urls()).toEqual(['/first']))
    const [row] = rows()
    if (row) fireEvent.click(row)
    return port
  }

  it('moves no row that is being read: new requests wait at the top', async () => {
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
    ['mouse users see later requests at once', 1, ['/third', '/second', '/first']],
    ['keyboard users read the first row, so later requests wait', 0, ['/second', '/first']],
  ])('after “1 new” is pressed, %s', async (_, detail, now) => {
    const port = await openFirst()
    port.request('/second')
    fireEvent.click(await screen.findByRole('button', {name: '1 new'}), {detail})
    await waitFor(() => expect(urls()).toEqual(['/second', '/first']))
    port.request('/third')
    await waitFor(() => expect([urls(), screen.queryByText('1 new') !== null]).toEqual([now, detail === 0]))
  })

  it('renders at most four times a second, and few of a thousand rows', async () => {
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

  it('follows the open tabs, also while the selected tab is closed', async () => {
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
    // A page without a URL, such as one whose response comes from a `data:` URL.
    const untold = [
      {id: 9, url: ''},
      {id: 12, url: ''},
    ]
    port.setTabs([...untold, {id: 10, url: 'https://other.test/'}])
    await waitFor(() => expect(chosen()).toBe('A page without a URL'))
    expect(screen.getByRole('combobox', {name: 'Tab'}).querySelectorAll('option')).toHaveLength(2)
  })

  it('keeps “All tabs” selected when the first tab opens later', async () => {
    const {port} = await open(createFakeStoredValues(), true, [])
    fireEvent.click(screen.getByRole('radio', {name: 'All tabs'}))
    port.setTabs([{id: 9, url: 'https://new.test/'}])
    port.request('/elsewhere', undefined, {tab: 10})
    await waitFor(() => expect(urls()).toEqual(['/elsewhere']))
    expect(screen.getByRole<HTMLInputElement>('radio', {name: 'All tabs'}).checked).toBe(true)
  })

  it('can be filtered by URL or rule, type, result and tab', async () => {
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

  it('adds nothing while paused, off or left, and keeps earlier requests', async () => {
    const {port, kept: storedValues} = await open()
    port.request('/cart', 1)
    await waitFor(() => expect(urls()).toEqual(['/cart']))
    press('Pause')
    port.request('/paused')
    press('Resume')
    port.request('/on')
    await waitFor(() => expect(urls()).toEqual(['/on', '/cart']))
    location.hash = '#/groups'
    await waitFor(() => expect(rows()).toEqual([]))
    port.request('/left')
    location.hash = '#/activity'
    await waitFor(() => expect(urls()).toEqual(['/on', '/cart']))
    press('Clear')
    await waitFor(() => expect(urls()).toEqual([]))
    await storedValues.write('activityLog', false)
    await waitFor(() => expect(screen.getByText('Activity is off')).toBeTruthy())
    port.request('/off')
    press('Turn on')
    await waitFor(() => expect(screen.getByText(/^No requests yet/)).toBeTruthy())
    port.request('/again')
    await waitFor(() => expect(urls()).toEqual(['/again']))
  })

  it('stays off after a reload; its switch is in Settings', async () => {
    const storedValues = createFakeStoredValues()
    await openOptions(fakeClient({rules}), '#/settings', {storedValues})
    fireEvent.click(screen.getByRole('switch', {name: 'Activity log'}))
    await waitFor(() => expect(storedValues.all.get('activityLog')).toBe(false))
    const {port} = await open(storedValues)
    await waitFor(() => expect(screen.getByText('Activity is off')).toBeTruthy())
    expect(port.watchers()).toBe(0)
  })

  it('says why it cannot be turned on', async () => {
    const storedValues = createFakeStoredValues()
    await storedValues.write('activityLog', false)
    await open({...storedValues, write: () => Promise.reject(new Error('The disk is full.'))})
    press('Turn on')
    expect(await screen.findByText('Not done. The disk is full.')).toBeTruthy()
  })

  it('opens the tester of the rule with the request', async () => {
    const {port, kept: storedValues} = await open()
    port.request('/orders', undefined, {type: 'script'})
    await waitFor(() => expect(urls()).toEqual(['/orders']))
    const [row] = rows()
    row?.focus()
    fireEvent.keyDown(row ?? document, {key: 'Enter'})
    press(/^Test this URL/)
    await waitFor(() => expect(location.hash).toBe('#/rules/posts'))
    expect(storedValues.all.get('test:posts')).toEqual({
      url: 'https://api.shop.test/orders',
      method: 'GET',
      resourceType: 'script',
      page: 'https://shop.test/',
      payload: '',
    })
  })
})

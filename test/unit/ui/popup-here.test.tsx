// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import type {Source} from '../../../src/contract/source'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {fakeSession} from './fake-surface'
import {closePage, openPopup, startPopup, toggle} from './page'

afterEach(closePage)

const now = Date.now()
const tab = 'https://shop.test/checkout'
const times = (browserRule: number, count: number, tabId = 7) =>
  Array.from({length: count}, (_, index) => ({browserRule, tabId, time: now - 1000 - index}))
const names = (region: string) =>
  within(screen.getByRole('region', {name: region}))
    .queryAllByRole('switch')
    .map(each => each.getAttribute('aria-label'))
const lineOf = (name: string) =>
  screen.getByRole('switch', {name}).closest('li')?.querySelector('.popup-row-second')?.textContent

const shop = aGroup('Shop')
const onHost = (value: string) => ({
  source: {key: 'host' as const, operator: 'Equals' as const, value},
})
const sets = (...headers: string[]) =>
  headers.map(header => ({header, type: 'Modify' as const, value: 'x', target: 'Request' as const}))
const token = aView(
  aRule('Headers', {
    id: 't',
    name: 'Token',
    groupId: shop.id,
    pairs: [{...onHost('shop.test'), modifications: sets('Authorization', 'X-Env', 'X-More')}],
  }),
  {browserRules: [1024]},
)
const library = (...more: Parameters<typeof aView>[0][]) =>
  fakeClient({groups: [shop], rules: [token, ...more.map(rule => aView(rule))]})

describe('“Applied on this tab”', () => {
  it('counts what each rule did on this tab only, says all that it does, and shows it nowhere else', async () => {
    await openPopup(library(), tab, {matched: [...times(1024, 18), ...times(1024, 4, 8)]})
    expect(names('Applied on this tab')).toEqual(['Token'])
    expect(lineOf('Token')).toBe('18 requests · sets Authorization, X-Env, X-More')
    expect(screen.getAllByRole('switch', {name: 'Token'})).toHaveLength(1)
    expect(screen.getByRole('button', {name: 'Shop 1 of 1 on, 1 above'})).toBeTruthy()
    expect(screen.getByText('shop.test')).toBeTruthy()
  })

  it('keeps a rule in its place when it is turned off', async () => {
    await openPopup(library(), tab, {matched: times(1024, 1)})
    toggle('Token')
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false'))
    expect(names('Applied on this tab')).toEqual(['Token'])
    expect(lineOf('Token')).toBe('1 request · sets Authorization, X-Env, X-More')
  })

  it('says that browser pages cannot be changed, and claims nothing there', async () => {
    for (const url of ['chrome://settings/', 'https://chromewebstore.google.com/', undefined]) {
      await openPopup(library(), url, {matched: times(1024, 1)})
      expect(screen.getByText('Browser pages cannot be changed.')).toBeTruthy()
      expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
      expect(screen.queryByText(/did nothing here/)).toBeNull()
    }
  })

  it('is left out where Chrome does not say, and so is what did nothing', async () => {
    await openPopup(library(aRule('Delay', {name: 'Slow'})), tab, {matched: null})
    expect(screen.queryByRole('region', {name: 'Applied on this tab'})).toBeNull()
    expect(screen.queryByText(/did nothing here/)).toBeNull()
    expect(names('Groups')).toContain('Token')
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
    ['host', 'Equals', 'api.shop.test', 'No request on this tab goes to api.shop.test'],
    ['host', 'Contains', 'cdn', 'No request on this tab goes to a host with cdn in it'],
    ['host', 'Wildcard_Matches', '*.shop.test', 'No request on this tab goes to a host like *.shop.test'],
    ['host', 'Matches', '^api\\.shop', 'No request on this tab goes to a host that matches ^api\\.shop'],
    ['path', 'Equals', '/payment', 'No request on this tab has the path /payment'],
    ['path', 'Contains', '/payment', 'No request on this tab has /payment in its path'],
    ['path', 'Wildcard_Matches', '/pay/*', 'No request on this tab has a path like /pay/*'],
    ['path', 'Matches', '^/pay', 'No request on this tab has a path that matches ^/pay'],
    ['url', 'Equals', 'https://api.shop.test/', 'No request on this tab goes to https://api.shop.test/'],
    ['url', 'Contains', 'api.shop.test/v1', 'No request on this tab has api.shop.test/v1 in its URL'],
    ['url', 'Wildcard_Matches', '*://api.shop.test/*', 'No request on this tab has a URL like *://api.shop.test/*'],
    ['url', 'Matches', 'api\\.shop\\.test', 'No request on this tab has a URL that matches api\\.shop\\.test'],
  ] as const)('says why of %s %s %s', async (key, operator, value, reason) => {
    expect(await reasonOf({key, operator, value})).toBe(reason)
  })

  it('does not claim that a request is missing which the page itself is', async () => {
    expect(await reasonOf({key: 'host', operator: 'Equals', value: 'shop.test'})).toBe(
      'Nothing since this page was opened. Reload it.',
    )
  })

  it('says that there are filters, too', async () => {
    expect(
      await reasonOf({key: 'path', operator: 'Contains', value: '/pay', filters: [{requestMethod: ['POST']}]}),
    ).toBe('No request on this tab has /pay in its path and passes its filters')
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
    expect(lineOf('Legacy API')).toBe('Hidden by “API to localhost”, above it')
    expect(screen.getByText(/^Hidden by/).className).toContain('warn')
    expect(lineOf('API to localhost')).toBe('2 requests · to localhost:3000')
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

describe('what was last known', () => {
  /** A worker that does not answer until it is told to. */
  function sleeping(client: ReturnType<typeof fakeClient>) {
    let wake = () => {}
    const awake = new Promise<void>(done => {
      wake = done
    })
    const ask: typeof client.ask = async (name, body) => {
      await awake
      return client.ask(name, body)
    }
    return {client: {ask, onChange: client.onChange}, wake: () => wake()}
  }
  async function leave(client: ReturnType<typeof fakeClient>) {
    const session = fakeSession()
    await openPopup(client, tab, {matched: times(1024, 3), session})
    await waitFor(async () => expect(await session.read('lastKnown')).toBeTypeOf('string'))
    closePage()
    return session
  }

  it('is shown before the worker answers, with what acted on this tab', async () => {
    const client = library()
    const session = await leave(client)
    startPopup(sleeping(client).client, tab, {matched: times(1024, 3), session})
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
    expect(lineOf('Token')).toBe('3 requests · sets Authorization, X-Env, X-More')
  })

  it('is put right when the worker answers', async () => {
    const client = library(aRule('Delay', {id: 'gone', name: 'Gone'}))
    const session = await leave(client)
    const {client: asleep, wake} = sleeping(client)
    client.set({rules: client.view().rules.filter(each => each.id !== 'gone')})
    startPopup(asleep, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Gone'}))
    wake()
    await waitFor(() => expect(screen.queryByRole('switch', {name: 'Gone'})).toBeNull())
    expect(screen.getByRole('switch', {name: 'Token'})).toBeTruthy()
  })

  it('can be switched meanwhile; a rule that is gone is refused with words', async () => {
    const client = library(aRule('Delay', {id: 'gone', name: 'Gone'}))
    const session = await leave(client)
    const {client: asleep, wake} = sleeping(client)
    client.set({rules: client.view().rules.filter(each => each.id !== 'gone')})
    startPopup(asleep, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Gone'}))
    toggle('Token')
    toggle('Gone')
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
    wake()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Not done\. /))
    await waitFor(() => expect(client.view().rules.map(each => each.rule?.status)).toEqual(['Inactive']))
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
  })

  it('keeps what was switched where the worker took it, also when nothing can be read', async () => {
    const client = library()
    const session = await leave(client)
    const cannotRead: typeof client.ask = (name, body) =>
      name === 'library.read' ? Promise.reject(new Error('No answer.')) : client.ask(name, body)
    startPopup({ask: cannotRead, onChange: () => () => undefined}, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Token'}))
    toggle('Token')
    await waitFor(() => expect(client.bodies('rules.switch')).toHaveLength(1))
    await new Promise(done => setTimeout(done, 20))
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
  })

  it('of no use is as good as nothing', async () => {
    const session = fakeSession()
    await session.write('lastKnown', '{"paused":')
    await openPopup(library(), tab, {session})
    expect(screen.getByRole('switch', {name: 'Token'})).toBeTruthy()
  })
})

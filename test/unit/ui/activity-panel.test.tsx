// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import {mountPanel} from '../../../src/ui/devtools-panel/panel'
import type {FinishedRequest} from '../../../src/ui/devtools-panel/browser-adapter'
import {anAsked, fakePort, inPage, noon} from './activity-events'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues, createFakeBrowserAdapter} from './fake-browser-adapter'
import {closePage, openOptions, pick, press} from './page'

let stop: (() => void) | undefined
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(noon)
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  stop?.()
  document.body.replaceChildren()
})

/** A finished request as DevTools reports it. */
const aFinished = (
  path: string,
  body: {text: string; encoding?: string} | null,
  status = 200,
  time = noon,
  took = 0,
): FinishedRequest => ({
  har: {
    startedDateTime: new Date(time + 5).toISOString(),
    time: took,
    request: {method: 'GET', url: `https://api.shop.test${path}`, headers: []},
    response: {status, statusText: 'OK', headers: [], content: {size: 9, mimeType: 'application/json'}},
    timings: {wait: 120},
  },
  readBody: async () => ({text: body?.text ?? null, encoding: body?.encoding ?? ''}),
})

function open(rule: Rule = aRule('Cancel', {id: 'a', name: 'Alpha'})) {
  const port = fakePort()
  const client = fakeClient({rules: [aView(rule)]})
  const storedValues = createFakeStoredValues()
  const opened: string[] = []
  let finish: (finished: FinishedRequest) => void = () => undefined
  const root = document.createElement('div')
  document.body.append(root)
  stop = mountPanel(root, {
    client,
    browserAdapter: {
      ...createFakeBrowserAdapter(storedValues),
      activity: port,
      tab: 7,
      onFinished(listener) {
        finish = listener
        return () => undefined
      },
      openOptions: hash => void opened.push(hash),
    },
  })
  return {port, client, kept: storedValues, opened, finish: (finished: FinishedRequest) => finish(finished)}
}
/** Finishes a request whose body is lost once the returned function is called. */
function finishUntilLeft(finish: (finished: FinishedRequest) => void, path: string, text: string): () => void {
  let isLeft = false
  const {har} = aFinished(path, {text}, 201)
  finish({har, readBody: async () => ({text: isLeft ? null : text, encoding: ''})})
  return () => {
    isLeft = true
  }
}
const preparedIn = (storedValues: ReturnType<typeof createFakeStoredValues>): unknown =>
  [...storedValues.all].flatMap(([key, value]) => (key.startsWith('prepared:') ? [value] : []))[0]
const row = (path: string) =>
  screen.getAllByRole('row').find(each => within(each).queryByText(new RegExp(`${path}$`))) as HTMLElement

describe('the DevTools panel', () => {
  it('creates a rule from a request: URL, method, type and the response body', async () => {
    const {port, kept: storedValues, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    finish(aFinished('/v1/cart', {text: '{"items":3}'}, 201))
    await waitFor(() => row('/v1/cart'))
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(opened[0]).toMatch(/^#\/rules\/new\/Response\?.*url=https/)
    await openOptions(fakeClient(), opened[0] ?? '', {storedValues})
    const value = (name: string) =>
      screen.getByLabelText<HTMLInputElement>(name, {exact: true, selector: 'input, textarea'}).value
    await waitFor(() => expect(value('Source value')).toBe('https://api.shop.test/v1/cart'))
    expect([value('Response body'), value('Status code')]).toEqual(['{"items":3}', '201'])
    expect(screen.getByRole('button', {name: /^Method GET/})).toBeTruthy()
    expect(screen.getByRole('button', {name: /^Type fetch and XHR/})).toBeTruthy()
    expect([...storedValues.all.keys()].filter(key => key.startsWith('prepared:'))).toEqual([])
    closePage()
  })

  it.each([
    ['that is text in base64', {text: btoa('{"a":1}'), encoding: 'base64'}, 201, 201],
    ['of a 304, which the page received as 200', {text: '{"a":1}'}, 304, 200],
  ])('prefills a Response rule with a body %s', async (_, body, status, given) => {
    const {port, kept: storedValues, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    finish(aFinished('/v1/cart', body, status))
    await waitFor(() => row('/v1/cart'))
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(preparedIn(storedValues)).toMatchObject({answer: {text: '{"a":1}', status: given}})
  })

  it('says that a Response rule starts without a body if the response is not text', async () => {
    const {port, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    finish(aFinished('/v1/cart', {text: btoa('\x89PNG\xff'), encoding: 'base64'}, 201))
    await waitFor(() => row('/v1/cart'))
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Cancel')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(screen.queryByText(/starts without a body/)).toBeNull()
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(2))
    expect(screen.getByText('The rule for GET /v1/cart starts without a body: the response is not text.')).toBeTruthy()
    // The message only concerned the rule created last.
    pick('New rule', 'Cancel')
    await waitFor(() => expect(opened).toHaveLength(3))
    expect(screen.queryByText(/starts without a body/)).toBeNull()
  })

  it('says that a Response rule starts without body and status if none was recorded', async () => {
    const {port, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/before')
    port.request('/refused')
    finish(aFinished('/refused', {text: ''}, 0))
    await waitFor(() => row('/refused'))
    for (const [path, why] of [
      ['/before', 'a body: DevTools keeps the last 1,000 responses, each once it is complete.'],
      ['/refused', 'a body and status: there was no response.'],
    ] as const) {
      const before = opened.length
      fireEvent.click(row(path))
      pick('New rule', 'Response body')
      await waitFor(() => expect(opened).toHaveLength(before + 1))
      expect(screen.getByText(`The rule for GET ${path} starts without ${why}`)).toBeTruthy()
    }
  })

  it('has the body of a page that was left, for mocks and rules', async () => {
    const {port, client, kept: storedValues, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    const leave = finishUntilLeft(finish, '/v1/cart', '{"items":3}')
    await waitFor(() => row('/v1/cart'))
    leave()
    fireEvent.click(within(row('/v1/cart')).getByRole('checkbox'))
    press('Record 1 mock')
    await waitFor(() => expect(client.view().rules).toHaveLength(2))
    expect(client.view().rules[1]?.rule?.pairs[0]).toMatchObject({value: '{"items":3}', statusCode: 201})
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(preparedIn(storedValues)).toMatchObject({answer: {text: '{"items":3}', status: 201}})
  })

  it.each([
    [201, 201],
    // The page received 200 with the cached body.
    [304, 200],
  ])('prefills the status if the page was left before its body was read: %i', async (status, given) => {
    const {port, kept: storedValues, opened, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    finish(aFinished('/v1/cart', null, status))
    await waitFor(() => row('/v1/cart'))
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(preparedIn(storedValues)).toMatchObject({answer: {text: '', status: given}})
    expect(screen.getByText('The rule for GET /v1/cart starts without a body: DevTools no longer has it.')).toBeTruthy()
  })

  it('reads no bodies while it is paused', async () => {
    const {port, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    const read: string[] = []
    const finishRead = (path: string) => {
      const {har, readBody} = aFinished(path, {text: '{}'})
      finish({har, readBody: () => (read.push(path), readBody())})
    }
    finishRead('/one')
    expect(read).toEqual(['/one'])
    press('Pause')
    finishRead('/two')
    expect(read).toEqual(['/one'])
  })

  it.each([
    '{"items":0}',
    // The recorded size belongs to the server's response.
    '',
  ])('uses the body from the rule if the response was mocked: %j', async value => {
    const source = {key: 'path', operator: 'Contains', value: '/v1'} as const
    const pair = {source, type: 'static', value, statusCode: 418} as const
    const rule = aRule('Response', {id: 'fixed', pairs: [pair]})
    const {port, client, kept: storedValues, opened, finish} = open(rule)
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/v1/cart')
    port.tell(inPage('/v1/cart', rule.id))
    finish(aFinished('/v1/cart', null))
    await waitFor(() => expect(row('/v1/cart').textContent).toContain('418'))
    fireEvent.click(within(row('/v1/cart')).getByRole('checkbox'))
    press('Record 1 mock')
    await waitFor(() => expect(client.view().rules).toHaveLength(2))
    expect(client.view().rules[1]?.rule?.pairs[0]).toMatchObject({value, statusCode: 418})
    fireEvent.click(row('/v1/cart'))
    pick('New rule', 'Response body')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(preparedIn(storedValues)).toMatchObject({answer: {text: value, status: 418}})
  })

  it('records a mock of a 304 response as 200', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('/one')
    finish(aFinished('/one', {text: '{"a":1}'}, 304))
    await waitFor(() => row('/one'))
    fireEvent.click(within(row('/one')).getByRole('checkbox'))
    press('Record 1 mock')
    await waitFor(() => expect(client.view().rules).toHaveLength(2))
    expect(client.view().rules[1]?.rule?.pairs[0]).toMatchObject({value: '{"a":1}', statusCode: 200})
  })

  it('records one mock per chosen request in a new group, with one Undo', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    for (const path of ['/one', '/two', '/three', '/bytes', '/gone']) port.request(path)
    finish(aFinished('/one', {text: '{"a":1}'}))
    finish(aFinished('/two', {text: '{"b":2}'}, 404))
    finish(aFinished('/bytes', {text: '/9j/4AAQ', encoding: 'base64'}))
    // Chrome drops the bodies of a page that was left; an empty mock would be wrong.
    finish(aFinished('/gone', null))
    await waitFor(() => row('/gone'))
    expect(screen.getByRole('button', {name: 'Record mocks'}).getAttribute('aria-disabled')).toBe('true')
    for (const path of ['/one', '/two', '/three', '/bytes', '/gone'])
      fireEvent.click(within(row(path)).getByRole('checkbox'))
    press('Record 5 mocks')
    await waitFor(() => expect(screen.getByText('2 rules added')).toBeTruthy())
    const {rules, groups} = client.view()
    expect(groups).toMatchObject([{name: 'Recorded on shop.test'}])
    expect(rules.slice(-2).map(({rule}) => [rule?.ruleType, rule?.groupId, rule?.pairs[0]])).toMatchObject([
      ['Response', groups[0]?.id, {value: '{"a":1}', statusCode: 200, serveWithoutRequest: true}],
      ['Response', groups[0]?.id, {value: '{"b":2}', statusCode: 404}],
    ])
    expect(
      screen.getByText(
        /^Not recorded: GET \/three: DevTools keeps the last 1,000 responses.*GET \/bytes.*: .*GET \/gone.*: The body was not recorded: DevTools no longer has it/,
      ),
    ).toBeTruthy()
    press('Undo')
    await waitFor(() => expect(client.view().groups).toEqual([]))
    expect(screen.queryByText(/not recorded/i)).toBeNull()
    expect(client.view().rules).toHaveLength(1)
  })

  it('records a mock for each of several simultaneous requests to one URL', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    const bodies = ['Cart', 'User', 'Menu']
    for (const name of bodies) {
      port.request('/graphql', undefined, {method: 'POST'})
      const {har, readBody} = aFinished('/graphql', {text: name})
      const postData = {mimeType: 'application/json', text: JSON.stringify({operationName: name})}
      finish({har: {...har, request: {...(har['request'] as object), method: 'POST', postData}}, readBody})
    }
    const rows = () => screen.getAllByRole('row', {name: /graphql/})
    await waitFor(() => expect(rows()).toHaveLength(3))
    for (const each of rows()) fireEvent.click(within(each).getByRole('checkbox'))
    press('Record 3 mocks')
    await waitFor(() => expect(client.view().rules).toHaveLength(4))
    const values = client.view().rules.flatMap(({rule}) => Object.values(rule?.pairs[0] ?? {}))
    expect(values).toEqual(expect.arrayContaining(bodies))
  })

  it('records a mocked body with the payload of its own request', async () => {
    const requestPayload = {key: 'operationName', operator: 'Equals', value: 'Cart'} as const
    const rule = aRule('Response', {
      id: 'a',
      pairs: [
        {
          source: {key: 'path', operator: 'Equals', value: '/graphql', filters: [{requestPayload}]},
          type: 'static',
          value: 'Mocked',
        },
      ],
    })
    const {port, client, finish} = open(rule)
    await waitFor(() => expect(port.watchers()).toBe(1))
    const posted = {method: 'POST'}
    for (const [name, took] of [
      ['User', 400],
      ['Cart', 900],
      ['Menu', 400],
    ] as const)
      port.request('/graphql', undefined, {...posted, payload: JSON.stringify({operationName: name})}, took)
    for (const rules of [[], ['a'], []]) port.tell(inPage('/graphql', '', {...posted, rules}))
    for (const [name, took] of [
      ['User', 400],
      ['Menu', 400],
      ['Cart', 900],
    ] as const) {
      const {har, readBody} = aFinished('/graphql', {text: name}, 200, noon, took)
      const postData = {mimeType: 'application/json', text: JSON.stringify({operationName: name})}
      finish({har: {...har, request: {...(har['request'] as object), ...posted, postData}}, readBody})
    }
    const rows = () => screen.getAllByRole('row', {name: /graphql/})
    await waitFor(() => expect(rows()).toHaveLength(3))
    await waitFor(() => expect(screen.queryByText(rule.name)).toBeTruthy())
    for (const each of rows()) fireEvent.click(within(each).getByRole('checkbox'))
    press('Record 3 mocks')
    await waitFor(() => expect(client.view().rules).toHaveLength(4))
    const made = client.view().rules.flatMap(({id, rule: each}) => (id === 'a' ? [] : (each?.pairs[0] ?? [])))
    const told = made.map(each => {
      const given = each as {readonly source: {readonly filters: readonly object[]}; readonly value: string}
      return `${/"(Cart|User|Menu)"/.exec(JSON.stringify(given.source.filters))?.[1]} ${given.value}`
    })
    expect(told.toSorted()).toEqual(['Cart Mocked', 'Menu Menu', 'User User'])
  })

  it('records no mock of a request whose body was replaced by a rule, and says so', async () => {
    const {port, client, finish} = open(aRule('Request', {id: 'a', name: 'Alpha'}))
    await waitFor(() => expect(port.watchers()).toBe(1))
    const posted = {method: 'POST'}
    port.request('/order', undefined, posted)
    port.tell(inPage('/order', 'a', posted))
    const {har, readBody} = aFinished('/order', {text: '{}'})
    const postData = {mimeType: 'application/json', text: '{"qty":3}'}
    finish({har: {...har, request: {...(har['request'] as object), ...posted, postData}}, readBody})
    await waitFor(() => expect(within(row('/order')).getByText('Alpha')).toBeTruthy())
    fireEvent.click(within(row('/order')).getByRole('checkbox'))
    press('Record 1 mock')
    await screen.findByText(/^Not recorded: POST \/order: A Request body rule changed this request/)
    expect(client.view().rules).toHaveLength(1)
  })

  it('gives simultaneous requests their own bodies, and none to a pending one', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    // DevTools reports requests in the order in which they finish.
    const waits = anAsked('/poll')
    for (const took of [900, 400]) port.request('/poll', undefined, {}, took)
    port.tell({kind: 'asked', asked: waits})
    for (const took of [400, 900]) finish(aFinished('/poll', {text: `after ${took}`}, 200, noon, took))
    const rows = () => screen.getAllByRole('row', {name: /poll/})
    await waitFor(() => expect(rows()).toHaveLength(3))
    const record = async (at: number, made: string | undefined) => {
      fireEvent.click(within(rows()[at] as HTMLElement).getByRole('checkbox'))
      press('Record 1 mock')
      if (made === undefined) return screen.findByText(/^Not recorded: /)
      const values = () => client.view().rules.flatMap(({rule}) => Object.values(rule?.pairs[0] ?? {}))
      await waitFor(() => expect(values()).toContain(made))
      return screen.findByRole('button', {name: 'Record mocks'})
    }
    // The newest request is the first row and still pending.
    await record(0, undefined)
    fireEvent.click(within(rows()[0] as HTMLElement).getByRole('checkbox'))
    await record(2, 'after 900')
    expect(client.view().rules).toHaveLength(2)
    await record(1, 'after 400')
    expect(client.view().rules).toHaveLength(3)
  })

  it('records no mock of the document together with others, and says why', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    for (const [path, type] of [
      ['/', 'main_frame'],
      ['/one', 'xmlhttprequest'],
    ] as const) {
      port.request(path, undefined, {type})
      finish(aFinished(path, {text: '{}'}))
    }
    await waitFor(() => row('/one'))
    for (const box of screen.getAllByRole('checkbox', {name: /Record|Choose|Select/})) fireEvent.click(box)
    press('Record 2 mocks')
    await waitFor(() => screen.getByText(/^Not recorded: GET \/: A mocked page can’t use other mocks/))
    expect(client.view().rules).toHaveLength(2)
  })

  it('records a mock of a request that a rule delayed', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.tell(inPage('/slow', 'a'))
    port.request('/slow', undefined, {time: noon + 4_000})
    finish(aFinished('/slow', {text: '{"a":1}'}, 200, noon + 4_000))
    await waitFor(() => row('/slow'))
    fireEvent.click(within(row('/slow')).getByRole('checkbox'))
    press('Record 1 mock')
    await waitFor(() => expect(client.view().rules).toHaveLength(2))
  })

  it('records chosen requests that a filter hides, but no cleared ones', async () => {
    const {port, client, finish} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    for (const path of ['/one', '/two']) {
      port.request(path)
      finish(aFinished(path, {text: '{}'}))
    }
    await waitFor(() => row('/two'))
    const find = (text: string) => fireEvent.input(screen.getByRole('searchbox'), {target: {value: text}})
    for (const path of ['/one', '/two']) {
      find(path)
      fireEvent.click(within(row(path)).getByRole('checkbox'))
    }
    press('Record 2 mocks')
    await waitFor(() => expect(screen.getByText('2 rules added')).toBeTruthy())
    expect(client.view().rules).toHaveLength(3)
    fireEvent.click(within(row('/two')).getByRole('checkbox'))
    press('Clear')
    expect(screen.getByRole('button', {name: 'Record mocks'})).toBeTruthy()
  })

  it('opens a rule in the options page', async () => {
    const {port, opened} = open()
    await waitFor(() => expect(port.watchers()).toBe(1))
    port.request('', undefined, {url: 'https://a.metrics.test/x'})
    await waitFor(() => row('/x'))
    fireEvent.click(row('/x'))
    fireEvent.click(screen.getByRole('link', {name: /^Edit rule/}))
    expect(opened).toEqual(['#/rules/a'])
  })
})

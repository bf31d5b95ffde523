// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues, createFakeBrowserAdapter} from './fake-browser-adapter'
import {choose, closePage, fill, openOptions, press, toggle} from './page'

afterEach(() => {
  closePage()
})

const source = (value: string) => ({key: 'host', operator: 'Equals', value}) as const
const api = () =>
  aRule('Redirect', {
    id: 'Redirect_api',
    name: 'API to localhost',
    pairs: [{source: source('api.shop.test'), destinationType: 'url', destination: 'http://localhost:3000/'}],
  })
const legacy = () =>
  aRule('Redirect', {
    id: 'Redirect_legacy',
    name: 'Legacy API',
    pairs: [{source: source('api.shop.test'), destinationType: 'url', destination: 'https://old.shop.test/'}],
  })
const token = () =>
  aRule('Headers', {
    id: 'Headers_token',
    name: 'Token',
    pairs: [
      {
        source: source('api.shop.test'),
        modifications: [
          {header: 'X-Env', type: 'Modify', value: 's', target: 'Request'},
          {header: 'Content-Security-Policy', type: 'Remove', target: 'Response'},
        ],
      },
    ],
  })

async function open(
  rules: readonly ReturnType<typeof aView>[],
  id: string,
  browserAdapter = createFakeBrowserAdapter(),
) {
  const client = fakeClient({rules, groups: [aGroup('A')]})
  await openOptions(client, `#/rules/${id}`, browserAdapter)
  return screen.findByLabelText('Test a URL')
}

const strip = () => screen.getByRole('region', {name: 'Tester'})
const verdict = () => strip().querySelector('.verdict')?.textContent

it('a Response that does not answer a type offers to name it', async () => {
  const rule = aRule('Response', {id: 'r', pairs: [{source: source('api.shop.test'), type: 'static', value: '{}'}]})
  await open([aView(rule)], 'r')
  fill('Test a URL', 'https://api.shop.test/cart')
  choose('Request type', 'page')
  await waitFor(() => expect(verdict()).toContain('Without a Type filter this rule does not answer pages.'))
  press('Add Type page')
  await waitFor(() => expect(verdict()).toContain('Matches'))
  expect(screen.getByText('page, fetch and XHR')).toBeTruthy()
})

it('a Replace shows the result of each condition in its form, whether on or off', async () => {
  const pairs = [
    {source: source('cdn.test'), from: 'v1', to: 'v2'},
    {source: source('cdn.test'), from: '/a(\\d)/', to: 'b$1'},
    {source: source('other.test'), from: 'v1', to: 'v3'},
  ]
  const rule = aRule('Replace', {id: 'r', status: 'Inactive', pairs})
  const url = await open([aView(rule)], 'r')
  const previewIn = (n: number) => {
    const pieces = screen.getByRole('group', {name: `Condition ${n}`}).querySelectorAll('p.hint code')
    return [...pieces].map(each => [each.textContent, ...[...each.querySelectorAll('mark')].map(m => m.textContent)])
  }
  fireEvent.input(url, {target: {value: 'https://cdn.test/v1/a7/v1'}})
  await waitFor(() =>
    expect(previewIn(1)).toEqual([
      ['https://cdn.test/v1/a7/v1', 'v1', 'v1'],
      ['https://cdn.test/v2/a7/v2', 'v2', 'v2'],
    ]),
  )
  expect(previewIn(2)).toEqual([
    ['https://cdn.test/v1/a7/v1', 'a7'],
    ['https://cdn.test/v1/b7/v1', 'b7'],
  ])
  expect(previewIn(3)).toEqual([])
  fill('From', 'v9', within(screen.getByRole('group', {name: 'Condition 1'})))
  await waitFor(() => expect(previewIn(1)).toEqual([]))
})

describe('the tester', () => {
  it('starts with a matching request and shows its result', async () => {
    const url = await open([aView(token())], 'Headers_token')
    expect((url as HTMLInputElement).value).toBe('https://api.shop.test/')
    await waitFor(() =>
      expect(verdict()).toBe(
        'Matchessets X-Env, removes Content-Security-Policy from the response · DevTools shows the original response headers.Only rule for this URL',
      ),
    )
    expect(strip().querySelector('.tested-behind mark')?.textContent).toBe('api.shop.test')
  })

  it('names the rule that acts first and lists all rules in order', async () => {
    await open([aView(token()), aView(api()), aView(legacy())], 'Redirect_legacy')
    await waitFor(() => expect(verdict()).toContain('API to localhost is above this rule and acts first. Only'))
    expect(within(strip()).getByRole('link', {name: 'API to localhost'}).getAttribute('href')).toBe(
      '#/rules/Redirect_api',
    )
    fireEvent.click(within(strip()).getByRole('button', {name: '3 rules in order'}))
    const rows = within(screen.getByRole('list', {name: 'Rules that match this request'})).getAllByRole('listitem')
    expect(rows.map(row => row.querySelector('.pill')?.textContent)).toEqual(['Overridden', 'Wins', 'Overridden'])
  })

  it('shows few of many rules: its neighbours, the winner, and the others on request', async () => {
    const many = Array.from({length: 80}, (_, at) => aView({...api(), id: `r${at}`, name: `R${at}`}))
    await open(many, 'r79')
    fireEvent.click(await within(strip()).findByRole('button', {name: '80 rules in order'}))
    const list = within(screen.getByRole('list', {name: 'Rules that match this request'}))
    const names = () => list.getAllByRole('listitem').map(row => row.querySelector('a, b')?.firstChild?.textContent)
    expect(names().slice(0, 2)).toEqual(['R0', 'R30'])
    expect(list.getAllByText('Wins')).toHaveLength(1)
    fireEvent.click(list.getByRole('button', {name: 'Show 29 more rules'}))
    await waitFor(() => expect(names()).toEqual(many.map(({rule}) => rule?.name)))
    expect(list.queryByRole('button')).toBeNull()
  })

  it('tests the unsaved rule', async () => {
    await open([aView(token())], 'Headers_token')
    await waitFor(() => expect(verdict()).toContain('Matches'))
    fill('Test a URL', 'https://api.shop.test/')
    fill('Source value', 'api.shop.tess')
    await waitFor(() => expect(verdict()).toContain('No matchThe host is api.shop.test; the rule wants api.shop.tess'))
    expect(strip().querySelector('.tested-behind mark')?.textContent).toBe('t')
  })

  it.each([
    ['', 'Enter a URL to see what this rule does to it.'],
    ['http://', 'Enter a full URL, such as https://api.shop.test/v1/cart.'],
    ['hello world', 'Enter a full URL, such as https://api.shop.test/v1/cart.'],
    ['https://me:a%20b@not here/', 'Enter a full URL, such as https://api.shop.test/v1/cart.'],
    ['https://me:a%20b@api.shop.test/a b', 'Matches'],
    ['chrome://settings', 'Rules work for http, https and WebSocket URLs only.'],
    [`https://a.test/${'a'.repeat(100_000)}`, 'The URL is longer than 10,000 characters and can’t be tested.'],
    ['https://a.test/<script>alert(1)</script>', 'No matchThe host is a.test'],
    ['https://مثال.test/عربي', 'No matchThe host is xn--mgbh0fb.test'],
  ])('answers %s correctly', async (url, said) => {
    await open([aView(token())], 'Headers_token')
    fill('Test a URL', url)
    await waitFor(() => expect(verdict()).toContain(said))
  })

  it('tests a ws: URL as a WebSocket', async () => {
    await open([aView(api())], 'Redirect_api')
    const type = () => within(strip()).getByRole<HTMLSelectElement>('combobox', {name: 'Request type'}).value
    fill('Test a URL', 'wss://api.shop.test/live')
    await waitFor(() => expect(verdict()).toContain('A WebSocket can’t be redirected.'))
    expect(type()).toBe('websocket')
    fill('Test a URL', 'https://api.shop.test/live')
    await waitFor(() => expect(verdict()).toContain('Matches'))
    expect(type()).toBe('xmlhttprequest')
  })

  it('names filters, switches and pausing as reasons', async () => {
    const filters = [
      {requestMethod: ['POST' as const]},
      {resourceType: ['script' as const]},
      {pageDomains: ['shop.test']},
    ]
    const stop = aRule('Cancel', {id: 'Cancel_stop', name: 'Stop', pairs: [{source: {...source('api.test'), filters}}]})
    await open([aView(stop)], 'Cancel_stop')
    const says = (text: string) => waitFor(() => expect(verdict()).toContain(text))
    // The start is a request that passes all filters.
    await says('Matchesstops the request; the page sees a network error')
    choose('Method', 'GET', within(strip()))
    await says('No matchFilter Method: the request is GET, the rule wants POST.')
    choose('Method', 'POST', within(strip()))
    const type = within(strip()).getByRole('combobox', {name: 'Request type'})
    fireEvent.change(type, {target: {value: 'image'}})
    await says('Filter Type: the request is image, the rule wants script.')
    fireEvent.change(type, {target: {value: 'script'}})
    fill('Page', 'other.test/x', within(strip()))
    await says('Filter Page: other.test/x is not on shop.test.')
    fill('Page', 'www.shop.test/x', within(strip()))
    await says('Matches')
    toggle('Stop')
    await says('Not appliedThis rule is off. It would match this request.')
    toggle('Rules on')
    await says('Not appliedAll rules are paused.')
  })

  it('answers at once for a regex and a URL that would block a page', async () => {
    const evil = {key: 'url', operator: 'Matches', value: '(a+)+$'} as const
    await open([aView(aRule('Cancel', {id: 'Cancel_evil', name: 'Evil', pairs: [{source: evil}]}))], 'Cancel_evil')
    fill('Test a URL', `https://a.test/${'a'.repeat(3_000)}!`)
    await waitFor(() => expect(verdict()).toContain('No match'))
    fill('Test a URL', 'https://a.test/aaa')
    await waitFor(() => expect(verdict()).toContain('Matches'))
  })

  it('copies the browser rules', async () => {
    let copied = ''
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async text => void (copied = text))
    await open([aView(api())], 'Redirect_api')
    expect((await screen.findByRole('button', {name: /^Browser rules/})).textContent).toBe('Browser rules 1')
    press('Copy the browser rules')
    await screen.findByText('Copied')
    expect(JSON.parse(copied)).toMatchObject({action: {type: 'redirect', redirect: {url: 'http://localhost:3000/'}}})
  })

  it('opens the rule that acts first, whose tester has its own URL', async () => {
    await open([aView(api()), aView(legacy())], 'Redirect_legacy')
    fireEvent.click(await within(strip()).findByRole('link', {name: 'API to localhost'}))
    location.hash = '#/rules/Redirect_api'
    await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Edit API to localhost'))
    const url = await screen.findByLabelText<HTMLInputElement>('Test a URL')
    expect(url.value).toBe('https://api.shop.test/')
  })

  it('announces the result half a second after the last key', async () => {
    await open([aView(token())], 'Headers_token')
    await waitFor(() => expect(verdict()).toContain('Matches'))
    const spoken = () => within(strip()).getByRole('status').textContent
    fill('Test a URL', 'https://api.shop.test/one')
    fill('Test a URL', 'https://other.test/')
    await waitFor(() => expect(verdict()).toContain('No match'))
    expect(spoken()).toBe('')
    await waitFor(() => expect(spoken()).toMatch(/^No match: The host is other.test/))
  })

  it('of a new rule starts with the URL given by the popup', async () => {
    await openOptions(
      fakeClient(),
      `#/rules/new/Cancel?host=shop.test&url=${encodeURIComponent('https://shop.test/a?b')}`,
    )
    const url = await screen.findByLabelText('Test a URL')
    expect((url as HTMLInputElement).value).toBe('https://shop.test/a?b')
    await waitFor(() => expect(verdict()).toContain('Matchesstops the request'))
  })

  it('asks for a payload if a filter needs it', async () => {
    const filters = [{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'} as const}]
    const rule = aRule('Cancel', {id: 'Cancel_1', pairs: [{source: {...source('a.test'), filters}}]})
    await open([aView(rule)], 'Cancel_1')
    const payload = screen.getByLabelText<HTMLInputElement>('Payload', {selector: 'input'})
    const paste = (text: string) => fireEvent.paste(payload, {clipboardData: {getData: () => text}})
    // The browser pastes a single line or text that is not a form.
    for (const text of ['{"op":\n"Pay"}', '--', 'op=Pay']) expect(paste(text)).toBe(true)
    const part = (name: string, value: string) => `--b\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`
    expect(paste(`${part('op', 'Pay & go')}${part('operations', '{"a": 1}')}--b--`)).toBe(false)
    await waitFor(() => expect(payload.value).toBe('op=Pay+%26+go&operations=%7B%22a%22%3A1%7D'))
  })

  it('asks for a payload if a filter of another rule needs it', async () => {
    const filters = [{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'} as const}]
    const one = aRule('Cancel', {id: 'Cancel_1', name: 'Pay', pairs: [{source: {...source('a.test'), filters}}]})
    const all = aRule('Cancel', {id: 'Cancel_2', pairs: [{source: source('a.test')}]})
    await open([aView(one), aView(all)], 'Cancel_2')
    const payload = () => screen.queryByLabelText('Payload', {selector: 'input'})
    fill('Test a URL', 'https://a.test/')
    expect(payload()).toBeNull()
    choose('Method', 'POST')
    await waitFor(() => expect(payload()).not.toBeNull())
    expect(verdict()).toContain('Matches')
    fireEvent.input(payload() as Element, {target: {value: '{"op":"Pay"}'}})
    await waitFor(() => expect(verdict()).toContain('Pay is above this rule and acts first.'))
  })

  it('stores the last request of each rule', async () => {
    const kept = createFakeStoredValues()
    await open([aView(token())], 'Headers_token', createFakeBrowserAdapter(kept))
    fill('Test a URL', 'https://api.shop.test/mine')
    choose('Method', 'POST')
    await waitFor(() =>
      expect(kept.all.get('test:Headers_token')).toMatchObject({url: 'https://api.shop.test/mine', method: 'POST'}),
    )
    closePage()
    const url = (await open([aView(token())], 'Headers_token', createFakeBrowserAdapter(kept))) as HTMLInputElement
    expect(url.value).toBe('https://api.shop.test/mine')
  })

  it('is focused by Ctrl Enter, which also returns to the field', async () => {
    const url = await open([aView(token())], 'Headers_token')
    const field = screen.getByLabelText('Source value')
    field.focus()
    fireEvent.keyDown(field, {key: 'Enter', ctrlKey: true})
    expect(document.activeElement).toBe(url)
    fireEvent.keyDown(url, {key: 'Enter', ctrlKey: true})
    expect(document.activeElement).toBe(field)
  })
})

describe('Becomes', () => {
  it('shows and hides the browser rules of the draft', async () => {
    await open([aView(token())], 'Headers_token')
    const disclosure = await screen.findByRole('button', {name: /^Browser rules/})
    expect(disclosure.textContent).toBe('Browser rules 1')
    expect(disclosure.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(disclosure)
    const json = screen.getByLabelText('Browser rules', {selector: 'pre'})
    const shown = JSON.parse(json.textContent) as {action: object; condition: object}
    expect(shown).toMatchObject({action: {type: 'modifyHeaders'}, condition: {requestDomains: ['api.shop.test']}})
    expect(JSON.stringify(shown)).not.toContain('[]')
    fireEvent.click(disclosure)
    expect(disclosure.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByLabelText('Browser rules', {selector: 'pre'})).toBeNull()
  })

  it('says if a rule runs in the page instead', async () => {
    await open([aView(aRule('Request', {id: 'Request_1'}))], 'Request_1')
    const disclosure = await screen.findByRole('button', {name: /^Browser rules/})
    expect(disclosure.textContent).toBe('Browser rules runs in the page')
    fireEvent.click(disclosure)
    expect(screen.getByText('This rule runs in the page, not as a browser rule.')).toBeTruthy()
  })

  it('shortens a long list and shows all on request', async () => {
    const pair = {source: source('a.test'), destinationType: 'url', destination: 'https://b.test/'} as const
    const pairs = Array.from({length: 50}, (_, at) => ({...pair, source: source(`a${at}.test`)}))
    await open([aView(aRule('Redirect', {id: 'Redirect_50', pairs}))], 'Redirect_50')
    fireEvent.click(await screen.findByRole('button', {name: /^Browser rules/}))
    const all = await screen.findByRole('button', {name: /^Show all/})
    const json = screen.getByLabelText('Browser rules', {selector: 'pre'})
    expect(json.textContent).not.toContain('a49')
    fireEvent.click(all)
    expect(json.textContent).toContain('a49')
  })
})

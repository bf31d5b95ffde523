// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {ruleTypes, type RuleType} from '../../../src/model/rules'
import {everyRequest} from '../../../src/model/source'
import type {FakeClient} from './fake-client'
import {choose, closePage, fill, openNew, pick, press, toggle} from './page'

afterEach(closePage)

const getValue = (field: HTMLElement) => (field as HTMLInputElement).value

const created = async (client: FakeClient) => {
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  const payload = client.bodies('rule.create')[0]?.payload
  if (!payload) throw new Error('nothing was created')
  return payload
}
const source = {key: 'host', operator: 'Equals', value: 'shop.test'}

/** The inputs for each form and the resulting pair. */
const filled: {readonly [T in RuleType]: {readonly act: () => void; readonly pair: Record<string, unknown>}} = {
  Redirect: {
    act: () => fill('Destination', 'http://localhost:3000/'),
    pair: {source, destinationType: 'url', destination: 'http://localhost:3000/'},
  },
  Cancel: {act: () => undefined, pair: {source}},
  Replace: {
    act() {
      fill('From', 'v1')
      fill('To', 'v2')
    },
    pair: {source, from: 'v1', to: 'v2'},
  },
  Headers: {
    act() {
      fill('Header', 'X-Env')
      fill('Value', 'staging')
      press('Add header change')
      const row = within(screen.getByRole('group', {name: 'Header change 2'}))
      choose('On', 'Response', row)
      choose('Do', 'Remove', row)
      fill('Header', 'Content-Security-Policy', row)
    },
    pair: {
      source,
      modifications: [
        {target: 'Request', type: 'Modify', header: 'X-Env', value: 'staging'},
        {target: 'Response', type: 'Remove', header: 'Content-Security-Policy', value: ''},
      ],
    },
  },
  UserAgent: {
    act() {
      choose('Preset', 'Chrome on Android')
      fill('User agent', 'Own/1.0')
    },
    pair: {source, userAgent: 'Own/1.0'},
  },
  QueryParam: {
    act() {
      fill('Parameter', 'lang')
      fill('Value', 'de')
      press('Add parameter change')
      choose('Do', 'Remove all', within(screen.getByRole('group', {name: 'Parameter change 2'})))
      pick('Move parameter change 2', 'Move up')
    },
    pair: {
      source,
      modifications: [
        {type: 'Remove All', param: '', value: ''},
        {type: 'Add', param: 'lang', value: 'de'},
      ],
    },
  },
  Request: {act: () => fill('Request body', '{"a":1}'), pair: {source, type: 'static', value: '{"a":1}'}},
  Response: {
    act() {
      fireEvent.click(screen.getByRole('radio', {name: 'Code'}))
      fill('Response body', 'function f() { return 1 }')
      fill('Status code', '402')
      fill('Status text', 'Payment Required')
      fireEvent.click(screen.getByRole('checkbox', {name: 'Do not send the request'}))
    },
    pair: {
      source,
      type: 'code',
      value: 'function f() { return 1 }',
      statusCode: 402,
      statusText: 'Payment Required',
      serveWithoutRequest: true,
    },
  },
  Delay: {act: () => fill('Delay', '1,500'), pair: {source, delay: 1500}},
}

it('the form of a Response says if its status has no body', async () => {
  await openNew('Response')
  const note = () => screen.queryByText(/^A response with status \d+ has no body/)?.textContent
  fill('Status code', '204')
  expect(note()).toBeUndefined()
  fill('Response body', '{"a":1}')
  await waitFor(() => expect(note()).toBe('A response with status 204 has no body.'))
  fill('Status code', '200')
  await waitFor(() => expect(note()).toBeUndefined())
})

describe('the form of a new rule', () => {
  it.each(ruleTypes)('of type %s sends the right payload', async type => {
    const client = await openNew(type)
    fill('Source value', 'shop.test')
    fill('Name', 'Mine')
    filled[type].act()
    expect(await created(client)).toEqual({
      name: 'Mine',
      description: '',
      objectType: 'rule',
      ruleType: type,
      status: 'Active',
      groupId: '',
      pairs: [filled[type].pair],
    })
    await waitFor(() => expect(location.hash).toMatch(new RegExp(`^#/rules/${type}_`)))
  })

  it('sends the chosen group, description and status, and a generated name', async () => {
    const client = await openNew('Redirect')
    choose('Source key', 'Host')
    choose('Source operator', 'equals')
    fill('Source value', 'api.shop.test')
    fill('Destination', 'http://localhost:3000/')
    choose('Group', 'Checkout')
    fill('Description', 'For Mira')
    toggle('api.shop.test to localhost:3000')
    expect(await created(client)).toMatchObject({
      name: 'api.shop.test to localhost:3000',
      groupId: 'Group_Checkout',
      description: 'For Mira',
      status: 'Inactive',
    })
    expect(client.bodies('rules.switch')).toEqual([])
  })

  it('starts with the host of the page that the popup was opened on', async () => {
    const client = await openNew('Cancel', '?host=shop.test')
    const payload = await created(client)
    expect(payload['pairs']).toEqual([{source: {key: 'host', operator: 'Equals', value: 'shop.test'}}])
  })

  it('adds, copies, moves and removes conditions', async () => {
    const client = await openNew('Replace')
    fill('Source value', 'one')
    fill('From', 'a')
    press('Add another condition')
    const second = within(screen.getByRole('group', {name: 'Condition 2'}))
    expect(screen.getByText('or')).toBeTruthy()
    expect(getValue(second.getByLabelText('From'))).toBe('a')
    fill('Source value', 'two', second)
    fill('From', 'b', second)
    press('Duplicate condition 2')
    pick('Move condition 2', 'Move up')
    press('Delete condition 3')
    const payload = await created(client)
    expect(payload['pairs']).toEqual([
      {source: {...source, value: 'two'}, from: 'b', to: ''},
      {source: {...source, value: 'one'}, from: 'a', to: ''},
    ])
  })

  it('can undo a deleted condition and a removed row, and nothing once it is left', async () => {
    const client = await openNew('Headers')
    fill('Source value', 'one')
    fill('Header', 'X-One')
    press('Add header change')
    const second = within(screen.getByRole('group', {name: 'Header change 2'}))
    fill('Header', 'X-Two', second)
    press('Remove header change 1')
    await waitFor(() => screen.getByText('Header change 1 removed'))
    press('Undo')
    await waitFor(() => expect(screen.getAllByLabelText('Header').map(getValue)).toEqual(['X-One', 'X-Two']))
    press('Add another condition')
    fill('Source value', 'two', within(screen.getByRole('group', {name: 'Condition 2'})))
    press('Delete condition 1')
    await waitFor(() => screen.getByText('Condition 1 deleted'))
    press('Undo')
    await waitFor(() => expect(screen.getAllByLabelText('Source value').map(getValue)).toEqual(['one', 'two']))
    press('Delete condition 2')
    await waitFor(() => screen.getByText('Condition 2 deleted'))
    location.hash = '#/rules'
    await waitFor(() => expect(screen.queryByText('Condition 2 deleted')).toBeNull())
    expect(screen.queryByRole('button', {name: 'Undo'})).toBeNull()
    expect(client.asked.some(each => each.name === 'rule.create')).toBe(false)
  })

  it('adds filters, edits them in place and drops empty ones', async () => {
    const client = await openNew('Cancel')
    fill('Source value', 'shop.test')
    for (const [kind, act] of [
      ['Page domains', () => fill('Page domains', 'shop.test, cdn.test')],
      ['Method', () => fireEvent.click(screen.getByRole('checkbox', {name: 'POST'}))],
      ['Type', () => undefined],
    ] as const) {
      press('Add filter')
      fireEvent.click(screen.getByRole('menuitem', {name: kind}))
      act()
      press('Done')
    }
    expect(screen.getByRole('button', {name: 'Page on shop.test, cdn.test'})).toBeTruthy()
    const payload = await created(client)
    expect(payload['pairs']).toEqual([
      {source: {...source, filters: [{pageDomains: ['shop.test', 'cdn.test'], requestMethod: ['POST']}]}},
    ])
  })

  it('stores no source for “Any fetch or XHR”', async () => {
    const client = await openNew('Request')
    choose('Source key', 'Any fetch or XHR')
    expect(screen.queryByLabelText('Source value')).toBeNull()
    fill('Request body', 'x')
    expect((await created(client))['pairs']).toEqual([{type: 'static', value: 'x'}])
  })

  it('stores an empty URL text for “Every request”', async () => {
    const client = await openNew('Cancel')
    choose('Source key', 'Every request')
    const payload = await created(client)
    expect(payload).toMatchObject({name: 'Stop every request', pairs: [{source: everyRequest}]})
  })

  it('does not match every request because its value was emptied', async () => {
    const client = await openNew('Cancel', '?host=shop.test')
    choose('Source key', 'URL')
    choose('Source operator', 'contains')
    fill('Source value', '')
    expect(screen.getByLabelText<HTMLSelectElement>('Source key').value).toBe('url')
    press('Save')
    await screen.findByText('Enter the text to match.')
    expect(client.bodies('rule.create')).toEqual([])
  })

  it('can leave “Every request” again', async () => {
    const client = await openNew('Cancel')
    choose('Source key', 'Every request')
    choose('Source key', 'Path')
    expect(screen.getByLabelText<HTMLSelectElement>('Source operator').value).toBe('Contains')
    fill('Source value', '/v1/')
    expect((await created(client))['pairs']).toEqual([{source: {key: 'path', operator: 'Contains', value: '/v1/'}}])
  })

  it.each([
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['dev.shop.test:8443/', 'http://dev.shop.test:8443/'],
    ['https://localhost:3000/', 'https://localhost:3000/'],
  ])('reads the destination %s as %s', async (written, destination) => {
    const client = await openNew('Redirect', '?host=shop.test')
    fill('Destination', written)
    expect((await created(client))['pairs']).toMatchObject([{destination}])
  })

  it.each([
    ['Cancel', '', 'Source value'],
    ['Redirect', '', 'Source value'],
    ['Redirect', '?host=shop.test', 'Destination'],
    ['Headers', '?host=shop.test', 'Header'],
    ['QueryParam', '?host=shop.test', 'Parameter'],
  ] as const)('of type %s opened with “%s” starts in %s', async (type, query, name) => {
    await openNew(type, query)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(name)))
  })

  it('stores a picked file in the rule', async () => {
    const client = await openNew('Redirect')
    fill('Source value', 'main.js')
    choose('Destination type', 'Picked file or mock')
    const file = new File(['let a = 1'], 'main.js', {type: 'text/javascript'})
    const input = screen.getByLabelText('Choose file')
    Object.defineProperty(input, 'files', {value: [file], configurable: true})
    fireEvent.change(input)
    // The file is still being read.
    fill('Source value', 'other.js')
    await waitFor(() => expect(screen.getByText('9 B of 2 MB')).toBeTruthy())
    const payload = await created(client)
    expect(payload['pairs']).toEqual([
      {
        source: {...source, value: 'other.js'},
        destinationType: 'mock_or_file_picker',
        destination: '',
        file: {name: 'main.js', mimeType: 'text/javascript', text: 'let a = 1'},
      },
    ])
  })
})

describe('a row', () => {
  it('that is off is stored outside the modifications and stays in its place', async () => {
    const client = await openNew('Headers', '?host=shop.test')
    fill('Header', 'X-One')
    press('Add header change')
    fill('Header', 'X-Two', within(screen.getByRole('group', {name: 'Header change 2'})))
    fireEvent.click(screen.getByRole('checkbox', {name: 'Header change 1 on'}))
    const headers = () => screen.getAllByLabelText('Header').map(getValue)
    await waitFor(() => expect(headers()).toEqual(['X-One', 'X-Two']))
    const change = (header: string) => ({target: 'Request', type: 'Modify', header, value: ''})
    expect((await created(client))['pairs']).toMatchObject([
      {modifications: [change('X-Two')], inactiveModifications: [{...change('X-One'), position: 0}]},
    ])
    await waitFor(() => expect(headers()).toEqual(['X-One', 'X-Two']))
  })

  it('shows its mistake, and none while it is off', async () => {
    await openNew('QueryParam', '?host=shop.test')
    press('Save')
    await screen.findByText('Enter a parameter name.')
    fireEvent.click(screen.getByRole('checkbox', {name: 'Parameter change 1 on'}))
    await waitFor(() => expect(screen.queryByText('Enter a parameter name.')).toBeNull())
  })

  it('of a parameter offers one verb to set it, and stores Add', async () => {
    const client = await openNew('QueryParam', '?host=shop.test')
    const verbs = [...screen.getByLabelText<HTMLSelectElement>('Do').options].map(({textContent}) => textContent)
    expect(verbs).toEqual(['Set', 'Remove', 'Remove all'])
    fill('Parameter', 'a')
    expect((await created(client))['pairs']).toMatchObject([{modifications: [{type: 'Add', param: 'a'}]}])
  })

  it('notes what it breaks, and nothing that merely works', async () => {
    await openNew('Headers')
    choose('Source key', 'Every request')
    fill('Header', 'Authorization')
    screen.getByText('This sends Authorization to every site. Limit it to a host.')
    choose('Do', 'Add')
    fill('Header', 'DNT')
    expect(document.querySelector('.condition .hint')).toBeNull()
    choose('On', 'Response')
    fill('Header', 'Access-Control-Allow-Origin')
    screen.getByText(/^If the server sends Access-Control-Allow-Origin as well/)
  })
})

describe('a header name', () => {
  it('is sent without surrounding spaces', async () => {
    const client = await openNew('Headers')
    fill('Source value', 'shop.test')
    fill('Header', ' X-Env ')
    fill('Value', 'staging ')
    expect((await created(client))['pairs']).toMatchObject([{modifications: [{header: 'X-Env', value: 'staging '}]}])
  })
})

it('only the captures of the source are marked in a destination', async () => {
  await openNew('Redirect')
  choose('Source operator', 'matches wildcard')
  fill('Source value', 'https://*.test/*')
  fill('Destination', 'https://$1.test/$2/$3/$10')
  const marks = [...document.querySelectorAll('.marked-behind mark')].map(each => each.textContent)
  expect(marks).toEqual(['$1', '$2', '$1'])
})

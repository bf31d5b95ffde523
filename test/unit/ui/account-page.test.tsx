import {verbatim} from '../../../src/model/faults'
// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {ServiceError} from '../../../src/api/service-error'
import {button, openAccount} from './open-account'
import {anUnreadable, aRule, aView} from './builders'
import {aConflict, aFailure, aTeam} from './fake-team'
import {closePage, fill, press} from './page'

afterEach(closePage)

const at = (hour: number, minute: number) => new Date().setHours(hour, minute, 0, 0)
const statusText = () => document.querySelector('.account-strip [role=status]')?.textContent
const keyField = () => screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'})
const key = 'sy_live_secret3fa9'

describe('connecting an account', () => {
  it('tests the key, shows the result and displays only the end of the key', async () => {
    const client = await openAccount()
    expect(statusText()).toBe('Not connected')
    fill('Base URL', ' https://rules.shop.test ')
    fill('API key', key)
    press('Connect')
    await waitFor(() => expect(statusText()).toMatch(/^Synced 104 rules · \d\d:\d\d$/))
    expect(client.bodies('team.connect')).toEqual([{url: 'https://rules.shop.test', key}])
    expect(keyField().value).toBe('')
    expect(keyField().placeholder).toBe('••••••••3fa9')
    expect(screen.queryByRole('button', {name: 'Connect'})).toBeNull()
  })

  it('keeps the key out of the attributes and text of the page, even when revealed', async () => {
    await openAccount()
    fill('API key', key)
    expect(keyField().type).toBe('password')
    press('Show what you typed')
    expect(keyField().type).toBe('text')
    expect(document.documentElement.outerHTML).not.toContain(key)
    fill('API key', '')
    expect(keyField().type).toBe('password')
  })

  it('reports missing fields without asking the server', async () => {
    const client = await openAccount()
    press('Connect')
    await waitFor(() => screen.getByText(/^Enter the address/))
    expect(screen.getByText(/^Enter the API key/)).toBeTruthy()
    expect(screen.getByLabelText('Base URL').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(screen.getByLabelText('Base URL'))
    expect(client.bodies('team.connect')).toEqual([])
  })

  it('shows a rejected key at its field and keeps the typed text', async () => {
    await openAccount()
    fill('Base URL', 'https://rules.shop.test')
    fill('API key', 'unknown')
    press('Connect')
    await waitFor(() => screen.getByText('The server does not know this API key.'))
    expect(keyField().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(keyField())
    expect(keyField().value).toBe('unknown')
    fill('API key', 'known')
    expect(screen.queryByText('The server does not know this API key.')).toBeNull()
  })

  it('shows other errors in the form instead of at a field', async () => {
    const client = await openAccount()
    client.refuse('team.connect', new ServiceError(500, 'storage', verbatim('The disk is full.')))
    fill('Base URL', 'https://rules.shop.test')
    fill('API key', key)
    press('Connect')
    const form = screen.getByLabelText('Base URL').closest('form') as HTMLElement
    await waitFor(() => expect(within(form).getByRole('alert').textContent).toContain('The disk is full.'))
    expect(statusText()).toBe('Not connected')
  })

  it('asks for confirmation before it uses plain http', async () => {
    const client = await openAccount()
    fill('Base URL', 'http://rules.shop.test')
    fill('API key', key)
    press('Connect')
    await waitFor(() => screen.getByText('This connection is not encrypted'))
    press('Connect anyway')
    await waitFor(() => expect(statusText()).toMatch(/^Synced/))
    expect(client.bodies('team.connect').map(({plain}) => plain)).toEqual([undefined, true])
  })

  it('offers “Connect” again after an edit, and Cancel restores the fields', async () => {
    await openAccount(aTeam())
    expect(screen.queryByRole('button', {name: 'Connect'})).toBeNull()
    fill('Base URL', 'https://other.shop.test')
    expect(button('Connect')).toBeTruthy()
    press('Cancel')
    expect(screen.queryByRole('button', {name: 'Connect'})).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Base URL').value).toBe('https://rules.shop.test')
  })

  it('hides a newly typed key even if the previous one was revealed', async () => {
    await openAccount(aTeam())
    fill('API key', key)
    press('Show what you typed')
    press('Cancel')
    fill('API key', 'another')
    expect(keyField().type).toBe('password')
  })
})

describe('the account status', () => {
  it('reads “Synced N rules · HH:MM” after a sync', async () => {
    await openAccount(aTeam({synced: {at: at(10, 42), rules: 1_204}, every: 5}))
    expect(statusText()).toBe('Synced 1,204 rules · 10:42')
    expect(screen.getByText('Checks for changes every 5 minutes')).toBeTruthy()
    expect(screen.getByRole('link', {name: 'Synced 1,204 rules · 10:42'}).getAttribute('href')).toBe('#/account')
  })

  it('shows the progress of a sync, announces each quarter and offers Stop', async () => {
    const client = await openAccount(aTeam({isSyncing: true, progress: {come: 750, total: 10_000}}))
    expect(statusText()).toBe('Syncing')
    const bar = screen.getByRole('progressbar')
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['750', '10000'])
    expect(screen.getByText('750 of 10,000 rules')).toBeTruthy()
    client.setTeam(aTeam({isSyncing: true, progress: {come: 5_100, total: 10_000}}))
    await waitFor(() => screen.getByText('50 % of 10,000 rules synced'))
    press('Stop')
    await waitFor(() => expect(client.bodies('team.stop')).toHaveLength(1))
  })

  it('shows the number of waiting changes while offline', async () => {
    const entry = {kind: 'rule', id: 'a', name: 'A', ruleType: 'Cancel', what: 'update'} as const
    await openAccount(aTeam({failure: aFailure('unreachable'), waiting: [entry, {...entry, id: 'b'}]}))
    expect(statusText()).toBe('Offline')
    expect(screen.getByText('2 changes wait; your rules still apply')).toBeTruthy()
  })

  it('counts down if the server asks to slow down, and does not sync earlier', async () => {
    vi.useFakeTimers({toFake: ['Date', 'setInterval', 'clearInterval']})
    try {
      const client = await openAccount(aTeam({failure: aFailure('too-many-requests', {retryAt: Date.now() + 38_000})}))
      expect(statusText()).toBe('The server asked to slow down')
      expect(screen.getByText('Tries again in 38 s')).toBeTruthy()
      press('Sync now')
      await waitFor(async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        screen.getByText(/^Tries again in 3\d s$/)
      })
      expect(client.bodies('team.sync')).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows how many rules were received if the list is incomplete', async () => {
    await openAccount(aTeam({received: {count: 75, total: 100}}))
    expect(statusText()).toBe('75 of 100 rules received')
    expect(screen.getByText('Rules missing from the list still apply')).toBeTruthy()
    expect(screen.getByRole('link', {name: '75 of 100 rules received'})).toBeTruthy()
  })

  it('focuses the key field if the key was rejected', async () => {
    const client = await openAccount(aTeam({failure: aFailure('key')}))
    expect(statusText()).toBe('The server rejected the API key')
    expect(screen.getByText('Enter a new key. Your rules still apply; nothing is sent')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(keyField()))
    screen.getByLabelText('Base URL').focus()
    press('Enter a new key')
    expect(document.activeElement).toBe(keyField())
    press('Try again')
    await waitFor(() => expect(client.bodies('team.sync')).toEqual([{isByUser: true}]))
  })

  it('says when a rejected key is tried again, without taking the focus', async () => {
    await openAccount(aTeam({failure: aFailure('key', {retryAt: Date.now() + 5 * 60_000})}))
    expect(statusText()).toBe('The server rejected the API key')
    expect(screen.getByText('Tries again in 5 minutes. Your rules still apply')).toBeTruthy()
    expect(document.activeElement).not.toBe(keyField())
    expect(screen.getByRole('link', {name: 'API key rejected · trying again'})).toBeTruthy()
    expect(button('Enter a new key')).toBeTruthy()
  })

  it('syncs on “Sync now” and shows an error', async () => {
    const client = await openAccount(aTeam())
    press('Sync now')
    await waitFor(() => expect(client.bodies('team.sync')).toHaveLength(1))
    client.refuse('team.sync')
    press('Sync now')
    await waitFor(() => screen.getByText('Not done. The store is full.'))
  })

  it('is marked in the navigation while a conflict is open', async () => {
    const client = await openAccount(aTeam({conflicts: [aConflict()]}))
    expect(screen.getByRole('link', {name: 'Account Needs your decision'})).toBeTruthy()
    client.setTeam(aTeam())
    await waitFor(() => screen.getByRole('link', {name: 'Account'}))
  })
})

describe('disconnecting an account', () => {
  it('asks in place about the rules and counts the unsent changes', async () => {
    const entry = {kind: 'rule', id: 'a', name: 'A', ruleType: 'Cancel', what: 'update'} as const
    const client = await openAccount(aTeam({waiting: [entry]}))
    press('Disconnect')
    const keep = await screen.findByRole('button', {name: 'Keep a copy of the 104 rules on this device'})
    await waitFor(() => expect(document.activeElement).toBe(keep))
    expect(screen.getByText(/^1 change was never sent\. It stays on this device only/)).toBeTruthy()
    fireEvent.keyDown(keep, {key: 'Escape'})
    expect(screen.queryByText('Remove them')).toBeNull()
    expect(document.activeElement).toBe(button('Disconnect'))
    expect(client.bodies('team.disconnect')).toEqual([])
  })

  it('keeps a copy of the rules or removes them', async () => {
    for (const [name, keep] of [
      ['Keep a copy of the 104 rules on this device', true],
      ['Remove them', false],
    ] as const) {
      const client = await openAccount(aTeam())
      press('Disconnect')
      press(name)
      await waitFor(() => expect(statusText()).toBe('Not connected'))
      expect(client.bodies('team.disconnect')).toEqual([{keep}])
      expect(await screen.findByText(/^Disconnected\. /)).toBeTruthy()
    }
  })
})

it('the Disconnect question closes if the account ends elsewhere', async () => {
  const client = await openAccount(aTeam())
  press('Disconnect')
  await waitFor(() => screen.getByText('Remove them'))
  client.setTeam(null)
  await waitFor(() => expect(statusText()).toBe('Not connected'))
  client.setTeam(aTeam())
  await waitFor(() => expect(statusText()).toMatch(/^Synced/))
  expect(screen.queryByText('Remove them')).toBeNull()
})

describe('the team rules on the account page', () => {
  it('link to all team rules and to those with code, unreadable ones included', async () => {
    const code = {type: 'code', value: 'args => args'}
    const rules = [
      aView(aRule('Cancel', {name: 'Mine'})),
      aView(aRule('Cancel', {name: 'Theirs'}), {isTeam: true}),
      aView(aRule('Request', {name: 'Coded', pairs: [{type: 'code', value: 'function f() {}'}]}), {isTeam: true}),
      {...anUnreadable('u', {name: 'Odd', ruleType: 'Response', pairs: [{response: code}, null]}), isTeam: true},
    ]
    await openAccount(aTeam({code: ['x', 'u']}), {rules})
    fireEvent.click(screen.getByRole('button', {name: 'Show: rules from the team'}))
    await waitFor(() => screen.getByRole('switch', {name: 'Theirs'}))
    expect(screen.queryByRole('switch', {name: 'Mine'})).toBeNull()
    location.hash = '#/account'
    fireEvent.click(await screen.findByRole('button', {name: 'Review: code rules'}))
    await waitFor(() => screen.getByRole('switch', {name: 'Coded'}))
    expect(screen.queryByRole('switch', {name: 'Theirs'})).toBeNull()
    expect(screen.getByText('Odd')).toBeTruthy()
  })

  it('are counted by state: waiting, hidden, without id, nested too deeply', async () => {
    const entry = {kind: 'rule', id: 'a', name: 'Old mock', ruleType: 'Cancel'} as const
    await openAccount(
      aTeam({
        waiting: [
          {...entry, what: 'delete'},
          {
            ...entry,
            id: 'b',
            name: 'Stubborn',
            what: 'update',
            problem: verbatim('The server reported an error (500).'),
          },
        ],
        hidden: [
          {...entry, id: 'h', name: 'Gone', isOn: false},
          {...entry, id: 'on', name: 'Wanted', isOn: true},
        ],
        unnamed: 2,
        tooDeep: [{...entry, id: 'deep', name: 'Bottomless'}],
      }),
    )
    fireEvent.click(screen.getByRole('button', {name: 'Show: waiting to be sent'}))
    expect(screen.getByText('Old mock').parentElement?.parentElement?.textContent).toBe('Old mockdeleted here')
    fireEvent.click(screen.getByRole('button', {name: 'Show: deleted here'}))
    const lineOf = (name: string) => screen.getByText(name).parentElement?.parentElement?.textContent
    expect(lineOf('Stubborn')).toBe(
      'Stubbornchanged here. The server reported an error (500). Will be tried again later.',
    )
    expect([lineOf('Gone'), lineOf('Wanted')]).toEqual(['Gone', 'Wantedon for the team'])
    expect(screen.getByText(/The team has switched 1 on again/)).toBeTruthy()
    expect(screen.getByText('These team records have no id, so they can’t be stored.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', {name: 'Show: nested too deep'}))
    expect(lineOf('Bottomless')).toBe('Bottomless')
  })

  it('show the status of a rejected change even without a reason', async () => {
    const parked = {kind: 'group', id: 'g', name: 'Checkout', ruleType: null, status: 404, message: null} as const
    await openAccount(aTeam({rejected: [parked]}))
    expect(screen.getByText('“Checkout”: the server responded 404 without a reason.')).toBeTruthy()
  })

  it('offer no form for a rule whose deletion was rejected', async () => {
    const parked = {kind: 'rule', id: 'a', name: 'Gone', ruleType: 'Cancel', status: 403, message: null} as const
    await openAccount(aTeam({rejected: [parked]}))
    press('Resolve: could not be sent')
    expect(button('Try again: Gone')).toBeTruthy()
    expect(screen.queryByRole('link', {name: 'Edit Gone'})).toBeNull()
  })

  it('the key field shows only dots for a short key', async () => {
    await openAccount(aTeam({keyEnd: ''}))
    expect(screen.getByLabelText<HTMLInputElement>('API key').placeholder).toBe('••••••••')
  })

  it('can be retried or dropped after a rejection, and the focus stays on the page', async () => {
    const rule = aRule('Replace', {id: 'c', name: 'Copy deck v3'})
    const parked = {
      kind: 'rule',
      id: 'c',
      name: 'Copy deck v3',
      ruleType: 'Replace',
      status: 400,
      message: verbatim('pairs[0].from is empty'),
    } as const
    const client = await openAccount(aTeam({rejected: [parked, {...parked, id: 'd', name: 'Other'}]}), {
      rules: [aView(rule, {isTeam: true})],
    })
    expect(
      screen.getByText('“Copy deck v3”: the server responded 400: pairs[0].from is empty. And 1 more.'),
    ).toBeTruthy()
    press('Resolve: could not be sent')
    expect(screen.getByRole('link', {name: 'Edit Copy deck v3'}).getAttribute('href')).toBe('#/rules/c')
    press('Try again: Copy deck v3')
    await waitFor(() => expect(client.bodies('team.retry')).toEqual([{ids: ['c']}]))
    await waitFor(() => expect(screen.queryByRole('button', {name: 'Try again: Copy deck v3'})).toBeNull())
    button('Discard my change: Other').focus()
    press('Discard my change: Other')
    await waitFor(() => expect(client.bodies('team.drop')).toEqual([{ids: ['d']}]))
    await waitFor(() => screen.getByText('The server accepted all changes.'))
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})

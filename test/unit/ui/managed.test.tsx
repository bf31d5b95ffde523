// @vitest-environment happy-dom
import {screen, waitFor, within} from '@testing-library/preact'
import {readFileSync} from 'node:fs'
import {afterEach, expect, it} from 'vitest'
import {managedOf, managedViewOf, type ManagedView} from '../../../src/contract/managed'
import '../../../src/ui/options/account/account-page'
import '../../../src/ui/options/other-pages'
import {fakeClient} from './fake-client'
import {aTeam} from './fake-team'
import {closePage, openOptions} from './page'

afterEach(closePage)

async function open(hash: string, managed: Partial<ManagedView>, team: Parameters<typeof fakeClient>[1] = aTeam()) {
  const client = fakeClient({}, team)
  await openOptions(client, hash, {managed: async () => ({hasKey: false, ...managed})})
  return client
}
const url = 'https://rules.shop.test'

it('Settings lists what the organisation has set, and nothing where that is nothing', async () => {
  await open('#/settings', {baseUrl: url, hasKey: true, keyEnd: '0bad', syncEvery: 7, rulesOn: true})
  await screen.findByText(`Set to ${url}, and not connected.`)
  await open('#/settings', {baseUrl: url, hasKey: true, keyEnd: '3fa9', syncEvery: 7, rulesOn: true})
  const section = await screen.findByRole('region', {name: 'Managed by your organisation'})
  expect(within(section).getByText(`This browser is connected to ${url}.`)).toBeTruthy()
  expect(within(section).getByText('7 min')).toBeTruthy()
  expect(within(section).getByText('Always on')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('combobox', {name: 'Sync every'})).toBeNull())
  await open('#/settings', {})
  await waitFor(() => screen.getByRole('combobox', {name: 'Sync every'}))
  expect(screen.queryByText('Managed by your organisation')).toBeNull()
})

it('“Rules on” stays as it is set', async () => {
  const client = await open('#/settings', {rulesOn: true})
  await waitFor(() => expect(screen.getByRole('switch', {name: 'Rules on'}).getAttribute('aria-disabled')).toBe('true'))
  screen.getByRole('switch', {name: 'Rules on'}).click()
  expect(client.bodies('rules.pause')).toEqual([])
})

it('the account that is set cannot be left or changed, but synced', async () => {
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '3fa9'})
  await waitFor(() => screen.getByText('Your organisation has connected this browser to its account.'))
  expect(screen.getByLabelText<HTMLInputElement>('Base URL').disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'}).disabled).toBe(true)
  expect(screen.queryByRole('button', {name: 'Disconnect'})).toBeNull()
  expect(screen.getByRole('button', {name: 'Sync now'})).toBeTruthy()
})

it('is not said to be connected while its key is not taken', async () => {
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '0bad'})
  await waitFor(() => screen.getByText(/that is not connected: its address or its API key was not taken/))
  expect(screen.queryByText('Your organisation has connected this browser to its account.')).toBeNull()
})

it('with an address alone a person brings the key', async () => {
  await open('#/account', {baseUrl: url}, null)
  await waitFor(() => screen.getByText('Your organisation has set the base URL.'))
  const field = screen.getByLabelText<HTMLInputElement>('Base URL')
  expect([field.value, field.disabled]).toEqual([url, true])
  expect(screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'}).disabled).toBe(false)
  expect(screen.getByRole('button', {name: 'Connect'})).toBeTruthy()
})

it('the published schema has each of the settings, and pages get no key', () => {
  const schema = JSON.parse(readFileSync('public/schema/managed.json', 'utf8')) as {
    properties: Record<string, {type: string}>
  }
  const values: Readonly<Record<string, unknown>> = {string: 'text', integer: 7, boolean: true}
  const all = Object.fromEntries(Object.entries(schema.properties).map(([name, {type}]) => [name, values[type]]))
  expect(managedOf(all)).toEqual(all)
  expect(managedViewOf(all)).toEqual({baseUrl: 'text', syncEvery: 7, rulesOn: true, hasKey: true, keyEnd: ''})
})

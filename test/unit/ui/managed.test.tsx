// @vitest-environment happy-dom
import {screen, waitFor, within} from '@testing-library/preact'
import {readFileSync} from 'node:fs'
import {afterEach, expect, it} from 'vitest'
import {readManagedPolicy, toManagedPolicyView, type ManagedPolicyView} from '../../../src/model/managed-policy'
import '../../../src/ui/options/account/account-page'
import {fakeClient} from './fake-client'
import {aFailure, aTeam} from './fake-team'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

async function open(
  hash: string,
  managed: Partial<ManagedPolicyView>,
  team: Parameters<typeof fakeClient>[1] = aTeam(),
) {
  const client = fakeClient({}, team)
  await openOptions(client, hash, {readManagedPolicy: async () => ({hasKey: false, ...managed})})
  return client
}
const url = 'https://rules.shop.test'
const other = 'https://other.shop.test'

const fields = () =>
  [
    screen.getByLabelText<HTMLInputElement>('Base URL'),
    screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'}),
  ] as const

it('Settings lists the managed settings, and nothing if there are none', async () => {
  await open('#/settings', {baseUrl: url, hasKey: true, keyEnd: '0bad', syncEvery: 7, rulesOn: true})
  await screen.findByText(`Connected to ${url} with the previous API key, because the new key was rejected.`)
  await open('#/settings', {baseUrl: url, hasKey: true, keyEnd: '3fa9'}, null)
  await screen.findByText(`Set to ${url}, not connected.`)
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

it('“Rules on” cannot be switched while it is managed', async () => {
  const client = await open('#/settings', {rulesOn: true})
  await waitFor(() => expect(screen.getByRole('switch', {name: 'Rules on'}).getAttribute('aria-disabled')).toBe('true'))
  screen.getByRole('switch', {name: 'Rules on'}).click()
  expect(client.bodies('rules.pause')).toEqual([])
})

it('a managed account can be synced but not left or changed', async () => {
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '3fa9'})
  await waitFor(() => screen.getByText('Your organisation has connected this browser to its account.'))
  expect(screen.getByLabelText<HTMLInputElement>('Base URL').disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'}).disabled).toBe(true)
  expect(screen.queryByRole('button', {name: 'Disconnect'})).toBeNull()
  expect(screen.getByRole('button', {name: 'Sync now'})).toBeTruthy()
})

it('a managed account with a rejected key says so and offers no buttons', async () => {
  const team = aTeam({failure: aFailure('key')})
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '3fa9'}, team)
  await waitFor(() => screen.getByText(/has set an account, but the server rejects its API key/))
  expect(screen.queryByRole('button', {name: /Sync now|Enter a new key|Disconnect/})).toBeNull()
  await open('#/settings', {baseUrl: url, hasKey: true, keyEnd: '3fa9'}, team)
  await screen.findByText(`Set to ${url}, which rejects the API key. Trying again every 5 minutes.`)
})

it('a managed account is not shown as connected before it was accepted', async () => {
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '0bad'}, null)
  await waitFor(() => screen.getByText(/has set an account, but its address or API key does not work/))
  expect(fields().map(({value, disabled}) => [value, disabled])).toEqual([
    [url, true],
    ['', true],
  ])
  expect(screen.queryByRole('button', {name: /Connect|Sync now/})).toBeNull()
})

it('a managed account stays connected with its old key if the new one is rejected', async () => {
  await open('#/account', {baseUrl: url, hasKey: true, keyEnd: '0bad'})
  await waitFor(() =>
    screen.getByText(/a new API key, but the server rejects it\. This browser is still connected with the/),
  )
  expect(screen.queryByText(/not connected|does not work/)).toBeNull()
  expect(screen.getByRole('button', {name: 'Sync now'})).toBeTruthy()
  expect(screen.queryByRole('button', {name: 'Disconnect'})).toBeNull()
})

it('an account that the policy does not allow is shown and can be disconnected', async () => {
  const client = await open('#/account', {baseUrl: other})
  await waitFor(() =>
    screen.getByText(
      `Your organisation allows connections to ${other} only. This browser is still connected to ${url}. Disconnect it first.`,
    ),
  )
  const [urlField, keyField] = fields()
  expect([urlField.value, urlField.disabled, keyField.disabled]).toEqual([url, true, true])
  expect(screen.queryByRole('button', {name: 'Connect'})).toBeNull()
  press('Sync now')
  await waitFor(() => expect(client.bodies('team.sync')).toHaveLength(1))
  press('Disconnect')
  press('Remove them')
  await waitFor(() => screen.getByText('Your organisation has set the base URL.'))
  expect([urlField.value, urlField.disabled, keyField.disabled]).toEqual([other, true, false])
  fill('API key', 'sy_live_secret3fa9')
  press('Connect')
  await waitFor(() => expect(client.bodies('team.connect')).toEqual([{url: other, key: 'sy_live_secret3fa9'}]))
  await open('#/settings', {baseUrl: other})
  await screen.findByText(`This browser can only connect to ${other}, but is still connected to ${url}.`)
})

it('an account that the policy does not allow is not asked for a new key', async () => {
  await open('#/account', {baseUrl: other}, aTeam({failure: aFailure('key')}))
  await waitFor(() => screen.getByText(/^Your organisation allows connections to/))
  expect(screen.queryByRole('button', {name: 'Enter a new key'})).toBeNull()
  expect(screen.getByRole('button', {name: 'Disconnect'})).toBeTruthy()
})

it('a connected account stays if the managed one is rejected', async () => {
  await open('#/account', {baseUrl: other, hasKey: true, keyEnd: '3fa9'})
  await waitFor(() => screen.getByText(/does not work\. This browser is still connected to/))
  expect(fields()[0].value).toBe(url)
  expect(screen.getByRole('button', {name: 'Sync now'})).toBeTruthy()
  expect(screen.queryByRole('button', {name: 'Disconnect'})).toBeNull()
  await open('#/settings', {baseUrl: other, hasKey: true, keyEnd: '3fa9'})
  await screen.findByText(`Set to ${other}, which could not be used. This browser is still connected to ${url}.`)
})

it('text typed into the account form is cleared when the account becomes managed', async () => {
  let set: ManagedPolicyView = {hasKey: false}
  let tell: () => void = () => undefined
  const onManagedPolicyChange = (call: () => void) => ((tell = call), () => undefined)
  await openOptions(fakeClient({}, aTeam()), '#/account', {readManagedPolicy: async () => set, onManagedPolicyChange})
  await waitFor(() => screen.getByLabelText('Base URL'))
  fill('Base URL', 'https://third.shop.test')
  fill('API key', 'sy_live_typed')
  set = {baseUrl: other, hasKey: false}
  tell()
  await waitFor(() => expect(fields().map(({value}) => value)).toEqual([url, '']))
  expect(screen.getByRole('button', {name: 'Disconnect'})).toBeTruthy()
})

it('with only a managed URL the user enters the key', async () => {
  await open('#/account', {baseUrl: url}, null)
  await waitFor(() => screen.getByText('Your organisation has set the base URL.'))
  const field = screen.getByLabelText<HTMLInputElement>('Base URL')
  expect([field.value, field.disabled]).toEqual([url, true])
  expect(screen.getByLabelText<HTMLInputElement>('API key', {selector: 'input'}).disabled).toBe(false)
  expect(screen.getByRole('button', {name: 'Connect'})).toBeTruthy()
})

it('the published schema lists every setting, and pages never get the key', () => {
  const schema = JSON.parse(readFileSync('public/schema/managed.json', 'utf8')) as {
    properties: Record<string, {type: string}>
  }
  const values: Readonly<Record<string, unknown>> = {string: 'text', integer: 7, boolean: true}
  const all = Object.fromEntries(Object.entries(schema.properties).map(([name, {type}]) => [name, values[type]]))
  expect(readManagedPolicy(all)).toEqual(all)
  expect(toManagedPolicyView(all)).toEqual({baseUrl: 'text', syncEvery: 7, rulesOn: true, hasKey: true, keyEnd: ''})
})

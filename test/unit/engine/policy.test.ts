import {shownRejection} from '../shown-error'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import type {ManagedPolicy} from '../../../src/model/managed-policy'
import type {TeamAccount} from '../../../src/model/team'
import {createMessageHandlers, type MessageHandlerDependencies} from '../../../src/engine/message-handlers'
import {applyPolicy} from '../../../src/engine/policy'

const account: TeamAccount = {
  url: 'https://rules.shop.test',
  key: 'sy_live_1',
  every: 5,
  synced: null,
  failure: null,
  gone: [],
  unnamed: 0,
}
const ofPolicy = {baseUrl: account.url, apiKey: account.key}

type Start = {paused?: boolean; account?: TeamAccount | null; isOffline?: boolean}

/** Applies a policy to a state and returns the calls that it made. */
async function done(policy: ManagedPolicy, {isOffline = false, ...start}: Start = {}): Promise<unknown[]> {
  const state = {paused: false, account: null as TeamAccount | null, ...start}
  const deeds: unknown[] = []
  await applyPolicy({
    policy: async () => policy,
    state: async () => state,
    pause: async paused => deeds.push({paused}),
    team: () => ({
      async connect({url, key, untried}) {
        deeds.push({url, key, untried})
        if (isOffline) throw new Error('The service cannot be reached')
        state.account = {...account, url, key}
      },
      setEvery: async every => void deeds.push({every}),
    }),
    scheduleRetry: async () => void deeds.push('again'),
  })
  return deeds
}

describe('applyPolicy', () => {
  it.each<[string, ManagedPolicy, Parameters<typeof done>[1], unknown[]]>([
    ['an empty policy without any change', {}, {paused: true, account}, []],
    ['rules off', {rulesOn: false}, {}, [{paused: true}]],
    ['rules on', {rulesOn: true}, {paused: true}, [{paused: false}]],
    ['a policy that already holds', {...ofPolicy, rulesOn: true, syncEvery: 5}, {account}, ['again']],
    ['an account', ofPolicy, {}, [{url: account.url, key: account.key, untried: true}, 'again']],
    [
      'a key that the service rejected before',
      ofPolicy,
      {account: {...account, failure: {code: 'key', message: '', at: 0, retryAt: null, times: 1}}},
      [{url: account.url, key: account.key, untried: true}, 'again'],
    ],
    [
      'another key',
      {...ofPolicy, apiKey: 'sy_live_2'},
      {account},
      [{url: account.url, key: 'sy_live_2', untried: true}, 'again'],
    ],
    [
      'another key offline, with a retry and the other settings',
      {...ofPolicy, apiKey: 'sy_live_2', syncEvery: 7},
      {account, isOffline: true},
      [{url: account.url, key: 'sy_live_2', untried: true}, 'again', {every: 7}],
    ],
    ['no account for a URL without a key', {baseUrl: 'https://other.test'}, {account}, []],
    ['no sync interval without an account', {syncEvery: 7}, {}, []],
    [
      'all settings',
      {...ofPolicy, syncEvery: 7},
      {},
      [{url: account.url, key: account.key, untried: true}, 'again', {every: 7}],
    ],
  ])('applies %s', async (_what, policy, start, deeds) => expect(await done(policy, start)).toEqual(deeds))
})

it('a managed sync interval applies as soon as an account is connected', async () => {
  const deeds: unknown[] = []
  const answers = createMessageHandlers({
    assertNotManaged: async () => ({syncEvery: 7}),
    team: () => ({
      connect: async ({url}: TeamAccount) => void deeds.push({url}),
      setEvery: async (every: number) => void deeds.push({every}),
    }),
  } as unknown as MessageHandlerDependencies)
  await answers['team.connect']({url: account.url, key: account.key})
  expect(deeds).toEqual([{url: account.url}, {every: 7}])
})

describe('the managed policy', () => {
  let policy: unknown
  beforeEach(() => vi.stubGlobal('chrome', {storage: {managed: {get: async () => policy}}}))

  it('is read by its schema and ignores invalid values', async () => {
    const {readPolicy} = await import('../../../src/browser/shared/managed-policy')
    policy = {baseUrl: 'https://rules.shop.test/v1/', apiKey: 'k', syncEvery: 7, rulesOn: false}
    expect(await readPolicy()).toEqual({baseUrl: 'https://rules.shop.test', apiKey: 'k', syncEvery: 7, rulesOn: false})
    policy = {baseUrl: ' HTTPS://Rules.Shop.test:443/team/v1'}
    expect(await readPolicy()).toEqual({baseUrl: 'https://rules.shop.test/team'})
    policy = {apiKey: 'sy_live_1'}
    expect(await readPolicy()).toEqual({})
    policy = {baseUrl: '', apiKey: 7, syncEvery: 'often', rulesOn: 'no', more: 1}
    expect(await readPolicy()).toEqual({})
  })

  it('rejects only changes to managed settings', async () => {
    const {requireAllowedByPolicy} = await import('../../../src/browser/shared/managed-policy')
    policy = {rulesOn: true, baseUrl: 'https://rules.shop.test', apiKey: 'k'}
    expect(await shownRejection(requireAllowedByPolicy({rulesOn: false}))).toBe('This is set by your organisation.')
    await expect(requireAllowedByPolicy({rulesOn: true})).resolves.toEqual(policy)
    expect(await shownRejection(requireAllowedByPolicy({baseUrl: 'https://other.test', apiKey: 'k'}))).toContain(
      'set by your organisation',
    )
    expect(await shownRejection(requireAllowedByPolicy({apiKey: ''}))).toContain('set by your organisation')
    await expect(requireAllowedByPolicy({syncEvery: 3})).resolves.toEqual(policy)
  })
})

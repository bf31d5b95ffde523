import {verbatim} from '../../../src/model/faults'
// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {ManagedPolicyView} from '../../../src/model/managed-policy'
import type {MessageResponse, MessageBody, MessageName} from '../../../src/messaging/messages'
import {noAnswerCode, ServiceError} from '../../../src/api/service-error'
import type {TeamView} from '../../../src/model/team'
import {writeRequestly} from '../../../src/import-export/write-requestly'
import '../../../src/ui/options/automation/automation-page'
import {aRule} from '../builders'
import {anUnreadable} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {aFailure, aTeam} from './fake-team'
import {closePage, fill, openOptions, press} from './page'
import {ReadingWorker} from './reading-worker'

beforeEach(() => vi.stubGlobal('Worker', ReadingWorker))
afterEach(closePage)

async function open(client: FakeClient = fakeClient(), managed: Partial<ManagedPolicyView> = {}): Promise<FakeClient> {
  await openOptions(client, '#/automation', {readManagedPolicy: async () => ({hasKey: false, ...managed})})
  await waitFor(() => screen.getByRole('textbox', {name: 'Rules'}))
  return client
}
async function apply(text: string): Promise<string> {
  fill('Rules', text)
  press('Apply')
  expect(document.title).not.toMatch(/^Applied/)
  await waitFor(() => expect(document.title).toMatch(/pplied/))
  expect(screen.getAllByRole('status').map(({textContent}) => textContent)).toContain(document.title)
  return document.title
}
const file = (rules: readonly object[], groups: readonly object[] = [], more: object = {}) =>
  JSON.stringify({format: 'switchyard', version: 1, groups, rules, ...more})
const rule = (name: string, more: object = {}) => ({...aRule('Cancel'), name, ...more})
const shop = {key: 'host', operator: 'Equals', value: 'shop.test'}
const aGroup = {id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Active'}
const code = {...aRule('Response'), name: 'Code', pairs: [{type: 'code', value: '() => 1'}]}

/** A worker that calls `happens` after each handled message. */
function after(client: FakeClient, happens: (name: MessageName) => void): FakeClient {
  const {ask} = client
  return Object.assign(client, {
    async ask<N extends MessageName>(name: N, body: MessageBody<N>): Promise<MessageResponse<N>> {
      const answer = await ask(name, body)
      happens(name)
      return answer
    },
  })
}

/** A worker that shows this account once it is connected. */
function connectingTo(team: Partial<TeamView>): FakeClient {
  const client = fakeClient()
  return after(client, name => {
    if (name === 'team.connect') client.setTeam(aTeam(team))
  })
}

/** A worker that stops once, after it has handled the message and before it answers. */
function endedAt(message: MessageName, client: FakeClient): FakeClient {
  let isEnded = false
  return after(client, name => {
    if (name !== message || isEnded) return
    isEnded = true
    throw new ServiceError(500, noAnswerCode, verbatim('The message channel closed.'))
  })
}

describe('rules on the automation page', () => {
  it('are applied, and the title says how many', async () => {
    const client = await open()
    expect(await apply(file([rule('a', {groupId: 'Group_1'}), rule('b')], [aGroup]))).toBe('Applied 2 rules')
    expect(client.bodies('records.add')).toMatchObject([
      {applied: true, team: false, groups: [{name: 'Shop'}], rules: [{group: 0}, {group: null}]},
    ])
    expect(await apply(file([rule('a')]))).toBe('Applied 1 rule')
  })

  it('set the title to “Applying” at once, so no script reads the previous result', async () => {
    await open()
    await apply(file([rule('a')]))
    fill('Rules', file([rule('a'), rule('b')]))
    // A driver clicks like this: it may read the title before the next frame.
    screen.getByRole('button', {name: 'Apply'}).click()
    expect(document.title).toBe('Applying')
    await waitFor(() => expect(document.title).toBe('Applied 2 rules'))
  })

  it('may be a bare list, a single rule or an empty list', async () => {
    await open()
    expect(await apply(JSON.stringify(rule('a')))).toBe('Applied 1 rule')
    expect(await apply(JSON.stringify([rule('a'), rule('b')]))).toBe('Applied 2 rules')
    expect(await apply('[]')).toBe('Applied 0 rules')
  })

  it('with code are on or off as in the file', async () => {
    const client = await open()
    await apply(JSON.stringify([code, {...code, status: 'Inactive'}]))
    const [asked] = client.bodies('records.add')
    expect(asked?.rules.map(({payload}) => payload['status'])).toEqual(['Active', 'Inactive'])
  })

  it.each([
    ['{"rules": [1,', 'line 1'],
    [
      file([rule('a'), rule('Bad', {pairs: [{source: {key: 'url', operator: 'Is', value: 'x'}}]})]),
      'Rule 2 “Bad”, pairs[0].source.operator: ',
    ],
    [file([rule('a', {groupId: 'Group_7'})]), 'Rule 1 “a”, groupId: groupId “Group_7” is not a group in this file'],
    [file([rule('a')], [{name: 7}]), 'Group 1'],
    [
      file([rule('methods', {pairs: [{source: {...shop, filters: [{requestMethods: ['POST']}]}}]})]),
      'Not applied. Rule 1 “methods”, pairs[0].source.filters[0].requestMethods: The filter requestMethods “["POST"]” is unknown',
    ],
    [
      JSON.stringify([rule('filter', {pairs: [{source: {...shop, filter: [{requestMethod: ['POST']}]}}]})]),
      'Rule 1 “filter”, pairs[0].source.filter: ',
    ],
    [file([rule('a')], [], {rule: []}).replace('"rule":[]', '"rule":[{}]'), '$.rule'],
    [JSON.stringify({format: 'switchyard', version: 2, rules: []}), 'version 2'],
    ['[{"version": 2, "title": "Staging", "headers": [{"enabled": true, "name": "X", "value": "1"}]}]', 'Rule 1'],
    ['curl https://shop.test', 'This is a cURL file'],
    [
      writeRequestly({rules: [rule('mine', {groupId: 'Group_1'})], groups: [aGroup]}),
      'Not applied. This is a Requestly file. Import it, export it as Switchyard JSON, then apply that.',
    ],
    [JSON.stringify(aGroup), 'This is a Requestly file'],
    [JSON.stringify([rule('app', {currentOwner: 'me'})]), 'This is a Requestly file'],
    [
      JSON.stringify([
        rule('nested', {
          ruleType: 'Response',
          pairs: [{source: shop, response: {type: 'static', value: '{}', resourceType: 'restApi'}}],
        }),
      ]),
      'This is a Requestly file',
    ],
    ['{"format": "switchyard", "version": 1, "rules": 7, "pairs": []}', '$.rules'],
  ])('are all rejected if %s', async (text, reason) => {
    const client = await open()
    const title = await apply(text)
    expect(title).toMatch(/^Not applied\. /)
    expect(title).toContain(reason)
    expect(client.bodies('records.add')).toEqual([])
  })

  it('in our format may contain parts that another tool wrote', async () => {
    await open()
    const answer = {source: shop, type: 'static', value: '{}', response: {resourceType: 'restApi'}}
    const set = {param: 'a', type: 'Add', value: '1', actionWhenParamExists: 'Overwrite'}
    const rules = [
      rule('answer', {ruleType: 'Response', pairs: [answer]}),
      rule('param', {ruleType: 'QueryParam', pairs: [{source: shop, modifications: [set]}]}),
    ]
    expect(await apply(JSON.stringify(rules))).toBe('Applied 2 rules')
  })

  it.each([
    ['no type', 'ruleType: ', {ruleType: undefined}],
    ['no pairs', 'pairs: ', {pairs: undefined}],
    ['no kind', 'objectType: ', {objectType: undefined}],
    ['neither kind nor pairs', 'objectType: ', {objectType: undefined, pairs: undefined}],
    ['neither kind nor type', 'objectType: ', {objectType: undefined, ruleType: undefined}],
  ])('report the same error alone and in a list: %s', async (_says, path, more) => {
    await open()
    const given = rule('a', more)
    const title = await apply(JSON.stringify(given))
    expect(title).toContain(`Not applied. Rule 1 “a”, ${path}This field is missing.`)
    expect(await apply(JSON.stringify([given]))).toBe(title)
  })

  it('are not reported as applied if the browser rejected them', async () => {
    const client = await open()
    client.set({trouble: verbatim('The browser rejected the rules: too many.')})
    expect(await apply(file([rule('a')]))).toBe('Not applied. The browser rejected the rules: too many.')
  })

  it('are applied again if the worker stopped before it answered', async () => {
    const client = await open(endedAt('records.add', fakeClient()))
    expect(await apply(file([rule('a'), rule('b')]))).toBe('Applied 2 rules')
    expect(client.bodies('records.add')).toHaveLength(2)
  })

  it('show why the storage rejected them', async () => {
    const client = await open()
    client.refuse('records.add', new Error('The rule “a”: pairs[0].source.value: This is not a regular expression.'))
    expect(await apply(file([rule('a')]))).toBe(
      'Not applied. The rule “a”: pairs[0].source.value: This is not a regular expression.',
    )
  })
})

describe('an account on the automation page', () => {
  const connect = async (url: string, key: string) => {
    fill('Base URL', url)
    fill('API key', key)
    press('Apply')
    await waitFor(() => expect(document.title).toMatch(/pplied/))
    return document.title
  }

  it('is connected, and the title says how many rules arrived', async () => {
    const client = await open(connectingTo({isSyncing: true, synced: null, rules: {count: 0, on: 0, groups: 0}}))
    fill('Base URL', 'https://rules.shop.test/')
    fill('API key', 'sy_live_secret3fa9')
    press('Apply')
    await waitFor(() => screen.getByRole('link', {name: /^Syncing/}))
    expect(document.title).toBe('Applying')
    client.setTeam(aTeam())
    await waitFor(() => expect(document.title).toBe('Applied 104 rules'))
    expect(document.documentElement.outerHTML).not.toContain('sy_live_secret3fa9')
  })

  it('reports missing fields and rejections by the server', async () => {
    await open()
    expect(await connect('https://rules.shop.test', 'unknown')).toBe(
      'Not applied. API key: The server does not know this API key.',
    )
    expect(await connect('', 'known')).toMatch(/^Not applied\. Enter the address/)
  })

  it('is removed if its first sync fails, and the title says why', async () => {
    const client = await open(connectingTo({failure: aFailure('server')}))
    expect(await connect('https://rules.shop.test', 'known')).toBe(
      'Not applied. The server reported an error: The server said no.',
    )
    expect(client.bodies('team.disconnect')).toEqual([{keep: false}])
    expect(await client.ask('team.view', {})).toBeNull()
  })

  it('stays connected if a later sync fails', async () => {
    const client = connectingTo({failure: aFailure('server')})
    client.setTeam(aTeam())
    await open(client)
    expect(await connect('https://rules.shop.test', 'sy_live_other1111')).toBe(
      'Not applied. This browser is connected to https://rules.shop.test with another API key. Disconnect it on the Account page first.',
    )
    expect(client.bodies('team.connect')).toEqual([])
    expect(await connect('https://rules.shop.test', 'sy_live_secret3fa9')).toMatch(
      /^Not applied\. The server reported an error/,
    )
    expect(client.bodies('team.disconnect')).toEqual([])
  })

  it('is connected again if the worker stopped, and synced if no sync has started', async () => {
    const client = after(connectingTo({synced: null}), name => {
      if (name === 'team.sync') client.setTeam(aTeam())
    })
    await open(endedAt('team.connect', client))
    expect(await connect('https://rules.shop.test', 'sy_live_secret3fa9')).toBe('Applied 104 rules')
    expect(client.bodies('team.connect')).toHaveLength(2)
    expect(client.bodies('team.sync')).toHaveLength(1)
  })

  it('is not reported as applied if the browser rejected its rules', async () => {
    const client = await open(connectingTo({}))
    client.set({trouble: verbatim('The browser rejected the rules: too many.')})
    expect(await connect('https://rules.shop.test', 'known')).toBe(
      'Not applied. The browser rejected the rules: too many.',
    )
  })

  it('names its unreadable rules that are on but not in force', async () => {
    const client = await open(connectingTo({rules: {count: 2, on: 2, groups: 0}}))
    client.set({rules: [{...anUnreadable('p', {name: 'poison'}), isTeam: true}]})
    expect(await connect('https://rules.shop.test', 'known')).toBe(
      'Applied 2 rules, but “poison” is ignored. Unreadable record.',
    )
  })

  it('does not replace a connected account', async () => {
    const client = await open(fakeClient({}, aTeam()))
    expect(await connect('https://other.shop.test', 'known')).toContain('connected to https://rules.shop.test')
    expect(client.bodies('team.connect')).toEqual([])
  })

  it('does not replace an account set by the organisation', async () => {
    await open(fakeClient({}, aTeam()), {baseUrl: aTeam().url})
    await waitFor(() => screen.getByText(/^Managed by your organisation/))
    expect(await connect('https://other.shop.test', 'known')).toBe(
      `Not applied. Managed by your organisation. This browser can only connect to ${aTeam().url}.`,
    )
  })

  it('cannot be applied together with rules, and one of them is required', async () => {
    await open()
    press('Apply')
    await waitFor(() => expect(document.title).toBe('Not applied. Fill in Rules, or Base URL and API key.'))
    fill('Rules', '[]')
    expect(await connect('https://rules.shop.test', 'known')).toMatch(/not both/)
  })
})

it('applies nothing while all rules are off', async () => {
  const client = await open(fakeClient({paused: true}))
  expect(await apply(file([rule('a')]))).toMatch(/^Not applied\. Rules on is off/)
  expect(client.bodies('records.add')).toEqual([])
})

it('says in the title which active rule was left out', async () => {
  const client = fakeClient()
  const leavingOut: FakeClient = {
    ...client,
    async ask(name, body) {
      const answer = await client.ask(name, body)
      if (name === 'records.add')
        client.set({
          rules: client.view().rules.map(view => ({
            ...view,
            problems:
              view.rule?.name === 'b'
                ? []
                : [{code: 'over-limit', pair: 0, params: {limit: 1, number: 2, kind: 'regex'}}],
          })),
        })
      return answer
    },
  }
  await open(leavingOut)
  expect(await apply(file([rule('a'), rule('b'), rule('c', {status: 'Inactive'})]))).toMatch(
    /^Applied 3 rules, but “a” is ignored\. .+\.$/,
  )
  expect(await apply(file([rule('a'), rule('b'), rule('c')]))).toMatch(
    /^Applied 3 rules, but “a” and 1 other are ignored\. /,
  )
  const pair = {source: {key: 'host', operator: 'Equals', value: 'shop.test'}}
  expect(await apply(file([rule('a', {pairs: [pair, pair]})]))).toMatch(
    /^Applied 1 rule, but condition 1 of “a” is ignored\. Condition 1 is over Chrome’s limit\.$/,
  )
})

it('accepts rules in any order, although grouped rules are listed first', async () => {
  await open()
  const group = {id: 'Group_1', name: 'G', objectType: 'group', status: 'Active', isFavourite: false}
  const to = (name: string, more = {}) =>
    rule(name, {
      ruleType: 'Redirect',
      pairs: [
        {
          source: {key: 'host', operator: 'Equals', value: 'shop.test'},
          destinationType: 'url',
          destination: 'https://b.test/',
        },
      ],
      ...more,
    })
  const rules = [to('one'), to('two', {groupId: 'Group_1'})]
  const text = JSON.stringify({format: 'switchyard', version: 1, groups: [group], rules})
  expect(await apply(text)).toBe('Applied 2 rules')
})

it('names the rules that are not in force as written', async () => {
  const client = await open()
  fill('Rules', JSON.stringify([rule('a')]))
  press('Apply')
  await waitFor(() => expect(document.title).toBe('Applied 1 rule'))
  const [view] = client.view().rules
  if (!view) throw new Error('There is no rule')
  client.set({
    rules: [{...view, problems: [{code: 'over-limit', pair: 0, params: {limit: 1, number: 2, kind: 'regex'}}]}],
  })
  await waitFor(() => screen.getByText('Applied, with problems'))
  fireEvent.click(screen.getByRole('link', {name: 'a'}))
  expect(location.hash).toContain('Cancel_')
})

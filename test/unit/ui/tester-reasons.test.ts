import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainReason, explainVerdictInRow} from '../../../src/ui/sentences/verdict'
import {aPair} from '../builders'
import {aGroup, aRule, aView} from './builders'
import {aRequest, cancel, explained, host, isLookAhead, kinds, redirect} from './explained'

const getHeaders = (source: Source) =>
  aRule('Headers', {pairs: [{source, modifications: [{header: 'x-a', type: 'Modify', value: '1'}]}]})

describe('a rule is not applied', () => {
  const off = {status: 'Inactive'} as const
  const on = [{resourceType: ['script']}]
  it.each([
    ['all rules are paused', {draft: cancel('d'), paused: true}, {why: 'off', off: 'paused', wouldMatch: true}],
    ['it is off', {draft: {...cancel('d'), ...off}}, {why: 'off', off: 'rule', wouldMatch: true}],
    [
      'its group is off',
      {draft: {...cancel('d'), groupId: 'Group_A'}, groups: [aGroup('A', off)]},
      {why: 'off', off: 'group', group: 'A'},
    ],
    [
      'it is invalid',
      {draft: redirect('d', 'nowhere')},
      {why: 'faulty', wouldMatch: true, faults: [{path: 'pairs[0].destination'}]},
    ],
    [
      'file access is off',
      {draft: redirect('d', 'file:///home/me/cart.json')},
      {why: 'left-out', problem: {code: 'file-access-off'}},
    ],
    [
      'its payload filter is not supported',
      {draft: getHeaders(host('api.shop.test', [{requestPayload: {key: 'a', operator: 'Equals', value: 'b'}}]))},
      {why: 'left-out', problem: {code: 'payload-filter'}},
    ],
    [
      'its payload filter works on fetch and XHR only',
      {
        draft: cancel('d', host('api.shop.test', [{requestPayload: {key: 'a', operator: 'Equals', value: 'b'}}])),
        request: {url: 'https://api.shop.test/?a=b', resourceType: 'image'} as const,
      },
      {why: 'request-type', problem: {code: 'payload-in-part'}},
    ],
    [
      'Chrome rejects its regex, which has no in-page fallback',
      {draft: getHeaders({key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}), refuses: isLookAhead},
      {why: 'left-out', problem: {code: 'regex-refused', params: {reason: 'syntaxError'}}},
    ],
    [
      'Chrome rejects its regex, and the request is no fetch or navigation',
      {
        draft: cancel('d', {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}),
        refuses: isLookAhead,
        request: {resourceType: 'image'} as const,
      },
      {why: 'request-type', problem: {code: 'regex-in-part'}},
    ],
    [
      'it was over a limit that is still full',
      {draft: cancel('d'), problems: [{code: 'over-limit', pair: 0} as const]},
      {why: 'left-out', problem: {code: 'over-limit'}},
    ],
    [
      'the host differs',
      {draft: cancel('d', host('api.shop.tess'))},
      {why: 'source', nearMiss: {miss: {kind: 'equals', at: 12}}},
    ],
    [
      'a filter does not hold',
      {draft: cancel('d', host('api.shop.test', on))},
      {why: 'filter', filter: 'resourceType'},
    ],
    [
      'a GET has no body to change',
      {draft: aRule('Request', {pairs: [{source: host(), type: 'static', value: 'x'}]})},
      {why: 'request-type'},
    ],
    [
      'the text to replace is not there',
      {draft: aRule('Replace', {pairs: [{source: host(), from: 'nope', to: 'x'}]})},
      {why: 'no-text'},
    ],
  ])('because %s', (_, given, reason) => {
    const {draft} = explained(given)
    expect(draft.reason).toMatchObject(reason)
    expect(draft.effect).toBeNull()
  })

  it('because a Method filter never matches a WebSocket', () => {
    const filters = [{requestMethod: ['GET']}, {resourceType: ['websocket', 'xmlhttprequest']}]
    const socket = {url: 'wss://api.shop.test/', resourceType: 'websocket'} as const
    const {draft} = explained({draft: cancel('d', host('api.shop.test', filters)), request: socket})
    const said = draft.reason && getExplanationText(explainReason(draft.reason, draft, aRequest(socket)))
    expect(said).toBe('Filter Method: WebSockets have no method, so none matches.')
  })

  it.each([
    ['Response', /^Without a Type filter this rule does not answer frames. This request’s type is frame.$/],
    ['Request', /^A Request body rule does not work for this type of request/],
  ] as const)('because a text of a %s rule does nothing in a frame', (ruleType, said) => {
    const frame = {resourceType: 'sub_frame'} as const
    const {draft} = explained({
      draft: aRule(ruleType, {pairs: [{source: host(), type: 'static', value: 'x'}]} as never),
      request: frame,
    })
    expect(draft.reason && getExplanationText(explainReason(draft.reason, draft, aRequest(frame)))).toMatch(said)
  })

  it('because its text is neither an image nor a font', () => {
    const filters = [{resourceType: ['image']}]
    const empty = aRule('Response', {pairs: [{source: host('api.shop.test', filters), type: 'static', value: ''}]})
    const {draft} = explained({draft: empty, request: {resourceType: 'image'}})
    expect(draft).toMatchObject({kind: 'refused', reason: {why: 'left-out', problem: {code: 'no-picture'}}})
    const image = {resourceType: 'image'} as const
    const ofAny = aRule('Response', {pairs: [{source: host(), type: 'static', value: 'x'}]})
    const {draft: unfit} = explained({draft: ofAny, request: image})
    expect(unfit.reason && getExplanationText(explainReason(unfit.reason, unfit, aRequest(image)))).toBe(
      'Write SVG or a data: URL for images, and a data: URL for fonts. This request’s type is image.',
    )
  })

  it('if the worker reports a problem', () => {
    const rule = redirect('kept', 'https://x.test/')
    const view = aView(rule, {problems: [{code: 'over-limit', pair: 0}]})
    expect(kinds(explained({draft: cancel('d', host('other.test')), others: [view]}))).toEqual([
      ['kept', 'refused'],
      ['d', 'no-match'],
    ])
  })
})

describe('a condition that does not match', () => {
  const getNearMiss = (source: Source) => {
    const {reason} = explained({draft: cancel('d', source)}).draft
    return reason?.why === 'source' ? reason.nearMiss : null
  }
  const source = (key: Source['key'], operator: Source['operator'], value: string): Source => ({key, operator, value})
  it.each([
    ['equals', source('host', 'Equals', 'api.shop.com'), {kind: 'equals', at: 9}, {from: 17, to: 18}],
    ['equals, shorter', source('path', 'Equals', '/v1/cart/items'), {kind: 'equals', at: 8}, {from: 28, to: 29}],
    ['contains', source('path', 'Contains', '/v1/card'), {kind: 'contains', longest: '/v1/car'}, {from: 21, to: 28}],
    ['a wildcard', source('url', 'Wildcard_Matches', 'http://*'), {kind: 'pattern'}, null],
  ])('says how close it came: %s', (_, given, miss, span) => {
    expect(getNearMiss(given)).toMatchObject({miss, span})
  })
})

it('an invalid draft matches nothing and says at once what to fix', () => {
  const delay = {...aRule('Delay'), pairs: [{source: host(), delay: Number.NaN}]} as Rule
  const tested = {resourceType: 'main_frame'} as const
  expect(explained({draft: delay, request: tested}).draft).toMatchObject({kind: 'faulty', effect: null})
  const blank = cancel('d', {key: 'url', operator: 'Contains', value: ' '})
  expect(explained({draft: blank}).draft).toMatchObject({kind: 'faulty', reason: {wouldMatch: false}})
  // A rule that does not match the request says that first.
  expect(explained({draft: delay, request: {...tested, url: 'https://other.test/'}}).draft.kind).toBe('no-match')
})

it('among several conditions without a match, the closest is named with their number', () => {
  const hosts = ['b.test', 'api.shop.tess', 'api.other.test'].map(value => ({source: host(value)}))
  const {draft} = explained({draft: aRule('Cancel', {pairs: hosts})})
  expect(draft.reason).toMatchObject({why: 'source', index: 1, nearMiss: {miss: {expected: 'api.shop.tess'}}})
  expect(draft.reason && getExplanationText(explainReason(draft.reason, draft, aRequest()))).toBe(
    'None of the 3 conditions matches. Closest is condition 2: The host is api.shop.test; the rule wants api.shop.tess. They differ at character 13.',
  )
})

it('among several conditions, the one whose filter excludes the request is named', () => {
  const pairs = [{source: host('b.test')}, {source: {...host('api.shop.test'), filters: [{requestMethod: ['POST']}]}}]
  const {draft} = explained({draft: aRule('Cancel', {pairs})})
  expect(draft.reason && getExplanationText(explainReason(draft.reason, draft, aRequest()))).toBe(
    'None of the 2 conditions matches. Closest is condition 2: Filter Method: the request is GET, the rule wants POST.',
  )
})

it('the row of an overridden redirect shows its destination', () => {
  const wildcard = {key: 'url', operator: 'Wildcard_Matches', value: 'https://api.shop.test/v1/*'} as const
  const {draft} = explained({
    draft: redirect('lower', 'http://localhost:3000/$1', wildcard),
    others: [redirect('upper', 'https://old.test/')],
  })
  expect(draft.kind).toBe('hidden')
  expect(getExplanationText(explainVerdictInRow(draft, aRequest()))).toBe(
    '→ http://localhost:3000/cart?lang=de · “upper” acts first',
  )
})

it("the closest rules of the draft's group are listed even without a match", () => {
  const inGroup = (name: string) => ({...cancel(name, host(`${name}.test`)), groupId: 'Group_A'})
  const explanation = explained({
    draft: {...cancel('draft'), groupId: 'Group_A'},
    others: [...['a', 'b', 'c', 'd', 'e'].map(inGroup), cancel('elsewhere', host('x.test'))],
    groups: [aGroup('A')],
  })
  expect(kinds(explanation)).toEqual([
    ['c', 'no-match'],
    ['d', 'no-match'],
    ['e', 'no-match'],
    ['draft', 'wins'],
  ])
})

it('the long name of another rule is shortened so that the verdict fits', () => {
  const {draft} = explained({
    draft: redirect('lower', 'https://a.test/'),
    others: [redirect('n'.repeat(200), 'https://b.test/')],
  })
  const said = draft.reason ? getExplanationText(explainReason(draft.reason, draft, aRequest())) : ''
  expect(said).toContain(`${'n'.repeat(39)}…`)
  expect(said).not.toContain('n'.repeat(40))
})

describe('a Replace behind a regex that Chrome rejects', () => {
  it('is done completely by our own matcher, without a note about Chrome', () => {
    const source: Source = {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)', filters: []}
    const {draft} = explained({
      draft: aRule('Replace', {pairs: [aPair('Replace', {source, from: 'v1', to: 'v11'})]}),
      refuses: isLookAhead,
      request: {url: `https://shop.test${'/v1'.repeat(5)}`},
    })
    expect(draft.effect).toMatchObject({to: `https://shop.test${'/v11'.repeat(5)}`})
    expect(draft.limitation?.code).toBe('regex-in-part')
  })
})

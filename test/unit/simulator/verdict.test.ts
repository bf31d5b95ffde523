import {describe, expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import type {Rule} from '../../../src/model/rule'
import {listChecks} from '../../../src/simulator/checks'
import {explainLibrary} from '../../../src/simulator/explain'
import {getRemedy} from '../../../src/simulator/remedy'
import type {Explanation} from '../../../src/simulator/explain-request'
import type {TestRequest} from '../../../src/simulator/test-request'
import type {Verdict} from '../../../src/simulator/verdict'
import {aGroup, aRule, aView} from '../ui/builders'
import {aRequest, cancel, explained, headers, host, redirect} from '../ui/explained'

const upper = redirect('upper', 'https://upper.test/')

/** A rule with every possible fault, of which the first `fixed` ones are removed. */
function createFaultyRule(fixed: number) {
  const is = (step: number) => fixed <= step
  const filters = is(5) ? [{requestMethod: ['POST']}] : []
  const rule = {
    ...redirect('asked', 'https://goal.test/', host(is(4) ? 'else.test' : 'api.shop.test', filters)),
    status: is(1) ? 'Inactive' : 'Active',
    groupId: 'Group_A',
  } as Rule
  return {
    paused: is(0),
    rule,
    groups: [aGroup('A', {status: is(2) ? 'Inactive' : 'Active'})],
    problems: is(3) ? [{code: 'over-limit', pair: 0} satisfies Problem] : [],
    request: aRequest(is(6) ? {url: 'wss://api.shop.test/v1', resourceType: 'websocket'} : {}),
    others: is(7) ? [{...upper, groupId: 'Group_A'}] : [],
  }
}
type FaultyRule = ReturnType<typeof createFaultyRule>

function explainStored(
  rules: readonly Rule[],
  tested: TestRequest,
  more: Partial<FaultyRule> & {readonly about?: readonly string[]} = {},
): Explanation {
  const {problems = [], rule, paused = false, groups = []} = more
  const views = rules.map(each => aView(each, each === rule ? {problems} : {}))
  const work = explainLibrary({request: tested, library: {rules: views, groups, paused}, about: more.about ?? []})
  for (;;) {
    const step = work.next()
    if (!step.done) continue
    if ('fault' in step.value) throw new Error(step.value.fault)
    return step.value
  }
}

const judgeDraft = ({rule, ...given}: FaultyRule): Verdict => explained({draft: rule, ...given}).draft
function judgeStored(given: FaultyRule): Verdict {
  const {rule, others, request: tested} = given
  const {verdicts} = explainStored([...others, rule], tested, {...given, about: [rule.id]})
  const own = verdicts.find(({candidate}) => candidate.id === rule.id)
  if (!own) throw new Error('no verdict')
  return own
}

const steps = [
  [{why: 'off', off: 'paused'}, {to: 'turn-all-on'}, 'rules-on'],
  [{why: 'off', off: 'rule'}, {to: 'turn-on'}, 'rule-on'],
  [{why: 'off', off: 'group', group: 'A'}, {to: 'turn-group-on', group: 'Group_A'}, 'group-on'],
  [{why: 'left-out', problem: {code: 'over-limit'}}, {to: 'fix', problem: {code: 'over-limit'}}, 'in-force'],
  [{why: 'source', nearMiss: {miss: {kind: 'equals'}}}, {to: 'edit', path: 'pairs[0].source.value'}, 'source'],
  [{why: 'filter', filter: 'requestMethod'}, {to: 'edit', path: 'pairs[0].source.filters'}, 'filter'],
  [{why: 'request-type'}, {to: 'fix'}, 'kind'],
  [{why: 'acts-first', isAlike: true}, {to: 'move-above', other: upper.id}, 'first'],
] as const

describe.each([
  ['as a draft', judgeDraft],
  ['as stored', judgeStored],
] as const)('the verdict for a rule %s', (_, ask) => {
  it.each(steps.map((step, at) => [at, ...step] as const))(
    'gives reason %i before the later ones',
    (at, reason, remedy, failed) => {
      const verdict = ask(createFaultyRule(at))
      expect(verdict.reason).toMatchObject(reason)
      expect(getRemedy(verdict)).toMatchObject(remedy)
      const checks = listChecks(verdict)
      expect(checks.at(-1)).toMatchObject({check: failed, passed: false})
      expect(checks.slice(0, -1).every(({passed}) => passed)).toBe(true)
    },
  )

  it('is that it applies, with all checks passed, if nothing is wrong', () => {
    const verdict = ask(createFaultyRule(8))
    expect(verdict).toMatchObject({kind: 'wins', reason: null})
    expect(getRemedy(verdict)).toBeUndefined()
    expect(listChecks(verdict).map(({check, passed}) => [check, passed])).toEqual(
      ['rules-on', 'rule-on', 'group-on', 'in-force', 'source', 'kind', 'first'].map(check => [check, true]),
    )
  })
})

describe('a request type that a rule cannot act on', () => {
  const body = (type: 'static' | 'code', value: string) =>
    aRule('Request', {name: 'body', pairs: [{source: host(), type, value}]})
  const served = aRule('Response', {
    name: 'served',
    pairs: [{source: host(), type: 'static', value: '{}', serveWithoutRequest: true}],
  })

  it.each([
    ['a rule that cancels the request', cancel('stopper')],
    ['a rule that answers the request', served],
  ])('is reported before %s', (_, other) => {
    for (const draft of [body('static', '{}'), body('code', 'function (args) { return args.body }')]) {
      const {draft: onGet} = explained({draft, others: [other]})
      expect(onGet).toMatchObject({kind: 'not-applied', reason: {why: 'request-type'}})
      expect(listChecks(onGet).at(-1)).toEqual({check: 'kind', passed: false})
      const onPost = explained({draft, others: [other], request: {method: 'POST'}}).draft
      expect(onPost.reason).toMatchObject({why: 'acts-first', by: {name: other.name}})
    }
  })
})

it('a static response is overridden by a redirect, not by a code response below', () => {
  const answer = (name: string, type: 'static' | 'code', value: string) =>
    aRule('Response', {name, pairs: [{source: host(), type, value}]})
  const away = redirect('away', 'https://else.test/', {key: 'path', operator: 'Contains', value: '/v1/'})
  const low = answer('low', 'code', 'function (args) { return args.response }')
  const {verdicts} = explainStored([away, answer('up', 'static', '{}'), low], aRequest())
  expect(verdicts.map(({candidate: {rule}, kind, reason}) => [rule.name, kind, reason])).toMatchObject([
    ['away', 'wins', null],
    ['up', 'hidden', {why: 'acts-first', by: {name: 'away'}, isAlike: false}],
    ['low', 'applies', null],
  ])
})

it('conditions of one rule do not override each other', () => {
  const path = {key: 'path', operator: 'Contains', value: '/v1/'} as const
  const set = (value: string) => [{type: 'Modify', header: 'X-Env', value} as const]
  const draft = aRule('Headers', {
    pairs: [
      {source: host(), modifications: set('one')},
      {source: path, modifications: set('two')},
    ],
  })
  const verdict = explained({draft}).draft
  expect(verdict).toMatchObject({kind: 'applies', reason: null})
  expect(verdict.effect).toMatchObject({kind: 'headers', changes: [{change: {value: 'one'}}]})
  const upperOne = headers('upper', ['Modify', 'X-Env'])
  expect(explained({draft, others: [upperOne]}).draft).toMatchObject({reason: {why: 'header-taken'}})
})

describe('the remedy', () => {
  it('for an overriding rule of another type is to show that rule', () => {
    const {draft} = explained({draft: redirect('d', 'https://x.test/'), others: [cancel('stops')]})
    expect(getRemedy(draft)).toMatchObject({
      to: 'show',
      other: draft.reason && 'by' in draft.reason ? (draft.reason.by as {id: string}).id : '',
    })
  })

  it('for a loop is to show the other rule, and for a header to move above it', () => {
    const back = explained({
      draft: redirect('back', 'https://api.shop.test/', host('b.test')),
      others: [redirect('there', 'https://b.test/')],
    }).draft
    expect(getRemedy(back)).toMatchObject({to: 'show'})
    const taken = explained({draft: headers('b', ['Modify', 'X-A']), others: [headers('a', ['Modify', 'X-A'])]}).draft
    expect(getRemedy(taken)).toMatchObject({to: 'move-above'})
  })

  it('is preceded by one check per filter, and one for the text of a Replace', () => {
    const filters = [{requestMethod: ['GET'], resourceType: ['xmlhttprequest']}]
    const rule = aRule('Replace', {pairs: [{source: host('api.shop.test', filters), from: 'nope', to: 'x'}]})
    expect(listChecks(explained({draft: rule}).draft).map(({check}) => check)).toEqual([
      'rules-on',
      'rule-on',
      'in-force',
      'source',
      'filter',
      'filter',
      'text',
    ])
  })
})

describe('a changed request body', () => {
  const request = {
    ...aRule('Request'),
    id: 'Request_1',
    pairs: [{source: host('api.shop.test'), type: 'static', value: '{}'}],
  } as Rule
  const asked = aRequest({method: 'POST'})
  const verdictOfRequest = (above: Rule) =>
    explainStored([above, request], asked, {about: [request.id]}).verdicts.find(
      ({candidate}) => candidate.id === request.id,
    )
  const served = {
    ...aRule('Response'),
    id: 'Response_1',
    pairs: [{source: host('api.shop.test'), type: 'static', value: '{}', serveWithoutRequest: true}],
  } as Rule

  it('does not apply if the request is cancelled or answered in the page', () => {
    for (const above of [cancel('stops'), served])
      expect(verdictOfRequest(above)).toMatchObject({
        kind: 'hidden',
        reason: {why: 'acts-first', by: {id: above.id}, isAlike: false},
      })
  })

  it('applies to a request that is redirected', () => {
    expect(verdictOfRequest(redirect('moves', 'https://upper.test/'))).toMatchObject({kind: 'applies'})
  })
})

it('a draft that moves to another group is placed there by its rank', () => {
  const group = aGroup('Shop')
  const own = redirect('kept', 'https://kept.test/')
  const winnerAmong = (...ranks: readonly number[]) => {
    const there = ranks.map(rank =>
      aView({...redirect(`of-${rank}`, `https://of-${rank}.test/`), groupId: group.id}, {rank}),
    )
    const draft = {...own, groupId: group.id}
    return explained({draft, id: own.id, groups: [group], others: [...there, aView(own, {rank: 5})]}).finalUrl
  }
  expect(winnerAmong(7, 9)).toBe('https://kept.test/')
  expect(winnerAmong(3, 9)).toBe('https://of-3.test/')
})

import {describe, expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import type {Rule} from '../../../src/model/rule'
import {compareWithBrowser, toBrowserQuery} from '../../../src/simulator/browser-comparison'
import {listChecks} from '../../../src/simulator/checks'
import {explainLibrary} from '../../../src/simulator/explain'
import {getRemedy} from '../../../src/simulator/remedy'
import type {Explanation} from '../../../src/simulator/explain-request'
import type {TestRequest} from '../../../src/simulator/test-request'
import type {Verdict} from '../../../src/simulator/verdict'
import {aGroup, aRule, aView} from '../ui/builders'
import {aRequest, cancel, explained, headers, host, redirect} from '../ui/explained'

const upper = redirect('upper', 'https://upper.test/')

/** All that can be wrong at once, and what is left of it after so many things were mended, in the order of the answers. */
function wrong(mended: number) {
  const is = (step: number) => mended <= step
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
    tested: aRequest(is(6) ? {url: 'wss://api.shop.test/v1', resourceType: 'websocket'} : {}),
    others: is(7) ? [{...upper, groupId: 'Group_A'}] : [],
  }
}
type Wrong = ReturnType<typeof wrong>

function told(
  rules: readonly Rule[],
  tested: TestRequest,
  more: Partial<Wrong> & {readonly about?: readonly string[]} = {},
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

const asDraft = ({rule, ...given}: Wrong): Verdict => explained({draft: rule, ...given}).draft
function asKept(given: Wrong): Verdict {
  const {rule, others, tested} = given
  const {verdicts} = told([...others, rule], tested, {...given, about: [rule.id]})
  const own = verdicts.find(({candidate}) => candidate.id === rule.id)
  if (!own) throw new Error('not told')
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
  ['as it is written', asDraft],
  ['as it is kept', asKept],
] as const)('of a rule %s', (_, ask) => {
  it.each(steps.map((step, at) => [at, ...step] as const))(
    'the reason of step %i comes before those below it',
    (at, reason, remedy, failed) => {
      const verdict = ask(wrong(at))
      expect(verdict.reason).toMatchObject(reason)
      expect(getRemedy(verdict)).toMatchObject(remedy)
      const checks = listChecks(verdict)
      expect(checks.at(-1)).toMatchObject({check: failed, passed: false})
      expect(checks.slice(0, -1).every(({passed}) => passed)).toBe(true)
    },
  )

  it('nothing is wrong, so it is applied and has passed all', () => {
    const verdict = ask(wrong(8))
    expect(verdict).toMatchObject({kind: 'wins', reason: null})
    expect(getRemedy(verdict)).toBeUndefined()
    expect(listChecks(verdict).map(({check, passed}) => [check, passed])).toEqual(
      ['rules-on', 'rule-on', 'group-on', 'in-force', 'source', 'kind', 'first'].map(check => [check, true]),
    )
  })
})

describe('a kind of request that a rule cannot act on', () => {
  const body = (type: 'static' | 'code', value: string) =>
    aRule('Request', {name: 'body', pairs: [{source: host(), type, value}]})
  const served = aRule('Response', {
    name: 'served',
    pairs: [{source: host(), type: 'static', value: '{}', serveWithoutRequest: true}],
  })

  it.each([
    ['what stops it', cancel('stopper')],
    ['what answers it', served],
  ])('is said before %s', (_, other) => {
    for (const draft of [body('static', '{}'), body('code', 'function (args) { return args.body }')]) {
      const {draft: onGet} = explained({draft, others: [other]})
      expect(onGet).toMatchObject({kind: 'not-applied', reason: {why: 'request-type'}})
      expect(listChecks(onGet).at(-1)).toEqual({check: 'kind', passed: false})
      const onPost = explained({draft, others: [other], tested: {method: 'POST'}}).draft
      expect(onPost.reason).toMatchObject({why: 'acts-first', by: {name: other.name}})
    }
  })
})

it('a fixed answer that a redirect comes before is beaten by that, and not by code below it', () => {
  const answer = (name: string, type: 'static' | 'code', value: string) =>
    aRule('Response', {name, pairs: [{source: host(), type, value}]})
  const away = redirect('away', 'https://else.test/', {key: 'path', operator: 'Contains', value: '/v1/'})
  const low = answer('low', 'code', 'function (args) { return args.response }')
  const {verdicts} = told([away, answer('up', 'static', '{}'), low], aRequest())
  expect(verdicts.map(({candidate: {rule}, kind, reason}) => [rule.name, kind, reason])).toMatchObject([
    ['away', 'wins', null],
    ['up', 'hidden', {why: 'acts-first', by: {name: 'away'}, isAlike: false}],
    ['low', 'applies', null],
  ])
})

it('what one condition of a rule has done takes nothing from the next one of it', () => {
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

describe('what else there is to do', () => {
  it('a rule of another type cannot be moved above, but shown', () => {
    const {draft} = explained({draft: redirect('d', 'https://x.test/'), others: [cancel('stops')]})
    expect(getRemedy(draft)).toMatchObject({
      to: 'show',
      other: draft.reason && 'by' in draft.reason ? (draft.reason.by as {id: string}).id : '',
    })
  })

  it('of a circle the other rule is shown, and of a header that is taken the one above it', () => {
    const back = explained({
      draft: redirect('back', 'https://api.shop.test/', host('b.test')),
      others: [redirect('there', 'https://b.test/')],
    }).draft
    expect(getRemedy(back)).toMatchObject({to: 'show'})
    const taken = explained({draft: headers('b', ['Modify', 'X-A']), others: [headers('a', ['Modify', 'X-A'])]}).draft
    expect(getRemedy(taken)).toMatchObject({to: 'move-above'})
  })

  it('each filter that was passed is a check of its own, and the text of a Replace one more', () => {
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

describe('Chrome’s own answer', () => {
  const [first, second] = [
    aView(redirect('a', 'https://a.test/'), {browserRules: [2_048]}),
    aView(redirect('b', 'https://b.test/'), {browserRules: [3_072, 3_073]}),
  ]
  const here = told([first.rule, second.rule] as Rule[], aRequest())
  it.each([
    ['is ours', [2_048], null],
    ['names another rule', [3_073], {ours: [first.id], theirs: [second.id]}],
    ['names none', [], {ours: [first.id], theirs: []}],
    ['names what belongs to no rule, so that nothing can be told', [1], null],
  ] as const)('%s', (_, matched, difference) => {
    expect(compareWithBrowser(here, [first, second], matched)).toEqual(difference)
  })

  it('names of user agents at one place the upper one alone, which is ours too', () => {
    const agent = (name: string, browserRules: readonly number[]) =>
      aView(aRule('UserAgent', {name, pairs: [{source: host(), userAgent: `${name}/1.0`}]}), {browserRules})
    const [one, other] = [agent('one', [2_048]), agent('other', [])]
    const both = told([one.rule, other.rule] as Rule[], aRequest())
    expect(compareWithBrowser(both, [one, other], [2_048])).toBeNull()
    const apart = {...other, browserRules: [3_072]}
    expect(compareWithBrowser(both, [one, apart], [2_048, 3_072])).toBeNull()
    // It may be installed for other requests.
    expect(compareWithBrowser(both, [one, apart], [2_048])).toBeNull()
    expect(compareWithBrowser(both, [one, apart], [])).toEqual({ours: [one.id], theirs: []})
  })

  it('is asked for as the browser writes it', () => {
    expect(toBrowserQuery(aRequest({url: 'API.shop.test', method: 'POST', page: 'shop.test/x'}))).toEqual({
      url: 'https://api.shop.test/',
      type: 'xmlhttprequest',
      method: 'post',
      initiator: 'https://shop.test',
    })
    expect(toBrowserQuery(aRequest({resourceType: 'main_frame'}))).toMatchObject({topUrl: aRequest().url})
    expect(toBrowserQuery(aRequest({page: 'http://[::1]:3000/'}))).toMatchObject({initiator: 'https://[::1]'})
    expect(toBrowserQuery(aRequest({url: ''}))).toBeUndefined()
  })
})

describe('a changed body', () => {
  const request = {
    ...aRule('Request'),
    id: 'Request_1',
    pairs: [{source: host('api.shop.test'), type: 'static', value: '{}'}],
  } as Rule
  const asked = aRequest({method: 'POST'})
  const verdictOfRequest = (above: Rule) =>
    told([above, request], asked, {about: [request.id]}).verdicts.find(({candidate}) => candidate.id === request.id)
  const served = {
    ...aRule('Response'),
    id: 'Response_1',
    pairs: [{source: host('api.shop.test'), type: 'static', value: '{}', serveWithoutRequest: true}],
  } as Rule

  it('is none where the request is stopped or answered before a server gets it', () => {
    for (const above of [cancel('stops'), served])
      expect(verdictOfRequest(above)).toMatchObject({
        kind: 'hidden',
        reason: {why: 'acts-first', by: {id: above.id}, isAlike: false},
      })
  })

  it('is one beside what is only redirected', () => {
    expect(verdictOfRequest(redirect('moves', 'https://upper.test/'))).toMatchObject({kind: 'applies'})
  })
})

it('a draft that is moved to another group stands there where it is kept: by its age among those of that group', () => {
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

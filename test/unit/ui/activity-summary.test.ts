import {expect, it} from 'vitest'
import type {Rule} from '../../../src/contract/rule'
import type {Entry} from '../../../src/ui/activity/entries'
import {makingOf} from '../../../src/ui/activity/making'
import {idleOf, isMixed, isUnseen, summaryOf} from '../../../src/ui/activity/summary'
import {aRequest, explained, headers as headersRule} from './explained'
import {anAsked, noon} from './activity-told'
import {aRule} from './builders'

const headers = {...aRule('Headers'), id: 'headers'}
const answer = {...aRule('Response'), id: 'answer'}
const rules = [headers, answer]

const resultOf = (more: Partial<Entry>, acted: readonly string[] = ['headers']) =>
  summaryOf(
    {number: 1, asked: anAsked('/v1/cart'), heardSince: 0, browserRules: [], pageRules: [], isServed: false, ...more},
    {judged: undefined, acted, ruleOf: id => rules.find(rule => rule.id === id), tellsRules: true, now: 0},
  ).result

it('a request on which rules acted says what came of it where that went wrong', () => {
  expect(resultOf({status: 200})).toEqual({result: 'applied'})
  expect(resultOf({status: 404})).toEqual({result: 'applied', status: 404})
  expect(resultOf({failed: 'net::ERR_CONNECTION_RESET'})).toEqual({
    result: 'applied',
    failed: 'net::ERR_CONNECTION_RESET',
  })
})

it('what a rule answers is not the server’s, and an answer is given where none comes', () => {
  const [pair] = answer.pairs
  expect(resultOf({status: 500}, ['answer'])).toEqual({
    result: 'applied',
    ...(pair?.statusCode === undefined ? {} : {status: pair.statusCode}),
  })
  expect(resultOf({failed: 'net::ERR_FAILED'}, ['answer'])).not.toHaveProperty('failed')
  const givenUp = {failed: 'net::ERR_ABORTED', isGivenUp: true}
  expect(resultOf(givenUp, ['answer'])).toEqual({result: 'applied', failed: 'net::ERR_ABORTED'})
})

/** What a row says where Chrome told of no rule. */
function ofNobody(draft: Rule, more: Partial<Entry>, tellsRules = true) {
  const {draft: verdict, verdicts} = explained({draft})
  const judged = {tested: aRequest(), verdicts}
  const entry = {
    number: 1,
    asked: anAsked('/v1/cart'),
    heardSince: 0,
    browserRules: [],
    pageRules: [],
    isServed: false,
    ...more,
  }
  const ruleOf = () => verdict.contender.rule
  return {
    ...summaryOf(entry, {judged, acted: [], ruleOf, tellsRules, now: 0}),
    idle: idleOf(verdict, entry, tellsRules),
  }
}
const ofAnswer = (type: 'Modify' | 'Remove') => {
  const rule = headersRule('csp', [type, 'X-Frame'])
  return {
    ...rule,
    pairs: rule.pairs.map(pair => ({
      ...pair,
      modifications: [{type, header: 'X-Frame', value: 'a', target: 'Response'}],
    })),
  } as Rule
}

it('what a rule takes out and is not there, Chrome says nothing of, and nobody is to blame', () => {
  const nothing = {rules: [], result: {result: 'answered', status: 200}, idle: 'nothing-to-remove'}
  expect(ofNobody(headersRule('x', ['Remove', 'X-None']), {status: 200})).toEqual(nothing)
  expect(ofNobody(ofAnswer('Remove'), {status: 200})).toEqual(nothing)
  // Nobody knows yet.
  expect(ofNobody(ofAnswer('Remove'), {})).toMatchObject({result: {result: 'waits'}, idle: null})
  const both = headersRule('x', ['Remove', 'X-None'], ['Modify', 'X-Env'])
  expect(ofNobody(both, {status: 200})).toMatchObject({result: {result: 'not-applied'}, idle: null})
})

it('an answer that does not come has no headers to change, and the row says why it did not', () => {
  const failed = {failed: 'net::ERR_CONNECTION_REFUSED'}
  const nothing = {rules: [], result: {result: 'failed', why: failed.failed}, idle: 'no-answer'}
  expect(ofNobody(ofAnswer('Modify'), failed)).toEqual(nothing)
  expect(ofNobody(ofAnswer('Modify'), failed, false)).toEqual(nothing)
  expect(ofNobody(ofAnswer('Modify'), {status: 200})).toMatchObject({result: {result: 'not-applied'}})
  const own = {...failed, asked: anAsked('/v1/cart', {page: 'https://api.shop.test/'})}
  expect(ofNobody(headersRule('x', ['Modify', 'X-Env']), own)).toMatchObject({result: {result: 'not-applied'}})
})

it('what its page gave up before it was sent, no rule of the browser could change', () => {
  const given = {asked: anAsked('/v1/cart', {id: ''}), failed: 'net::ERR_ABORTED', isGivenUp: true}
  const nothing = {rules: [], result: {result: 'failed', why: given.failed}, idle: 'not-sent'}
  const sets = headersRule('x', ['Modify', 'X-Env'])
  for (const tellsRules of [true, false]) expect(ofNobody(sets, given, tellsRules)).toEqual(nothing)
  // Chrome has heard of it, and has asked no rule yet.
  expect(ofNobody(sets, {failed: given.failed})).toEqual(nothing)
  expect(ofNobody(sets, {failed: given.failed, browserRules: [1]})).toMatchObject({idle: null})
  expect(ofNobody(sets, {failed: given.failed}, false)).toMatchObject({result: {result: 'applied'}})
})

it('of what is given up later, too, Chrome tells of no header that was not there to be removed', () => {
  const removes = headersRule('x', ['Remove', 'X-Env'])
  const failed = 'net::ERR_ABORTED'
  expect(ofNobody(removes, {failed})).toMatchObject({rules: [], idle: 'not-sent-or-nothing-to-remove'})
  expect(ofNobody(removes, {failed, browserRules: [1]})).toMatchObject({rules: [], idle: 'nothing-to-remove'})
  expect(ofNobody(removes, {failed, isGivenUp: true})).toMatchObject({rules: [], idle: 'not-sent'})
})

it('what a server does not allow beforehand has failed, and a rule for its headers had nothing to change', () => {
  const sets = headersRule('x', ['Modify', 'X-Env'])
  const failed = 'net::ERR_FAILED'
  const refused = {rules: [], result: {result: 'failed', why: failed}, idle: 'not-allowed'}
  for (const tellsRules of [true, false])
    expect(ofNobody(sets, {failed, hasPreflight: true}, tellsRules)).toEqual(refused)
  expect(ofNobody(sets, {status: 200, hasPreflight: true})).toMatchObject({idle: null})
  // Of the preflight itself Chrome tells only where a rule is for it.
  expect(ofNobody(sets, {failed})).toEqual(refused)
  const put = anAsked('/v1/cart', {method: 'PUT'})
  expect(ofNobody(sets, {failed, asked: put}, false)).toEqual(refused)
  expect(ofNobody(sets, {failed}, false)).toMatchObject({result: {result: 'applied'}, idle: null})
  const down = 'net::ERR_CONNECTION_REFUSED'
  const unanswered = {rules: [], result: {result: 'failed', why: down}, idle: 'not-answered'}
  expect(ofNobody(sets, {failed: down})).toEqual(unanswered)
  expect(ofNobody(sets, {failed: down, asked: put}, false)).toMatchObject({result: {result: 'applied'}, idle: null})
  const removes = headersRule('x', ['Remove', 'X-Env'])
  expect(ofNobody(removes, {failed, hasPreflight: true})).toEqual(refused)
  expect(ofNobody(removes, {failed})).toMatchObject({rules: [], idle: 'not-sent-or-nothing-to-remove'})
  const others: readonly Partial<Entry>[] = [
    {failed, isTouched: true},
    {failed: 'net::ERR_BLOCKED_BY_CSP'},
    {failed, asked: anAsked('/v1/cart', {page: 'https://api.shop.test/'})},
    {failed, asked: anAsked('/v1/cart', {type: 'script'})},
    // It was sent from here to there, or was not let go there.
    {failed, ledTo: ['https://api.shop.test/v2']},
    {failed, isHeldBack: true},
  ]
  for (const each of others) expect(ofNobody(sets, each)).toMatchObject({result: {result: 'not-applied'}, idle: null})
})

it('of what was given up nobody says that Chrome has told of no request for it', () => {
  const entry = {number: 1, asked: anAsked('/v1/cart', {id: ''}), heardSince: 0, browserRules: [], pageRules: ['x']}
  expect(isUnseen({...entry, isServed: false}, noon + 9_000)).toBe(true)
  expect(isUnseen({...entry, isServed: false, isGivenUp: true}, noon + 9_000)).toBe(false)
})

it('a URL that is as a rule would make it is no trouble', () => {
  const already = aRule('QueryParam', {
    pairs: [
      {
        source: {key: 'path', operator: 'Contains', value: '/v1'},
        modifications: [{param: 'lang', type: 'Modify', value: 'de'}],
      },
    ],
  })
  expect(ofNobody(already, {status: 200})).toEqual({rules: [], result: {result: 'answered', status: 200}, idle: 'same'})
})

it.each([
  ['Request', {}, 6_000],
  ['Response', {serveWithoutRequest: true}, 6_000],
  ['Response', {}, 0],
] as const)('code of a %s rule %o is waited for before anything is sent, or not', (ruleType, more, most) => {
  const pairs = [{type: 'code', value: 'args => args.body', ...more}] as const
  expect(makingOf([aRule<'Request' | 'Response'>(ruleType, {pairs})])).toEqual({least: 0, most, isExact: false})
})

it('a fixed text is sent at once, or when a delay before it is over', () => {
  const source = {key: 'path', operator: 'Contains', value: '/v1'} as const
  const fixed = aRule('Request', {pairs: [{source, type: 'static', value: 'b'}]})
  const late = aRule('Delay', {pairs: [{source, delay: 400}]})
  expect(makingOf([fixed])).toEqual({least: 0, most: 0, isExact: true})
  expect(makingOf([late, fixed])).toEqual({least: 400, most: 400, isExact: true})
})

it('an answer that is given inside the page is given, wherever the server leads the request', () => {
  const heldBack = {failed: 'net::ERR_ABORTED', movedTo: 'https://login.test/', isHeldBack: true}
  const asked = anAsked('/v1/cart')
  expect(resultOf({...heldBack, asked: {...asked, type: 'xmlhttprequest'}}, ['answer'])).not.toHaveProperty('failed')
  expect(resultOf({...heldBack, asked: {...asked, type: 'script'}}, ['answer'])).toHaveProperty('failed')
})

it('a page over https lets nothing in that comes over http, but from this machine and but for pictures', () => {
  const mixed = (movedTo: string, type: 'script' | 'image' = 'script', page = 'https://shop.test/') =>
    isMixed({
      number: 1,
      asked: {...anAsked('/a'), page, type},
      heardSince: 0,
      browserRules: [],
      pageRules: [],
      isServed: false,
      movedTo,
    })
  expect(mixed('http://dev.test:3000/a')).toBe(true)
  expect(mixed('https://dev.test/a')).toBe(false)
  for (const host of ['localhost:3000', 'app.localhost', '127.0.0.1', '[::1]:80'])
    expect(mixed(`http://${host}/a`)).toBe(false)
  expect(mixed('http://dev.test/a', 'image')).toBe(false)
  expect(mixed('http://dev.test/a', 'script', 'http://shop.test/')).toBe(false)
})

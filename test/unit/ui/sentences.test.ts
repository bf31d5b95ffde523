import {describe, expect, it} from 'vitest'
import {problemEffects, type Problem, type ProblemCode} from '../../../src/model/problems'
import {faultText} from '../../../src/model/faults'
import type {ProblemValue} from '../../../src/model/problems'
import {ruleTypes, type RuleType} from '../../../src/model/rules'
import {formatBytes, getDaysLeft, formatNumber, formatTime} from '../../../src/ui/format'
import {toPlainText} from '../../../src/ui/text-segments'
import {describeAllEffects, describeEffectInList} from '../../../src/ui/sentences/rule-effect'
import {suggestRuleName} from '../../../src/ui/sentences/suggested-name'
import {describeProblems, describeProblem} from '../../../src/ui/sentences/problems'
import {describeConditionInList, describeCondition} from '../../../src/ui/sentences/rule-condition'
import {ruleTypesInMenu} from '../../../src/ui/rule-type-order'
import {formatFaultPath} from '../../../src/ui/sentences/field-path'
import {aRule, aView, anUnreadable} from './builders'

const said: readonly (readonly [RuleType, when: string, does: string, name: string])[] = [
  [
    'Redirect',
    'URL matches https://api.shop.test/v1/*',
    'to http://localhost:3000/$1',
    'api.shop.test/v1/* to localhost:3000/$1',
  ],
  ['Cancel', 'Host matches *.metrics.test', 'stops it', 'Stop *.metrics.test'],
  ['Replace', 'Host equals cdn.shop.test', 'v1 to v2', 'v1 to v2 on cdn.shop.test'],
  [
    'Headers',
    'Host equals api.shop.test',
    'sets Authorization and 1 more',
    'Sets Authorization and 1 more on api.shop.test',
  ],
  [
    'UserAgent',
    'Host equals m.shop.test',
    'as Mozilla/5.0 (compatible; Own/1.0)',
    'm.shop.test as Mozilla/5.0 (compatible; Own/1.0)',
  ],
  ['QueryParam', 'URL contains shop.test', 'lang=de, removes region', 'lang=de, removes region on shop.test'],
  ['Request', 'Path contains /cart/items', 'sends JSON, 9 B', 'Request body of /cart/items'],
  ['Response', 'Path equals /v1/cart', 'answers 200, JSON, 12 B', 'Response body of /v1/cart'],
  ['Delay', 'Path contains /payment', 'waits 1,500 ms', '/payment waits 1,500 ms'],
]

describe('the description of a rule', () => {
  it('is just the type if a header has no name yet', () => {
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const pairs = [{source, modifications: [{header: '', type: 'Modify', value: '', target: 'Request'}]}] as never
    expect(suggestRuleName({ruleType: 'Headers', pairs})).toBe('Headers rule')
  })

  it.each(said)('%s: when', (type, whenText) => {
    expect(toPlainText(describeConditionInList(aRule(type)))).toBe(whenText)
  })

  it.each(said)('%s: does', (type, _when, does) => {
    expect(toPlainText(describeEffectInList(aRule(type)))).toBe(does)
  })

  it.each(said)('%s: generated name', (type, _when, _does, name) => {
    expect(suggestRuleName(aRule(type))).toBe(name)
  })

  it('exists for all nine types', () => {
    expect(said.map(([type]) => type)).toEqual(ruleTypes)
    expect(ruleTypesInMenu).toEqual(ruleTypes)
  })

  it('starts with When in the popup and counts the other conditions', () => {
    const {pairs} = aRule('Headers')
    const rule = aRule('Headers', {pairs: [...pairs, ...pairs, ...pairs]})
    expect(toPlainText(describeCondition(rule))).toBe('When host equals api.shop.test or 2 more')
  })

  it('names every fetch and XHR for a body rule without a source', () => {
    const rule = aRule('Response', {pairs: [{type: 'code', value: 'function f() {}', statusCode: 402}]})
    expect(toPlainText(describeConditionInList(rule))).toBe('Any fetch or XHR')
    expect(toPlainText(describeEffectInList(rule))).toBe('answers 402, code')
    expect(suggestRuleName(rule)).toBe('Response body of any fetch or XHR')
  })

  it('says that the response has no body if its status has none', () => {
    const sentences = [200, 204, 205, 304].map(statusCode =>
      toPlainText(describeEffectInList(aRule('Response', {pairs: [{type: 'static', value: '{"a": 1}', statusCode}]}))),
    )
    expect(sentences).toEqual([
      'answers 200, JSON, 8 B',
      'answers 204, no body',
      'answers 205, no body',
      'answers 304, no body',
    ])
  })

  it('marks literal values as code, and nothing else', () => {
    expect(describeConditionInList(aRule('Cancel'))).toEqual([
      {text: 'Host matches '},
      {text: '*.metrics.test', code: true},
    ])
  })
})

describe('a generated name', () => {
  it('omits the scheme and the trailing slash', () => {
    const rule = aRule('Redirect', {
      pairs: [
        {
          source: {key: 'host', operator: 'Equals', value: 'api.shop.test'},
          destinationType: 'url',
          destination: 'http://localhost:3000/',
        },
      ],
    })
    expect(suggestRuleName(rule)).toBe('api.shop.test to localhost:3000')
  })

  it('is the type if nothing else is known', () => {
    expect(suggestRuleName(aRule('Cancel', {pairs: [{source: {key: 'host', operator: 'Equals', value: ''}}]}))).toBe(
      'Cancel rule',
    )
  })

  it('names a rule for every request', () => {
    const rule = aRule('Cancel', {pairs: [{source: {key: 'url', operator: 'Contains', value: ''}}]})
    expect(suggestRuleName(rule)).toBe('Stop every request')
    expect(toPlainText(describeConditionInList(rule))).toBe('Every request')
    expect(toPlainText(describeCondition(rule))).toBe('When every request')
  })
})

describe('a problem', () => {
  it.each(Object.keys(problemEffects) as ProblemCode[])('%s has a title and a full sentence', code => {
    const {title, sentence, label} = describeProblem({code})
    expect(title.length).toBeGreaterThan(0)
    // A note has no word in the row.
    expect(label === '').toBe(problemEffects[code] === 'note')
    expect(sentence).toMatch(/^[A-Z“f$].*[.…]$/)
    expect(sentence).not.toContain('undefined')
  })

  it('is listed by severity, and each sentence once', () => {
    const view = aView(aRule('Headers'), {
      problems: [
        {code: 'to-itself', pair: 0},
        {code: 'to-itself', pair: 1},
        {code: 'loop', urls: ['a.test', 'b.test (this rule)', 'a.test']},
      ],
    })
    expect(describeProblems(view).map(each => each.sentence)).toEqual([
      'a.test → b.test (this rule) → a.test',
      'The destination equals the requested URL, so nothing changes.',
    ])
  })

  it('of one condition names it and says that the others apply', () => {
    const refused = {code: 'regex-refused', field: 'source.value'} as const
    const worstOf = (conditions: number, ...problems: Problem[]) => {
      const rule = aRule('Headers')
      const pairs = Array.from({length: conditions}, () => rule.pairs[0]) as never
      const [worst] = describeProblems(aView({...rule, pairs}, {problems}))
      return [worst?.label, worst?.title, worst?.tone, worst?.isLeftOut]
    }
    const whole = ['Ignored', 'Ignored: Chrome can’t use this pattern', 'danger', true]
    const ofOne = ['Works in part', 'Condition 2 is ignored: Chrome can’t use this pattern', 'warn', false]
    expect(worstOf(1, {...refused, pair: 0})).toEqual(whole)
    expect(worstOf(2, {...refused, pair: 1})).toEqual(ofOne)
    expect(worstOf(3, {...refused, pair: 1}, {...refused, pair: 2})).toEqual(ofOne)
    expect(worstOf(2, {...refused, pair: 0}, {...refused, pair: 1})).toEqual(whole)
    expect(worstOf(2, {code: 'over-limit', pair: 0})[1]).toBe('Condition 1 is over Chrome’s limit')
    // A loop concerns the whole rule.
    expect(worstOf(2, {code: 'loop'}, {...refused, pair: 1}).slice(2)).toEqual(['danger', true])
  })

  it('of a file slightly over the limit does not show its size as the limit', () => {
    const limit = 2 * 1024 * 1024
    const sentenceOf = (size: number) => describeProblem({code: 'file-too-large', params: {size}}).sentence
    expect(sentenceOf(limit + 22)).toBe('The file takes more than 2 MB as part of a URL, and Chrome allows 2 MB.')
    expect(sentenceOf(limit * 1.35)).toMatch(/^The file takes 2\.7 MB /)
  })

  it('of an unreadable record is its faults', () => {
    expect(describeProblems(anUnreadable('x', {})).map(each => each.sentence)).toEqual([
      'This record has no pairs. It is stored unchanged. Other rules are not affected.',
    ])
  })

  it('names a capture that is always empty and how to fix it', () => {
    const problem = (code: 'destination' | 'empty-capture', missing: number, groups: number, pattern = 'condition') =>
      ({code, pair: 0, field: 'destination', params: {missing, groups, pattern}}) as const
    const sentenceOf = (...given: Parameters<typeof problem>) => describeProblem(problem(...given)).sentence
    const nothing = '$1 is always empty: the condition captures nothing. Use a wildcard (*) or a regex group.'
    expect(sentenceOf('destination', 1, 0)).toBe(nothing)
    expect(sentenceOf('empty-capture', 1, 0)).toBe(nothing)
    expect(sentenceOf('empty-capture', 2, 1)).toBe(
      '$2 is always empty: the condition captures only $1. Add a wildcard (*) or a regex group.',
    )
    expect(sentenceOf('empty-capture', 4, 3)).toMatch(/^\$4 is always empty: the condition captures only \$1 to \$3\. /)
    expect(sentenceOf('empty-capture', 1, 0, 'regex')).toBe(
      '$1 is always empty: the regex captures nothing. Use a group: (…).',
    )
    expect(describeProblem(problem('empty-capture', 1, 0))).toMatchObject({label: 'Works in part', tone: 'warn'})
  })

  it('says in one sentence where a Replace works that Chrome cannot express', () => {
    const says = {because: '', works: 'fetch and XHR'}
    const sentenceOf = (reason: ProblemValue) =>
      describeProblem({code: 'regex-in-part', params: {...says, reason}}).sentence
    expect(sentenceOf(faultText('needsFallback'))).toBe(
      'Chrome can’t do this on its own, so the rule works for fetch and XHR, but not for images, scripts and other requests.',
    )
    expect(sentenceOf('syntaxError')).toBe('Chrome can’t use this regex. The rule works for fetch and XHR.')
  })

  it('says in words which part of a rule Chrome rejects', () => {
    const sentenceOf = (reason: string) => describeProblem({code: 'refused-by-browser', params: {reason}}).sentence
    const reason = 'Rule with id 3072 does not provide a valid URL for action.redirect.url key.'
    expect(sentenceOf(reason)).toBe(
      'Chrome rejects the destination. Change it and save again. Other rules are not affected.',
    )
    expect(sentenceOf('Odd 7')).toMatch(/^Chrome rejects part of this rule\./)
  })

  it("explains Chrome's error codes in words", () => {
    for (const reason of ['syntaxError', 'memoryLimitExceeded'])
      expect(describeProblem({code: 'regex-refused', params: {reason}}).sentence).not.toContain(reason)
    expect(describeProblem({code: 'regex-refused', params: {reason: 'Too odd'}}).sentence).toBe(
      'Too odd. Rewrite it, or use a wildcard.',
    )
  })
})

describe('numbers', () => {
  it('have thousands separators in the integer part', () => {
    expect([0, 999, 1000, 1234567, -1000, 1234.5678].map(formatNumber)).toEqual([
      '0',
      '999',
      '1,000',
      '1,234,567',
      '-1,000',
      '1,234.5678',
    ])
  })

  it('have separators and units', () => {
    expect([formatBytes(214), formatBytes(1234), formatBytes(2 * 1024 * 1024)]).toEqual(['214 B', '1.2 kB', '2 MB'])
  })

  it('show a time for today and a date for other days', () => {
    const now = new Date(2026, 10, 20, 12, 0).getTime()
    expect(formatTime(new Date(2026, 10, 20, 8, 5).getTime(), now)).toBe('08:05')
    expect(formatTime(new Date(2026, 10, 12, 8, 5).getTime(), now)).toBe('12 Nov')
    expect(formatTime(new Date(2025, 10, 12, 8, 5).getTime(), now)).toBe('12 Nov 2025')
  })

  it('count the days that the trash still stores a rule', () => {
    const deleted = Date.UTC(2026, 0, 1)
    expect(getDaysLeft(deleted, deleted)).toBe(30)
    expect(getDaysLeft(deleted, deleted + 2.5 * 86_400_000)).toBe(28)
    expect(getDaysLeft(deleted, deleted + 40 * 86_400_000)).toBe(0)
  })
})

describe('failed code', () => {
  const failed = (says: Readonly<Record<string, string | number>>) =>
    describeProblem({code: 'code-failed', pair: 0, field: 'value', params: {at: Date.now(), message: '', ...says}})

  it('shows time, error, line and the consequence for the request', () => {
    const told = failed({kind: 'request', why: 'threw', message: 'qty is not defined', line: 4})
    expect(told).toMatchObject({
      label: 'Code failed',
      sentence: 'qty is not defined, line 4. The request was sent unchanged.',
      tone: 'warn',
    })
    expect(told.title).toMatch(/^Code failed at \d\d:\d\d$/)
  })

  it('shows the date if it was another day', () => {
    expect(failed({kind: 'request', why: 'nothing', at: new Date(2020, 10, 12).getTime()}).title).toBe(
      'Code failed on 12 Nov 2020',
    )
  })

  it.each([
    ['nothing', '', 'The code returned nothing.'],
    ['not-sendable', 'Map', 'The code returned a Map, which cannot be sent.'],
    ['not-sendable', 'Cycle', 'The code returned a value that refers to itself, which cannot be sent.'],
    ['too-long', '', 'The code ran for 5 s and was stopped.'],
    ['state', 'at: Date', '$sharedState can hold text, numbers, lists and plain objects only; at: Date.'],
  ])('is explained if the code threw no error: %s %s', (why, message, told) => {
    expect(failed({kind: 'response', why, message}).sentence).toBe(`${told} The response was left unchanged.`)
  })
})

it('paths of unreadable records are shown in words', () => {
  expect(
    [
      '',
      'pairs',
      'ruleType',
      'pairs[0].source.value',
      'pairs[1].modifications[2].header',
      'pairs[0].source.filters[0].requestPayload',
    ].map(formatFaultPath),
  ).toEqual([
    '',
    'Conditions:',
    'Type:',
    'Condition 1, source, value:',
    'Condition 2, change 3, header:',
    'Condition 1, source, filter 1, request payload:',
  ])
})

it('a rule with several conditions says that others may act differently', () => {
  const at = (value: string) => ({source: {key: 'host', operator: 'Equals', value} as const})
  const slow = (...delays: readonly number[]) =>
    aRule('Delay', {pairs: delays.map((delay, index) => ({...at(`${index}.test`), delay}))})
  expect(toPlainText(describeEffectInList(slow(500, 9_000)))).toBe('waits 500 ms or 1 more')
  expect(toPlainText(describeEffectInList(slow(500, 500)))).toBe('waits 500 ms')
  expect(describeAllEffects(slow(500, 9_000, 500))).toBe('waits 500 ms or waits 9,000 ms')
  expect(suggestRuleName(slow(500, 9_000))).toBe('0.test waits 500 ms')
  const change = (type: 'Modify' | 'Remove') => ({type, header: 'X-A', value: '1', target: 'Request'}) as const
  const pairs = (['Modify', 'Remove'] as const).map(type => ({...at('a.test'), modifications: [change(type)]}))
  expect(describeAllEffects(aRule('Headers', {pairs}))).toBe('sets X-A or removes X-A')
})

it('generated names are complete even if a value is missing', () => {
  const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
  expect(suggestRuleName({ruleType: 'Redirect', pairs: [{source, destinationType: 'url', destination: ''}]})).toBe(
    'Redirect rule',
  )
  expect(suggestRuleName({ruleType: 'Replace', pairs: [{source, from: '', to: 'x'}]})).toBe('Replace rule')
  expect(suggestRuleName({ruleType: 'UserAgent', pairs: [{source, userAgent: ''}]})).toBe('User agent rule')
})

it('a popup row shows texts in full and destinations without their scheme', () => {
  const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
  const replaces = (from: string, to: string) => describeAllEffects(aRule('Replace', {pairs: [{source, from, to}]}))
  expect(replaces('http://', 'https://')).toBe('http:// to https://')
  expect(replaces('/v1/', '/api/')).toBe('/v1/ to /api/')
  const goes = (destination: string) =>
    describeAllEffects(aRule('Redirect', {pairs: [{source, destinationType: 'url', destination}]}))
  expect(goes('http://localhost:3000/$1')).toBe('to localhost:3000')
  expect(goes('http://proxy.test/?u=http://x.test/a')).toBe('to proxy.test/?u=http://x.test/a')
})

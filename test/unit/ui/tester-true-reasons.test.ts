import {describe, expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import type {Rule} from '../../../src/model/rule'
import {explainDraft} from '../../../src/simulator/explain'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainVerdict} from '../../../src/ui/sentences/verdict'
import {aPair} from '../builders'
import {aRule, aView} from './builders'
import {aRequest, asDraft, cancel, explained, host} from './explained'

const path = (value: string) => ({key: 'path', operator: 'Contains', value}) as const
const replace = (from: string, to: string, source: ReturnType<typeof host> | ReturnType<typeof path>) =>
  aRule('Replace', {name: 'd', pairs: [aPair('Replace', {source, from, to})]})

/** The verdict of a saved rule with the problems that the worker reported. */
function formatSavedVerdict(rule: Rule, problems: readonly Problem[], resourceType: 'script' | 'image'): string {
  const tested = aRequest({resourceType})
  const library = {rules: [aView({...rule, id: 'kept'}, {problems})], groups: [], paused: false}
  const work = explainDraft({request: tested, draft: asDraft(cancel('other', host('other.test'))), library})
  for (;;) {
    const step = work.next()
    if (!step.done) continue
    if ('fault' in step.value) throw new Error(step.value.fault)
    const verdict = step.value.verdicts.find(({candidate: {id}}) => id === 'kept')
    return verdict ? getExplanationText(explainVerdict(verdict, tested)) : ''
  }
}

describe('the tester gives the real reason', () => {
  it('if Chrome rejects the regex of a saved rule', () => {
    const rule = aRule('Cancel', {
      name: 'kept',
      pairs: [{source: {key: 'url', operator: 'Matches', value: 'api(?=\\.)'}}],
    })
    const problems = [{code: 'regex-in-part', pair: 0, params: {reason: 'syntaxError', part: 'look-ahead'}}] as const
    expect(formatSavedVerdict(rule, problems, 'script')).toMatch(/regex.*This request’s type is script\.$/)
  })

  it('if no Type filter names the type of the request', () => {
    const draft = aRule('Response', {pairs: [aPair('Response', {source: host(), value: '<p>'})]})
    const tested = {resourceType: 'sub_frame'} as const
    const told = explained({draft, request: tested}).draft
    expect(told.kind).toBe('not-applied')
    expect(getExplanationText(explainVerdict(told, aRequest(tested)))).toContain(
      'Without a Type filter this rule does not answer frames',
    )
    const code = aRule('Response', {pairs: [aPair('Response', {source: host(), type: 'code', value: 'x'})]})
    expect(
      getExplanationText(explainVerdict(explained({draft: code, request: tested}).draft, aRequest(tested))),
    ).toContain('Code runs for fetch and XHR only')
  })

  it('if the new URL is invalid', () => {
    const told = explained({draft: replace('/v1', ':x', path('/v1'))}).draft
    expect(told.kind).toBe('not-applied')
    expect(getExplanationText(explainVerdict(told, aRequest()))).toMatch(
      /^The result https:\/\/api\.shop\.test:x\/cart.* is not a URL/,
    )
  })

  it('if several headers are overridden by a rule above', () => {
    const changes = (...each: readonly (readonly ['Add' | 'Modify' | 'Remove', string])[]) =>
      aRule('Headers', {
        name: 'low',
        pairs: [
          aPair('Headers', {
            source: host(),
            modifications: each.map(([type, header]) => ({target: 'Request' as const, type, header, value: '1'})),
          }),
        ],
      })
    const formatBelow = (upper: ReturnType<typeof changes>, draft: ReturnType<typeof changes>) =>
      getExplanationText(explainVerdict(explained({draft, others: [{...upper, name: 'up'}]}).draft, aRequest()))
    const said = formatBelow(
      changes(['Remove', 'X-A'], ['Modify', 'x-b']),
      changes(['Modify', 'x-a'], ['Add', 'X-B'], ['Modify', 'x-c']),
    )
    expect(said).toBe(
      'sets x-c. up is above this rule and already changes x-a; 1 more header is changed by rules above.',
    )
  })

  it('if a rule has the same condition twice', () => {
    const pair = (param: string) =>
      aPair('QueryParam', {source: host(), modifications: [{type: 'Add', param, value: '1'}]})
    const draft = aRule('QueryParam', {name: 'q', pairs: [pair('x'), pair('b')]})
    expect(getExplanationText(explainVerdict(explained({draft}).draft, aRequest()))).toMatch(/^becomes \S+x=1&b=1$/)
  })

  it('if a page can only get a response with status 200', () => {
    const draft = aRule('Response', {pairs: [{source: host(), type: 'static', value: 'x', statusCode: 404}]})
    const tested = {resourceType: 'main_frame'} as const
    expect(getExplanationText(explainVerdict(explained({draft, request: tested}).draft, aRequest(tested)))).toContain(
      'with status 200',
    )
  })
})

it('a header change is listed once, however many browser rules its condition needs', () => {
  const source = {key: 'url', operator: 'Equals', value: aRequest().url} as const
  const draft = aRule('Headers', {pairs: [{source, modifications: [{header: 'X-Env', type: 'Modify', value: '1'}]}]})
  expect(getExplanationText(explainVerdict(explained({draft}).draft, aRequest()))).toBe('sets X-Env')
})

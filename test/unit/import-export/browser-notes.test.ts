import {describe, expect, it} from 'vitest'
import {faultTexts} from '../../../src/locales/faults'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {getBrowserNotes, getFieldNotes, getRegexNotes} from '../../../src/import-export/browser-notes'
import type {RulePayload} from '../../../src/model/payload'
import type {Rule} from '../../../src/model/rule'
import type {RuleType} from '../../../src/model/rules'
import type {ResourceType} from '../../../src/model/source'
import {createFallback, addFallbacks} from '../../../src/dnr/fallback'
import {aPair, aSource} from '../builders'
import {readAllRules} from '../../../src/import-export/import-rules'

const said = (ruleType: RuleType, value: string, types: readonly ResourceType[] = [], more: object = {}) => {
  const filters = types.length === 0 ? [] : [{resourceType: [...types]}]
  const source = {key: 'url', operator: 'Matches', value, filters} as const
  const rule = {ruleType, pairs: [{...aPair(ruleType), source, ...more}]} as unknown as RulePayload
  return getRegexNotes(rule).map(({path, reason}) => [path, importNoteTexts.show(reason)])
}
const whole = (what: string, rest: string) => [
  ['pairs[0].source.value', `Chrome doesn’t support ${what} in a regex, so it ${rest}.`],
]
const nothing = 'does nothing until you rewrite it'

/** What the translation says that is left of a rule whose regex Chrome refuses. */
function worksBy(rule: Rule, hasPayload: boolean): string | undefined {
  const refused = {code: 'regex-refused', pair: 0, field: 'source.value', params: {reason: 'syntaxError'}} as const
  const works = createFallback(rule, 0, refused)?.problem.params?.['works']
  if (!hasPayload) return typeof works === 'object' ? faultTexts.show(works) : undefined
  const payload = {code: 'payload-filter', pair: 0, field: 'source.filters'} as const
  const {fallbackPairs} = addFallbacks(rule, {extensionRules: [], templates: [], problems: [payload], inPagePairs: []})
  return fallbackPairs?.includes(0) ? 'fetch and XHR' : undefined
}

describe('regex syntax that Chrome does not support', () => {
  it.each([
    ['Headers', '^http://(?!www)', [], {}, whole('look-ahead', nothing)],
    ['UserAgent', '(?<!z)/api', [], {}, whole('look-behind', nothing)],
    ['Redirect', 'a(?=b)', ['xmlhttprequest', 'image'], {}, whole('look-ahead', 'works for fetch and XHR only')],
    ['QueryParam', 'a(?=b)', ['sub_frame'], {}, whole('look-ahead', 'works for page loads only')],
    ['Redirect', 'a(?=b)', ['script'], {}, whole('look-ahead', nothing)],
    ['Redirect', 'a(?=b)', [], {destination: 'data:,x'}, whole('look-ahead', nothing)],
    ['Response', 'a(?=b)', [], {type: 'static', value: ''}, whole('look-ahead', 'works for fetch and XHR only')],
    ['Response', 'a(?=b)', [], {type: 'code', value: ''}, []],
    ['Request', 'a(?=b)', [], {}, []],
    ['Headers', '\\bapi\\b', [], {}, []],
  ] as const)('is said of %s by %s for %j', (ruleType, value, types, more, expected) => {
    expect(said(ruleType, value, types, more)).toEqual(expected)
  })

  it('gets the note that matches the translation of the rule', () => {
    const source = {key: 'url', operator: 'Matches', value: 'a(?=b)'} as const
    const types = [undefined, ['xmlhttprequest', 'image'], ['main_frame'], ['script', 'sub_frame'], ['script']]
    const methods = [undefined, ['GET', 'POST'], ['POST']]
    const payloads = [undefined, {key: 'a', operator: 'Equals', value: 'b'}]
    const does = [
      ['Cancel', {}],
      ['Redirect', {destinationType: 'url', destination: 'https://x.test/'}],
      ['Redirect', {destinationType: 'url', destination: 'data:text/plain,x'}],
      ['Redirect', {destinationType: 'url', destination: 'file:///x'}],
      ['Replace', {from: 'a', to: 'c'}],
      ['Replace', {from: '/(?=b)/', to: 'c'}],
      ['QueryParam', {modifications: [{type: 'Add', param: 'a', value: 'b'}]}],
      ['Headers', {modifications: [{type: 'Modify', header: 'a', value: 'b', target: 'request'}]}],
      ['UserAgent', {userAgent: 'x'}],
    ] as const
    let promises = 0
    for (const [ruleType, more] of does)
      for (const resourceType of types)
        for (const requestMethod of methods)
          for (const requestPayload of payloads) {
            const filters = Object.entries({resourceType, requestMethod, requestPayload})
              .filter(([, value]) => value)
              .map(([name, value]) => ({[name]: value}))
            const rule = {ruleType, pairs: [{...more, source: {...source, filters}}]} as unknown as Rule
            const [note] = getRegexNotes(rule)
            const works = worksBy(rule, requestPayload !== undefined)
            if (works !== undefined) promises++
            const rest = works === undefined ? nothing : `works for ${works} only`
            expect([rule, note && importNoteTexts.show(note.reason)]).toEqual([
              rule,
              `Chrome doesn’t support look-ahead in a regex, so it ${rest}.`,
            ])
          }
    expect(promises).toBeGreaterThan(50)
  })

  it('is reported for the search text of a Replace rule', () => {
    expect(said('Replace', 'shop', [], {from: '/a(?=b)/', to: 'c'})).toEqual([
      [
        'pairs[0].from',
        'Chrome doesn’t support look-ahead in a regex, so it works for fetch, XHR and page loads only.',
      ],
    ])
  })

  it('names the condition when a rule has several', () => {
    const source = {key: 'url', operator: 'Matches', value: 'a(?!b)'} as const
    const other = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const of = (ruleType: RuleType, ...sources: object[]) =>
      getRegexNotes({
        ruleType,
        pairs: sources.map(each => ({...aPair(ruleType), source: each})),
      } as unknown as RulePayload).map(({reason}) => importNoteTexts.show(reason))
    expect(of('Headers', other, source)).toEqual([
      `Chrome doesn’t support look-ahead in a regex, so condition 2 ${nothing}.`,
    ])
    expect(of('Cancel', source, other)).toEqual([
      'Chrome doesn’t support look-ahead in a regex, so condition 1 works for fetch, XHR and page loads only.',
    ])
  })

  it('is shown in the preview on the record or the field', () => {
    const profile = {
      version: 2,
      title: 'P',
      headers: [{enabled: true, name: 'X-A', value: '1'}],
      urlFilters: [{enabled: true, urlRegex: '^http://(?!www\\.)shop\\.test.*'}],
    }
    const {records} = readAllRules(JSON.stringify([profile]))
    expect(
      records.map(({notes}) => notes.map(({path, code, reason}) => [path, code, importNoteTexts.show(reason)])),
    ).toEqual([[['', 'changed', `Chrome doesn’t support look-ahead in a regex, so it ${nothing}.`]]])
  })
})

describe('a Replace rule that makes no URL', () => {
  const pair = {
    source: aSource('url', 'Contains', 'hub.test'),
    from: '/https:\\/\\/hub\\.test\\/(.*)/',
    to: 'proxyhost/$1',
  }

  it('gets a note with the result', () => {
    const rule = {ruleType: 'Replace', pairs: [pair]} as unknown as RulePayload
    const notes = [...getBrowserNotes(rule), ...getFieldNotes(rule)]
    expect(notes.map(({code, path, reason}) => [code, path, importNoteTexts.show(reason)])).toEqual([
      [
        'switched-off',
        'pairs[0].to',
        expect.stringMatching(/^The URL becomes proxyhost\/.*, which is not a full URL\.$/),
      ],
      ['changed', 'pairs[0].to', expect.stringMatching(/^The URL becomes proxyhost\//)],
    ])
  })
})

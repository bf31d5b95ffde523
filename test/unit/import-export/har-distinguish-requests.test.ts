import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import type {JsonRecord} from '../../../src/model/json'
import {readAllRules} from '../../../src/import-export/import-rules'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {chance} from '../../browser/oracle/chance'

const url = 'https://api.shop.test/graphql'

type Sent = {readonly mimeType: string; readonly text: string}

const json = (value: unknown): Sent => ({mimeType: 'application/json', text: JSON.stringify(value)})
const form = (text: string): Sent => ({mimeType: 'application/x-www-form-urlencoded', text})
/** With a line of its own, as each form that a browser sends. */
const inParts = (fields: readonly (readonly [name: string, value: string])[], line: string): Sent => ({
  mimeType: `multipart/form-data; boundary=${line}`,
  text: `${fields
    .map(([name, value]) => `--${line}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${line}--\r\n`,
})

const entry = (postData: Sent, at: number): JsonRecord => ({
  startedDateTime: '2026-11-20T08:00:00.000Z',
  request: {method: 'POST', url, headers: [], postData},
  response: {
    status: 200,
    statusText: 'OK',
    headers: [],
    content: {mimeType: 'text/plain', text: `answer ${at}`, size: 9},
    redirectURL: '',
  },
  timings: {wait: 1},
  _resourceType: 'fetch',
})

/** Which answer each request of a recording gets once it is imported, and what is said of each. */
function answersTo(all: readonly Sent[]) {
  const {records} = readAllRules(JSON.stringify({log: {entries: all.map(entry)}}))
  const rules = records.flatMap(({rule}) => (rule?.ruleType === 'Response' && rule.status === 'Active' ? [rule] : []))
  const got = all.map(({text}) => {
    const request = readRequest({url, method: 'POST', resourceType: 'xmlhttprequest', payload: text})
    const answering = rules.find(({pairs: [pair]}) => {
      const compiled = compileSource(pair?.source)
      return 'match' in compiled && compiled.match(request).matched
    })
    const [pair] = answering?.pairs ?? []
    return pair?.value
  })
  const said = new Map(
    records.map(({rule, notes}) => [rule?.pairs[0] && 'value' in rule.pairs[0] && rule.pairs[0].value, notes]),
  )
  return {
    got,
    notesOf: (at: number) => (said.get(`answer ${at}`) ?? []).map(({reason}) => importNoteTexts.show(reason)),
    rules,
  }
}

const own = (all: readonly Sent[]) => all.map((_each, at) => `answer ${at}`)

describe('HAR requests to one URL are distinguished', () => {
  it('by later fields when the first ones are equal', () => {
    const filter = Object.fromEntries('abcdefghijklmnopqrstuvwxyz'.split('').map(name => [name, name]))
    const all = [1, 2, 3].map(page => json({operationName: 'List', variables: {filter, page}}))
    const {got, rules, notesOf} = answersTo(all)
    expect(got).toEqual(own(all))
    expect(rules.map(({pairs: [pair]}) => pair?.source?.filters?.filter(each => each.requestPayload).length)).toEqual([
      12, 12, 12,
    ])
    expect(notesOf(0)).toEqual([importNoteTexts('fieldsAskedFor', {fields: 12})])
  })

  const blocks = (count: number) => Array.from({length: count}, (_each, at) => ({type: 'p', text: `text ${at}`}))

  it.each([
    [
      'one field more before many',
      json({title: 'a', blocks: blocks(60)}),
      json({id: 7, title: 'a', blocks: blocks(60)}),
    ],
    ['one behind many', json({blocks: blocks(60), action: 'save'}), json({blocks: blocks(60), action: 'publish'})],
    ['one row more', json({blocks: blocks(100)}), json({blocks: blocks(101)})],
    ['few and many', json({title: 'a'}), json({title: 'a', blocks: blocks(200)})],
  ])('for any payload size: %s', (_what, first, second) => {
    for (const all of [
      [first, second],
      [second, first],
    ])
      expect(answersTo(all).got).toEqual(own(all))
  })

  it('by the parts of a multipart form, whatever its boundary', () => {
    const all = ['1', '2', '3'].map(step =>
      inParts(
        [
          ['step', step],
          ['tag', 'x'],
        ],
        `----Web${step}`,
      ),
    )
    expect(answersTo(all).got).toEqual(own(all))
  })

  it('by all values of one name', () => {
    const all = [form('tag=a&tag=b'), form('tag=a'), form('tag=b&tag=c')]
    expect(answersTo(all).got).toEqual(own(all))
  })
})

describe('HAR requests to one URL that no rule can distinguish', () => {
  it.each([
    ['fields in another order', json({a: 1, b: 2}), json({b: 2, a: 1})],
    ['values of one name in another order', form('id=1&id=2&id=3'), form('id=3&id=1&id=2')],
    ['one value another time', form('t=a&t=b'), form('t=a&t=b&t=b')],
    ['one value twice', form('t=a&t=a'), form('t=a')],
    [
      'parts in another order',
      inParts(
        [
          ['id', '1'],
          ['id', '2'],
        ],
        'one',
      ),
      inParts(
        [
          ['id', '2'],
          ['id', '1'],
        ],
        'two',
      ),
    ],
  ])('get the first response; the second is imported disabled: %s', (_what, first, second) => {
    const {got, notesOf} = answersTo([first, second])
    expect(got).toEqual(['answer 0', 'answer 0'])
    expect(notesOf(1)).toContain(importNoteTexts('answeredBefore'))
  })

  it('have a note when the file has no payloads', () => {
    const entries = [1, 2].map(at => {
      const {request, ...rest} = entry(json({}), at)
      const headers = [{name: 'Content-Type', value: 'multipart/form-data; boundary=----Web1'}]
      return {...rest, request: {...(request as JsonRecord), headers, postData: undefined}}
    })
    const {records} = readAllRules(JSON.stringify({log: {entries}}))
    expect(records.map(({notes}) => notes.map(({reason}) => importNoteTexts.show(reason)))).toEqual([
      [importNoteTexts('fieldsAskedFor', {fields: 0}), importNoteTexts('firstOfSeveral', {times: 2})],
      // How long the server took.
      [importNoteTexts('fieldsAskedFor', {fields: 0})],
    ])
  })

  it('are one when only the multipart boundary differs', () => {
    const all = ['one', 'two'].map(line => inParts([['id', '1']], line))
    const {got, rules} = answersTo(all)
    expect(got).toEqual(['answer 0', 'answer 0'])
    expect(rules).toHaveLength(1)
  })
})

it.each(Array.from({length: 200}, (_each, at) => at))(
  'each gets its own answer or is said to get none: recording %i',
  seed => {
    const by = chance(seed)
    const names = 'abcdefghijklmnopqrstuvwxyz'.split('').slice(0, by.pick([2, 4, 16, 26]))
    const all = Array.from({length: by.pick([3, 8, 30])}, () => {
      const fields = names.flatMap(name =>
        by.pick([true, true, false]) ? [[name, by.pick(['1', '2', '3'])] as const] : [],
      )
      return by.pick([
        json(Object.fromEntries(fields)),
        form(new URLSearchParams(fields.map(each => [...each])).toString()),
        inParts(fields, `----Web${by.pick([1, 2, 3])}`),
      ])
    }).filter(({text}) => text.includes('1'))
    const {got, notesOf} = answersTo(all)
    const bare = all.map(({text}) => text.replaceAll(/--Web\d/g, ''))
    // Of one that repeats another, that one says so.
    const isTold = (at: number) =>
      bare.indexOf(bare[at] ?? '') < at || notesOf(at).includes(importNoteTexts('answeredBefore'))
    expect(got.flatMap((answer, at) => (answer === `answer ${at}` || isTold(at) ? [] : [at]))).toEqual([])
  },
)

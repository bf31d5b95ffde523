import {expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {createMocks} from '../../../src/ui/devtools-panel/mocks'

const answered = (status: number, text = '', method = 'GET') => ({
  request: {method, url: 'https://a.test/x', headers: []},
  response: {status, headers: [], content: {mimeType: 'application/json', text}},
})
const made = (...recorded: (ReturnType<typeof answered> & {readonly _resourceType?: string})[]) => {
  const {records, leftOut} = createMocks(recorded, 'a.test')
  return {
    values: records.rules.map(({rule}) => (rule.ruleType === 'Response' ? rule.pairs[0]?.value : rule.ruleType)),
    refused: leftOut.map(({reason}) => reason),
  }
}

it('a request that failed or was cached is mocked from its later response', () =>
  expect(made(answered(0), answered(304), answered(200, '1'), answered(200, '2'), answered(0))).toEqual({
    values: ['1'],
    refused: ['This request repeats another one, whose first response is recorded.'],
  }))

it('a request without a response is reported once', () =>
  expect(made(answered(0), answered(0), answered(200, '1', 'PUT'))).toEqual({
    values: ['1'],
    refused: ['The request got no response.'],
  }))

it('an aborted response is not mocked', () => {
  const {request, response} = answered(200, '[1,2')
  const cut = {request, response: {...response, _error: 'net::ERR_ABORTED'}}
  expect(made(cut, answered(200, '[1,2,3]'), cut)).toEqual({values: ['[1,2,3]'], refused: []})
  expect(made(cut)).toEqual({
    values: [],
    refused: ['The request failed or was cancelled before the response was complete: net::ERR_ABORTED.'],
  })
})

it('mocks of one URL with more payload filters come first', () => {
  const asked = (body: object, text: string) => {
    const {request, response} = answered(200, text, 'POST')
    return {request: {...request, postData: {mimeType: 'application/json', text: JSON.stringify(body)}}, response}
  }
  expect(made(asked({op: 'A'}, '1'), asked({op: 'A', id: 2}, '2'), asked({op: 'B', id: 1, more: true}, '3'))).toEqual({
    values: ['3', '2', '1'],
    refused: [],
  })
})

it('a script module that cannot run from a rule is reported and not mocked', () => {
  const script = {...answered(200, `import './b.js'`), _resourceType: 'script'}
  expect(made(script, {...answered(200, '{}'), _resourceType: 'fetch'})).toEqual({
    values: ['{}'],
    refused: [importNoteTexts('moduleHasNoAddress')],
  })
})

it("a script that the page's policy blocks from rules is reported and not mocked", () => {
  const {response, request} = answered(200, '<p>page</p>')
  const policy = {name: 'content-security-policy', value: `script-src 'self'`}
  const page = {request, response: {...response, headers: [policy]}, _resourceType: 'document'}
  const script = {...answered(200, 'a()'), _resourceType: 'script'}
  const {records, leftOut} = createMocks([script], 'a.test', [page])
  expect([records.rules, leftOut.map(({reason}) => reason)]).toEqual([
    [],
    [importNoteTexts('blockedByPolicy', {directive: 'script-src'})],
  ])
})

it('a mock that differs from the recorded response is reported', () => {
  const later = {...answered(200, `import('./b.js')`), _resourceType: 'script'}
  expect(createMocks([later], 'a.test').changed).toEqual([
    {name: 'GET /x', reason: importNoteTexts('scriptHasNoAddress')},
  ])
})

import {expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readPayload, getPayload} from '../../../src/import-export/formats/har/payload'

it('a deeply nested HAR payload is read', () => {
  const deep = 60_000
  const {filters, notes} = readPayload(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, '')
  expect(filters).toEqual([])
  expect(notes).toMatchObject([{path: 'request.postData.text', code: 'no-counterpart'}])
})

const asked = (given: Parameters<typeof getPayload>[0]) => {
  const {filters, notes} = readPayload(getPayload(given), given['mimeType'])
  return [
    filters.map(({requestPayload}) => [requestPayload?.key, requestPayload?.operator, requestPayload?.value]),
    notes.map(({reason}) => importNoteTexts.show(reason)),
  ]
}

const inParts = 'multipart/form-data; boundary=----Web1'
const text = (name: string, value: string) =>
  `------Web1\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`

it('a HAR form is matched by its fields in each encoding', () => {
  const fields = [
    ['step', 'Equals', '2'],
    ['tag', 'Equals', 'x'],
    ['tag', 'Equals', 'y'],
  ]
  const names = fields.map(([name, , value]) => ({name, value}))
  const urlencoded = 'application/x-www-form-urlencoded; charset=utf-8'
  for (const given of [
    {mimeType: urlencoded, text: 'step=2&tag=x&tag=y'},
    {mimeType: urlencoded, params: names},
    {mimeType: inParts, text: `${text('"step"', '2')}${text('"tag"', 'x')}${text('"tag"', 'y')}------Web1--\r\n`},
    {mimeType: inParts, params: names},
  ])
    expect(asked(given)).toEqual([fields, []])
})

it('a file in a multipart form is not matched, with a note', () => {
  const file = text('"photo"; filename="a.png"\r\nContent-Type: image/png', '')
  const note = '1 field of the payload is matched; others are ignored.'
  expect(asked({mimeType: inParts, text: `${text('"step"', '2')}${file}------Web1--`})).toEqual([
    [['step', 'Equals', '2']],
    [note],
  ])
  const params = [
    {name: 'step', value: '2'},
    {name: 'photo', fileName: 'a "b".png', contentType: 'image/png'},
  ]
  expect(asked({mimeType: inParts, params})).toEqual([[['step', 'Equals', '2']], [note]])
  expect(asked({mimeType: inParts, text: `${file}------Web1--`})).toEqual([
    [],
    ['The payload is not matched, so the rule applies to every request with this method and URL.'],
  ])
})

it('a GraphQL upload is matched by its single values', () => {
  const operations = '{"operationName": "Upload", "variables": {"id": 7}}'
  expect(asked({mimeType: inParts, text: text('"operations"', operations)})).toEqual([
    [
      ['operations.operationName', 'Equals', 'Upload'],
      ['operations.variables.id', 'Equals', '7'],
    ],
    [],
  ])
})

import {expect, it} from 'vitest'
import {readPayload} from '../../../src/interchange/formats/har/payload'

it('What was sent with a request may be nested as deep as it likes', () => {
  const deep = 60_000
  const {filters, notes} = readPayload(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, {})
  expect(filters).toEqual([])
  expect(notes).toMatchObject([{path: 'request.postData.text', code: 'no-counterpart'}])
})

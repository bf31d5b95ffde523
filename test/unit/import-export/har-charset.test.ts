import {expect, it} from 'vitest'
import {readAsUtf8} from '../../../src/import-export/formats/har/body'

const sent = 'Grüße ä € 😀'
/** As Chrome 156 recorded it. */
const recorded = 'GrÃ¼ÃŸe Ã¤ â‚¬ ðŸ˜€'
const ofType = (type: string) => ({headers: type === '' ? [] : [{name: 'Content-Type', value: type}]})

it.each(['text/plain', 'text/csv', 'text/markdown', 'text/vtt', ''])(
  'a text of type "%s" without charset is the UTF-8 that pages read',
  type => {
    expect(readAsUtf8(recorded, ofType(type))).toBe(sent)
  },
)

it.each([
  ['says its charset', recorded, 'text/plain; charset=utf-8'],
  ['is JSON, which Chrome reads rightly', recorded, 'application/json'],
  ['is HTML', recorded, 'text/html'],
  ['is a text of JSON', recorded, 'text/json'],
  ['was read rightly', sent, 'text/plain'],
  ['is no UTF-8', 'Grüße', 'text/plain'],
  ['has letters of plain ASCII only', 'plain', 'text/plain'],
])('a recorded text that %s stays unchanged', (_, text, type) => {
  expect(readAsUtf8(text, ofType(type))).toBe(text)
})

import {faultTexts} from '../../../src/locales/faults'
import {expect, it} from 'vitest'
import {isStatusText, responsePairs} from '../../../src/model/rules/response'

const reasonOf = (statusText: string) =>
  responsePairs.faults({type: 'static', value: '', statusText}, 'pairs[0]').map(({reason}) => faultTexts.show(reason))

it('a status text accepts the same characters as the Response constructor', () => {
  const isTaken = (statusText: string) => {
    try {
      return new Response('', {statusText}).ok
    } catch {
      return false
    }
  }
  const characters = Array.from({length: 0x180}, (_, code) => String.fromCharCode(code))
  expect(characters.filter(isStatusText)).toEqual(characters.filter(isTaken))
})

it('an invalid status text is reported', () => {
  expect(reasonOf('日本')).toEqual(['A status text can’t contain “日”.'])
  const unseen = 'A status text can’t contain a line break or control character.'
  for (const text of ['a\u0007', 'a\nb', '\u007f']) expect(reasonOf(text)).toEqual([unseen])
  expect(reasonOf('Café\tau lait')).toEqual([])
})

import {faultTexts} from '../../../src/locales/faults'
import {expect, it} from 'vitest'
import {faultOfAnswerHeader, responsePairs} from '../../../src/model/rules/response'

const isTaken = (header: string, value: string) => {
  try {
    return new Response('', {headers: {[header]: value}}).ok
  } catch {
    return false
  }
}
const characters = Array.from({length: 0x180}, (_, code) => String.fromCharCode(code))

it('response headers accept the same characters as the Response constructor', () => {
  const fits = (header: string, value: string) => faultOfAnswerHeader({header, value}) === undefined
  expect(characters.filter(each => fits('x-a', `a${each}b`))).toEqual(
    characters.filter(each => isTaken('x-a', `a${each}b`)),
  )
  expect(characters.filter(each => fits(`a${each}b`, ''))).toEqual(characters.filter(each => isTaken(`a${each}b`, '')))
})

it('an invalid response header is reported at its field', () => {
  const pair = {
    type: 'static' as const,
    value: '',
    responseHeaders: [
      {header: 'ETag', value: '1'},
      {header: '', value: '1'},
      {header: 'X-A', value: '日'},
      {header: 'X-A', value: 'a\nb'},
      {header: ' Set-Cookie ', value: 'a=b'},
    ],
  }
  expect(responsePairs.faults(pair, 'pairs[0]').map(({path, reason}) => [path, faultTexts.show(reason)])).toEqual([
    ['pairs[0].responseHeaders[1].header', 'Enter a header name.'],
    ['pairs[0].responseHeaders[2].value', 'A response header can’t contain “日”.'],
    ['pairs[0].responseHeaders[3].value', 'A header value can’t contain a line break.'],
    ['pairs[0].responseHeaders[4].header', 'A mocked response can’t set cookies.'],
  ])
})

it('a response header list of null means no headers', () => {
  expect(responsePairs.lift({type: 'static', value: '', responseHeaders: null})).not.toHaveProperty('responseHeaders')
})

import {describe, expect, it} from 'vitest'
import {maxLength, toResultText} from '../../../src/script-sandbox/worker/result-text'

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

describe('the result of rule code', () => {
  it.each([
    ['a string', '{"a": 1}', {value: '{"a": 1}', isJson: false}],
    ['an empty string', '', {value: '', isJson: false}],
    ['an object', {a: 1}, {value: '{"a":1}', isJson: true}],
    [
      'an object of a class',
      new (class A {
        a = 1
      })(),
      {value: '{"a":1}', isJson: true},
    ],
    ['an object without a prototype', Object.assign(Object.create(null), {a: 1}), {value: '{"a":1}', isJson: true}],
    ['an array', [1, null], {value: '[1,null]', isJson: true}],
    ['a number', 0, {value: '0', isJson: true}],
    ['true', true, {value: 'true', isJson: true}],
    ['null', null, {value: 'null', isJson: true}],
    ['a date', new Date(0), {value: '"1970-01-01T00:00:00.000Z"', isJson: true}],
  ])('becomes text: %s', (_, value, sent) => {
    expect(toResultText(value)).toEqual(sent)
  })

  it.each([
    ['undefined', undefined, 'nothing', ''],
    ['a value that JSON omits', {toJSON: () => undefined}, 'nothing', ''],
    ['a function', () => 1, 'not-sendable', 'Function'],
    ['a symbol', Symbol('a'), 'not-sendable', 'Symbol'],
    ['a BigInt', 1n, 'not-sendable', 'BigInt'],
    ['an array with a BigInt', {a: [1n]}, 'not-sendable', 'BigInt'],
    ['a cyclic object', cycle, 'not-sendable', 'Cycle'],
    ['a map', new Map([[1, 2]]), 'not-sendable', 'Map'],
    ['bytes', new Uint8Array(2), 'not-sendable', 'Uint8Array'],
    ['a response', new Response(''), 'not-sendable', 'Response'],
    ['a string that is too long', 'x'.repeat(maxLength + 1), 'too-large', String(maxLength + 1)],
    ['an object that is too large', ['x'.repeat(maxLength)], 'too-large', String(maxLength + 4)],
  ])('is rejected: %s', (_, value, why, message) => {
    expect(() => toResultText(value)).toThrow(expect.objectContaining({why, message}))
  })

  it('may have the maximum length', () => {
    expect(toResultText('x'.repeat(maxLength)).value).toHaveLength(maxLength)
  })

  it('passes on an error of its toJSON method', () => {
    const own = new TypeError('mine')
    const toJSON = () => {
      throw own
    }
    expect(() => toResultText({toJSON})).toThrow(own)
  })
})

import {describe, expect, it} from 'vitest'
import {createSharedState, mostState} from '../../../src/script-sandbox/worker/shared-state'
import {mostCharacters, textOf} from '../../../src/script-sandbox/worker/result-text'

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

describe('what code returns', () => {
  it.each([
    ['a string as it is', '{"a": 1}', {value: '{"a": 1}', isJson: false}],
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
    ['a list', [1, null], {value: '[1,null]', isJson: true}],
    ['a number', 0, {value: '0', isJson: true}],
    ['true', true, {value: 'true', isJson: true}],
    ['null', null, {value: 'null', isJson: true}],
    ['a date', new Date(0), {value: '"1970-01-01T00:00:00.000Z"', isJson: true}],
  ])('is sent where it is %s', (_, value, sent) => {
    expect(textOf(value)).toEqual(sent)
  })

  it.each([
    ['nothing', undefined, 'nothing', ''],
    ['what JSON leaves out', {toJSON: () => undefined}, 'nothing', ''],
    ['a function', () => 1, 'not-sendable', 'Function'],
    ['a symbol', Symbol('a'), 'not-sendable', 'Symbol'],
    ['a BigInt', 1n, 'not-sendable', 'BigInt'],
    ['a BigInt within', {a: [1n]}, 'not-sendable', 'BigInt'],
    ['a value that refers to itself', cycle, 'not-sendable', 'Cycle'],
    ['a map, of which JSON would make {}', new Map([[1, 2]]), 'not-sendable', 'Map'],
    ['bytes', new Uint8Array(2), 'not-sendable', 'Uint8Array'],
    ['a response', new Response(''), 'not-sendable', 'Response'],
    ['too long a string', 'x'.repeat(mostCharacters + 1), 'too-large', String(mostCharacters + 1)],
    ['too large an object', ['x'.repeat(mostCharacters)], 'too-large', String(mostCharacters + 4)],
  ])('is refused where it is %s', (_, value, why, message) => {
    expect(() => textOf(value)).toThrow(expect.objectContaining({why, message}))
  })

  it('may be as long as that', () => {
    expect(textOf('x'.repeat(mostCharacters)).value).toHaveLength(mostCharacters)
  })

  it('throws what its own toJSON throws', () => {
    const own = new TypeError('mine')
    const toJSON = () => {
      throw own
    }
    expect(() => textOf({toJSON})).toThrow(own)
  })
})

describe('$sharedState', () => {
  const open = (start = '{}') => {
    const scope = {} as {$sharedState: unknown}
    return {scope, state: createSharedState(scope, start)}
  }
  const refusal = (message: string, why = 'state') => expect.objectContaining({why, message})

  it('begins with what was kept, and tells what has changed', () => {
    const {scope, state} = open('{"n":1}')
    expect(state.changed()).toBeUndefined()
    Object.assign(scope.$sharedState as object, {m: [2]})
    expect(state.changed()).toBe('{"n":1,"m":[2]}')
    expect(state.changed()).toBeUndefined()
  })

  it('may be given anew, as an object', () => {
    const {scope, state} = open('{"n":1}')
    scope.$sharedState = {m: 1}
    expect(state.changed()).toBe('{"m":1}')
    expect(() => (scope.$sharedState = 7)).toThrow(refusal('$sharedState'))
  })

  it.each([
    [new Map(), 'when: Map'],
    [new Date(0), 'when: Date'],
    [() => 1, 'when: Function'],
    [1n, 'when: BigInt'],
    [cycle, 'Cycle'],
  ])('takes back what would not be the same later: %s', (value, message) => {
    const {scope, state} = open('{"n":1}')
    Object.assign(scope.$sharedState as object, {when: value})
    expect(() => state.changed()).toThrow(refusal(message))
    expect(scope.$sharedState).toEqual({n: 1})
    expect(state.changed()).toBeUndefined()
  })

  it('has a limit, and stays as it was beyond it', () => {
    const {scope, state} = open('{"n":1}')
    Object.assign(scope.$sharedState as object, {text: 'x'.repeat(mostState)})
    expect(() => state.changed()).toThrow(refusal(String(mostState + 17), 'state-too-large'))
    expect(scope.$sharedState).toEqual({n: 1})
  })
})

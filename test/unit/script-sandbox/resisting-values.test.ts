import {describe, expect, it} from 'vitest'
import {createConsole} from '../../../src/script-sandbox/worker/console'
import {failureOf} from '../../../src/script-sandbox/worker/compile'
import {Refusal} from '../../../src/script-sandbox/worker/refusal'

const bare = (properties: object = {}) => Object.assign(Object.create(null) as object, properties)
const cycle = bare()
Object.assign(cycle, {self: cycle})
const thrower = {
  toString() {
    throw new Error('again')
  },
}
const silent = Object.defineProperty(new Error('x'), 'message', {
  get() {
    throw new Error('again')
  },
})

describe('what is thrown', () => {
  it.each([
    ['an error', new Error('mine'), 'mine'],
    ['a text', 'mine', 'mine'],
    ['null', null, 'null'],
    ['an error whose message is a number', Object.defineProperty(new Error('x'), 'message', {value: 7}), '7'],
    ['an object without a prototype', bare(), 'It is an object that does not say what it is'],
    ['an object whose text throws', thrower, 'It is an object that does not say what it is'],
    ['an error whose message throws', silent, 'It is an object that does not say what it is'],
  ])('is told where it is %s', (_what, thrown, message) => {
    expect(failureOf(thrown, '')).toMatchObject({ok: false, why: 'threw', message})
  })

  it('is told as a refusal where it is one of ours', () => {
    expect(failureOf(new Refusal('nothing'), '')).toMatchObject({ok: false, why: 'nothing'})
  })
})

describe('the console of code', () => {
  function open() {
    const scope: {console: Console} = {console}
    const lines = createConsole(scope).begin()
    return {own: scope.console, lines}
  }

  it('has all that the one of the browser has', () => {
    expect(Object.keys(open().own).toSorted()).toEqual(expect.arrayContaining(Object.keys(console).toSorted()))
  })

  it('writes lines, and fails for no value', () => {
    const {own, lines} = open()
    own.log('a', {b: 1}, undefined)
    own.log(cycle)
    own.log(thrower, silent, Symbol('s'), 1n)
    expect(lines).toEqual(['a {"b":1} undefined', '[object Object]', '{} [object Error] Symbol(s) 1'])
  })

  it('groups, counts, asserts and measures', () => {
    const {own, lines} = open()
    own.group('g')
    own.groupEnd()
    own.count()
    own.count()
    own.countReset()
    own.count()
    own.assert(true, 'fine')
    own.assert(false, 'wrong')
    own.time('t')
    own.timeLog('t', 'more')
    own.timeEnd('t')
    own.timeEnd('t')
    own.clear()
    own.table([1])
    expect(lines.slice(0, 5)).toEqual(['g', 'default: 1', 'default: 2', 'default: 1', 'Assertion failed wrong'])
    expect(lines[5]).toMatch(/^t: [\d.]+ ms more$/)
    expect(lines[6]).toMatch(/^t: [\d.]+ ms$/)
    expect(lines.slice(7)).toEqual(['[1]'])
  })
})

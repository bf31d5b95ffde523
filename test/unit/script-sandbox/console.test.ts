import {describe, expect, it} from 'vitest'
import {createConsole} from '../../../src/script-sandbox/worker/console'
import {cycle, silent, throwing} from './hostile-values'

describe('the console of rule code', () => {
  function open() {
    const scope: {console: Console} = {console}
    const lines = createConsole(scope).begin()
    return {own: scope.console, lines}
  }

  it('has all methods of the browser’s console', () => {
    expect(Object.keys(open().own).toSorted()).toEqual(expect.arrayContaining(Object.keys(console).toSorted()))
  })

  it('writes every kind of value as text', () => {
    const {own, lines} = open()
    own.log('a', {b: 1}, undefined)
    own.log(cycle)
    own.log(throwing, silent, Symbol('s'), 1n)
    expect(lines).toEqual(['a {"b":1} undefined', '[object Object]', '{} [object Error] Symbol(s) 1'])
  })

  it('supports groups, counters, assertions and timers', () => {
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

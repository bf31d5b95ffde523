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

  it('writes groups and tables; counters, assertions and timers write nothing', () => {
    const {own, lines} = open()
    own.group('g')
    own.groupEnd()
    own.count()
    own.assert(false, 'wrong')
    own.time('t')
    own.timeEnd('t')
    own.clear()
    own.table([1])
    expect(lines).toEqual(['g', '[1]'])
  })
})

import {describe, expect, it} from 'vitest'
import {toFailure} from '../../../src/script-sandbox/worker/compile'
import {CodeError} from '../../../src/script-sandbox/worker/code-error'
import {silent, throwing, withoutPrototype} from './hostile-values'

describe('a thrown value', () => {
  it.each([
    ['an error', new Error('mine'), 'mine'],
    ['a text', 'mine', 'mine'],
    ['null', null, 'null'],
    ['an error whose message is a number', Object.defineProperty(new Error('x'), 'message', {value: 7}), '7'],
  ])('becomes a message: %s', (_what, thrown, message) => {
    expect(toFailure(thrown, '')).toMatchObject({ok: false, why: 'threw', message})
  })

  it.each([withoutPrototype(), throwing, silent])('without a readable text has a reason of its own', thrown => {
    expect(toFailure(thrown, '')).toMatchObject({ok: false, why: 'threw-no-text', message: ''})
  })

  it('keeps the reason of a CodeError', () => {
    expect(toFailure(new CodeError('nothing'), '')).toMatchObject({ok: false, why: 'nothing'})
  })
})

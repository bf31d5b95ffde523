import {describe, expect, it} from 'vitest'
import {createSharedState, maxStateLength} from '../../../src/script-sandbox/worker/shared-state'

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

describe('$sharedState', () => {
  const open = (start = '{}') => {
    const scope = {} as {$sharedState: unknown}
    return {scope, state: createSharedState(scope, start)}
  }
  const refusal = (message: string, why = 'state') => expect.objectContaining({why, message})

  it('starts with the stored state and returns changes', () => {
    const {scope, state} = open('{"n":1}')
    expect(state.getChange()).toBeUndefined()
    Object.assign(scope.$sharedState as object, {m: [2]})
    expect(state.getChange()).toBe('{"n":1,"m":[2]}')
    expect(state.getChange()).toBeUndefined()
  })

  it('can be replaced by an object only', () => {
    const {scope, state} = open('{"n":1}')
    scope.$sharedState = {m: 1}
    expect(state.getChange()).toBe('{"m":1}')
    expect(() => (scope.$sharedState = 7)).toThrow(refusal('$sharedState'))
  })

  it.each([
    [new Map(), 'when: Map'],
    [new Date(0), 'when: Date'],
    [() => 1, 'when: Function'],
    [1n, 'when: BigInt'],
    [cycle, 'Cycle'],
  ])('drops a value that JSON cannot represent: %s', (value, message) => {
    const {scope, state} = open('{"n":1}')
    Object.assign(scope.$sharedState as object, {when: value})
    expect(() => state.getChange()).toThrow(refusal(message))
    expect(scope.$sharedState).toEqual({n: 1})
    expect(state.getChange()).toBeUndefined()
  })

  it('keeps its value if a change exceeds the size limit', () => {
    const {scope, state} = open('{"n":1}')
    Object.assign(scope.$sharedState as object, {text: 'x'.repeat(maxStateLength)})
    expect(() => state.getChange()).toThrow(refusal(String(maxStateLength + 17), 'state-too-large'))
    expect(scope.$sharedState).toEqual({n: 1})
  })
})

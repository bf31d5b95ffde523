import {CodeError} from './code-error'

export const maxStateLength = 1_000_000

const {parse, stringify} = JSON

type State = Record<string, unknown>

/** Throws for values that JSON cannot represent. */
function assertPlain(this: unknown, key: string, value: unknown): unknown {
  const original = (this as State)[key]
  const isPlain =
    original === null ||
    ['string', 'number', 'boolean', 'undefined'].includes(typeof original) ||
    Array.isArray(original) ||
    [Object.prototype, null].includes(Object.getPrototypeOf(original) as null)
  if (isPlain) return value
  const kind = Object.prototype.toString.call(original).slice(8, -1)
  throw new CodeError('state', `${key}: ${kind}`)
}

/** `$sharedState` is one object for all code of a tab. It is stored as JSON after each call. */
export function createSharedState(scope: object, start: string) {
  let stored = start
  let state = parse(start) as State

  Object.defineProperty(scope, '$sharedState', {
    get: () => state,
    set(next: unknown) {
      if (typeof next !== 'object' || next === null || Array.isArray(next)) throw new CodeError('state', '$sharedState')
      state = next as State
    },
  })

  /** Without the last valid state, every later call would fail. */
  function restore(error: unknown): never {
    state = parse(stored) as State
    // JSON throws a TypeError for a cycle.
    throw error instanceof TypeError ? new CodeError('state', 'Cycle') : error
  }

  return {
    /** Returns the state as JSON if it has changed since the last call. */
    getChange(): string | undefined {
      let json = stored
      try {
        json = stringify(state, assertPlain)
        if (json.length > maxStateLength) throw new CodeError('state-too-large', String(json.length))
      } catch (error) {
        restore(error)
      }
      if (json === stored) return undefined
      stored = json
      return json
    },
  }
}

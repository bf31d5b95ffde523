import {Refusal} from './refusal'

export const mostState = 1_000_000

const {parse, stringify} = JSON

type State = Record<string, unknown>

/** Accepts only what survives JSON. */
function plain(this: unknown, key: string, value: unknown): unknown {
  const given = (this as State)[key]
  const isPlain =
    given === null ||
    ['string', 'number', 'boolean', 'undefined'].includes(typeof given) ||
    Array.isArray(given) ||
    [Object.prototype, null].includes(Object.getPrototypeOf(given) as null)
  if (isPlain) return value
  const kind = Object.prototype.toString.call(given).slice(8, -1)
  throw new Refusal('state', `${key}: ${kind}`)
}

/** `$sharedState`: one object for all code of a tab, stored as JSON after each call. */
export function createSharedState(scope: object, start: string) {
  let kept = start
  let state = parse(start) as State

  Object.defineProperty(scope, '$sharedState', {
    get: () => state,
    set(next: unknown) {
      if (typeof next !== 'object' || next === null || Array.isArray(next)) throw new Refusal('state', '$sharedState')
      state = next as State
    },
  })

  /** Restores the last valid state, or every later call would fail. */
  function refuse(error: unknown): never {
    state = parse(kept) as State
    // JSON throws a TypeError for a cycle.
    throw error instanceof TypeError ? new Refusal('state', 'Cycle') : error
  }

  return {
    changed(): string | undefined {
      let json = kept
      try {
        json = stringify(state, plain)
        if (json.length > mostState) throw new Refusal('state-too-large', String(json.length))
      } catch (error) {
        refuse(error)
      }
      if (json === kept) return undefined
      kept = json
      return json
    },
  }
}

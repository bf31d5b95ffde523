import {Refusal} from './refusal'

export const mostState = 1_000_000

const {parse, stringify} = JSON

type State = Record<string, unknown>

/** Only what comes back from JSON as it was: anything else would be there until the worker ends, and gone afterwards. */
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

/**
 * `$sharedState`: one object for all code of a tab. It can be given anew as a whole; what it was at the end of the last good call is kept
 * as JSON.
 */
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

  /** Takes back what cannot be kept, or it would fail every later call as well. */
  function refuse(error: unknown): never {
    state = parse(kept) as State
    // A value that refers to itself: JSON calls that a type error.
    throw error instanceof TypeError ? new Refusal('state', 'Cycle') : error
  }

  return {
    /** As JSON, where a call has changed it. */
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

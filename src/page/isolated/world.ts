import type {Claiming} from './claims'
import type {Shared} from './start'

/** What our scripts leave in the extension's own world of a page, for one another and for those of frames of its origin. */
type World = {
  page?: Shared
  /** The page was open before our scripts came. */
  isLate?: boolean
  claims?: Claiming
}

/** By no text: elements of a page can be reached by their ids as if they were properties of the window. */
const key = Symbol.for('switchyard')
type Holder = {[key]?: World}

export const world: World = ((globalThis as Holder)[key] ??= {})

function leftIn<Name extends keyof World>(other: unknown, name: Name): World[Name] | undefined {
  try {
    return other === window ? undefined : (other as Holder | null)?.[key]?.[name]
  } catch {
    // Of another origin.
    return undefined
  }
}

/** What the page around this one has, or else the one that opened it. */
export const near = <Name extends keyof World>(name: Name): World[Name] | undefined =>
  leftIn(parent, name) ?? leftIn(opener, name)

export function hostOfPage(): string {
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? origin
  return (URL.parse(top) ?? location).hostname
}

export type Shared = {
  /** Shared with frames of the same origin. */
  taken?: {readonly plan: string | undefined}
  hasMain: boolean
  readonly meet: (node: EventTarget) => void
}

/** Shared by our scripts in frames of one origin. */
type World = {
  page?: Shared
  isLate?: boolean
  /** JSON of the overrides; null for none, undefined while only the rules can tell. */
  claims?: {claims: string | null | undefined}
}

/** A symbol, since elements of the page are window properties by their ids. */
const key = Symbol.for('switchyard')
type Holder = {[key]?: World}

export const world: World = ((globalThis as Holder)[key] ??= {})

function leftIn<Name extends keyof World>(other: unknown, name: Name): World[Name] | undefined {
  try {
    return other === window ? undefined : (other as Holder | null)?.[key]?.[name]
  } catch {
    return undefined
  }
}

export const near = <Name extends keyof World>(name: Name): World[Name] | undefined =>
  leftIn(parent, name) ?? leftIn(opener, name)

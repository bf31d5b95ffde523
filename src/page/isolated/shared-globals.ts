export function getPageHost(): string {
  const {ancestorOrigins} = location
  const top = ancestorOrigins[ancestorOrigins.length - 1] ?? origin
  return (URL.parse(top) ?? location).hostname
}

/** JSON of a `PagePlan`; undefined without rules for pages. */
export type Plan = string | undefined
export type OnPlan = (plan: Plan) => void

export type PlanReader = {
  /** Undefined until the plan has arrived. Frames of the same origin read it from here. */
  received: {readonly plan: Plan} | undefined
  readonly first: Promise<Plan>
  /** Calls the listener with the plan when it has arrived, and after each change. */
  readonly listen: (listener: OnPlan) => void
}

export type SharedPage = {
  hasMain: boolean
  readonly connectMain: (node: EventTarget) => void
}

/** Global state that the extension's scripts share across frames of one origin. */
type SharedGlobals = {
  plan?: PlanReader
  page?: SharedPage
  /** The document was open before the scripts were injected. */
  isLate?: boolean
  /** JSON of the overrides. Null: none; undefined: only the rules can decide. */
  navigator?: {override: string | null | undefined}
}

/** A symbol, since each element id of the page becomes a property of `window`. */
const globalsKey = Symbol.for('switchyard')
type GlobalsHolder = {[globalsKey]?: SharedGlobals}

export const sharedGlobals: SharedGlobals = ((globalThis as GlobalsHolder)[globalsKey] ??= {})

function readFromFrame<Name extends keyof SharedGlobals>(other: unknown, name: Name): SharedGlobals[Name] | undefined {
  try {
    return other === window ? undefined : (other as GlobalsHolder | null)?.[globalsKey]?.[name]
  } catch {
    return undefined
  }
}

export const fromParentFrame = <Name extends keyof SharedGlobals>(name: Name): SharedGlobals[Name] | undefined =>
  readFromFrame(parent, name) ?? readFromFrame(opener, name)

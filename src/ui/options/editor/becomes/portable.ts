import {isLeftOut, type Problem} from '../../../../contract/problems'
import type {Judged} from '../../../../simulator/contest'

type Portable = {readonly action: object; readonly condition: object}
export type Becoming = {
  readonly rules: readonly Portable[]
  /** Part of it, or all, is done in the page. */
  readonly isInPage: boolean
  /** Why some of it, or all, comes to nothing. */
  readonly leftOut: readonly Problem[]
  /** Why it cannot be kept as it is, and so becomes nothing yet. */
  readonly faults: readonly string[]
}

/** Lists that hold nothing say nothing, and Chrome refuses them. */
const withoutEmptyLists = ({action, condition}: Portable): Portable => ({
  action,
  condition: Object.fromEntries(
    Object.entries(condition).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  ),
})

/** What the draft becomes in the browser, in the form that any browser could take. */
export function becomingOf({translation: {drafts, inPage, beyond = [], problems}, faults}: Judged): Becoming {
  const isInPage = inPage.length + beyond.length > 0
  const reasons = [...new Set(faults.map(({reason}) => reason))]
  if (reasons.length > 0) return {rules: [], isInPage, leftOut: [], faults: reasons}
  // What only leads to where it is looked at says nothing of the rule; what stands in for a regex has a form of its own.
  const rules = drafts
    .filter(({isWide}) => !isWide)
    .map(({portable, action, condition}) =>
      portable.condition.regexFilter !== undefined && condition.regexFilter === undefined
        ? {action, condition}
        : portable,
    )
  return {
    rules: [...new Set(rules)].map(withoutEmptyLists),
    isInPage,
    leftOut: problems.filter(isLeftOut),
    faults: [],
  }
}

import {isLeftOut, type Problem} from '../../../../contract/problems'
import {inPageCodes} from '../../../sentences/problems'
import type {Judged} from '../../../tester/contest'

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
export function becomingOf({translation: {drafts, problems}, faults}: Judged): Becoming {
  const isInPage = problems.some(({code}) => inPageCodes.has(code))
  const reasons = [...new Set(faults.map(({reason}) => reason))]
  if (reasons.length > 0) return {rules: [], isInPage, leftOut: [], faults: reasons}
  // What stands in for a regex that Chrome refuses has a form of its own.
  const rules = drafts.map(({portable, action, condition}) =>
    portable.condition.regexFilter !== undefined && condition.regexFilter === undefined
      ? {action, condition}
      : portable,
  )
  return {
    rules: [...new Set(rules)].map(withoutEmptyLists),
    isInPage,
    leftOut: problems.filter(each => isLeftOut(each) && !inPageCodes.has(each.code)),
    faults: [],
  }
}

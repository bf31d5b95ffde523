import type {ExtensionRule} from '../../../../contract/extension-rule'
import type {Problem} from '../../../../contract/problems'
import type {Rule} from '../../../../contract/rule'
import {translate} from '../../../../translate/translate'

export type Portable = {
  readonly rules: readonly unknown[]
  /** Part of it, or all, is done in the page. */
  readonly isInPage: boolean
}

const inPage: ReadonlySet<Problem['code']> = new Set(['in-page-only', 'in-page-too', 'status-in-page-only'])

/** Lists that hold nothing say nothing, and Chrome refuses them. */
const withoutEmptyLists = ({action, condition}: ExtensionRule) => ({
  action,
  condition: Object.fromEntries(
    Object.entries(condition).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  ),
})

/** What the draft becomes in the browser, in the form that any browser could take. */
export function portableOf(rule: Rule): Portable {
  try {
    const {extensionRules, problems} = translate(rule)
    return {rules: extensionRules.map(withoutEmptyLists), isInPage: problems.some(({code}) => inPage.has(code))}
  } catch {
    // Half written it can be anything.
    return {rules: [], isInPage: false}
  }
}

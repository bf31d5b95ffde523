import type {PageSaid} from '../contract/page-messages'
import type {Problem} from '../contract/problems'
import type {LibraryView, RuleView} from '../contract/views'

/** How the code of a pair failed last. It is said of this very code, and of none that was written since. */
type CodeFailure = Omit<PageSaid<'page.failed'>, 'id'> & {readonly code: string; readonly at: number}

/** By the id of the rule. */
export type CodeFailures = Readonly<Record<string, CodeFailure>>

/** More than anyone reads; every one is read at each look at the library. */
const mostKept = 200

const codeOf = ({rule}: RuleView, pair: number): string | undefined => {
  if (rule?.ruleType !== 'Request' && rule?.ruleType !== 'Response') return undefined
  const found = rule.pairs[pair]
  return found?.type === 'code' ? found.value : undefined
}

const isSame = (a: CodeFailure | undefined, b: CodeFailure): boolean =>
  a !== undefined &&
  a.code === b.code &&
  a.why === b.why &&
  a.message === b.message &&
  Math.floor(a.at / 60_000) === Math.floor(b.at / 60_000)

/** With one more; the same object where that says nothing new. */
export function withFailure(
  known: CodeFailures,
  {id, ...said}: PageSaid<'page.failed'>,
  view: LibraryView,
  now: number,
): CodeFailures {
  const rule = view.rules.find(each => each.id === id)
  const code = rule && codeOf(rule, said.pair)
  if (code === undefined) return known
  const failure = {...said, message: said.message.slice(0, 300), code, at: now}
  if (isSame(known[id], failure)) return known
  const {[id]: _before, ...others} = known
  return Object.fromEntries([...Object.entries(others).slice(1 - mostKept), [id, failure]])
}

function problemOf({pair, kind, why, message, line, at}: CodeFailure): Problem {
  const says = {kind, why, message, at, ...(line === undefined ? {} : {line})}
  return {code: 'code-failed', pair, field: 'value', says}
}

/** The library with what code did wrong. */
export const withFailures = (view: LibraryView, failures: CodeFailures): LibraryView => ({
  ...view,
  rules: view.rules.map(rule => {
    const failure = failures[rule.id]
    if (!failure || codeOf(rule, failure.pair) !== failure.code) return rule
    return {...rule, problems: [...rule.problems, problemOf(failure)]}
  }),
})

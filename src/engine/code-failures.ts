import type {PageMessageBody} from '../messaging/page-messages'
import type {Problem} from '../model/problems'
import type {LibraryView, RuleView} from '../model/views'

/** The last failure of a pair's code; it no longer applies once the code changes. */
type CodeFailure = Omit<PageMessageBody<'page.failed'>, 'id'> & {readonly code: string; readonly at: number}

export type CodeFailures = Readonly<Record<string, CodeFailure>>

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

/** Adds a failure; returns the same object where it says nothing new. */
export function withFailure(
  known: CodeFailures,
  {id, ...said}: PageMessageBody<'page.failed'>,
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

export const withFailures = (view: LibraryView, failures: CodeFailures): LibraryView => ({
  ...view,
  rules: view.rules.map(rule => {
    const failure = failures[rule.id]
    if (!failure || codeOf(rule, failure.pair) !== failure.code) return rule
    return {...rule, problems: [...rule.problems, problemOf(failure)]}
  }),
})

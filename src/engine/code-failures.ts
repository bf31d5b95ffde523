import type {PageMessageBody} from '../messaging/page-messages'
import type {Problem} from '../model/problems'
import type {LibraryView, RuleView} from '../model/views'

/** The last failure of a pair's code. It is outdated once the code changes. */
type CodeFailure = Omit<PageMessageBody<'page.failed'>, 'id'> & {readonly code: string; readonly at: number}

export type CodeFailures = Readonly<Record<string, CodeFailure>>

const maxStoredFailures = 200

const getCode = ({rule}: RuleView, pair: number): string | undefined => {
  if (rule?.ruleType !== 'Request' && rule?.ruleType !== 'Response') return undefined
  const codePair = rule.pairs[pair]
  return codePair?.type === 'code' ? codePair.value : undefined
}

const isSameFailure = (a: CodeFailure | undefined, b: CodeFailure): boolean =>
  a !== undefined &&
  a.code === b.code &&
  a.why === b.why &&
  a.message === b.message &&
  Math.floor(a.at / 60_000) === Math.floor(b.at / 60_000)

/** Adds a failure; returns the same object for a repetition within the same minute. */
export function addCodeFailure(
  failures: CodeFailures,
  {id, ...report}: PageMessageBody<'page.failed'>,
  view: LibraryView,
  now: number,
): CodeFailures {
  const rule = view.rules.find(each => each.id === id)
  const code = rule && getCode(rule, report.pair)
  if (code === undefined) return failures
  const failure = {...report, message: report.message.slice(0, 300), code, at: now}
  if (isSameFailure(failures[id], failure)) return failures
  const {[id]: _before, ...others} = failures
  return Object.fromEntries([...Object.entries(others).slice(1 - maxStoredFailures), [id, failure]])
}

function toProblem({pair, kind, why, message, line, at}: CodeFailure): Problem {
  const params = {kind, why, message, at, ...(line === undefined ? {} : {line})}
  return {code: 'code-failed', pair, field: 'value', params}
}

export const addFailureProblems = (view: LibraryView, failures: CodeFailures): LibraryView => ({
  ...view,
  rules: view.rules.map(rule => {
    const failure = failures[rule.id]
    if (!failure || getCode(rule, failure.pair) !== failure.code) return rule
    return {...rule, problems: [...rule.problems, toProblem(failure)]}
  }),
})

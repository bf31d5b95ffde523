import {shortenName} from '../../../sentences/quote'
import {fault, verbatim, type Fault} from '../../../../model/faults'
import type {Problem, ProblemCode} from '../../../../model/problems'
import {faultsOfRule, type Rule} from '../../../../model/rule'
import {isJsonEqual} from '../../../json-equality'
import {describeProblem} from '../../../sentences/problems'
import {editorTexts} from '../../../../locales/editor'

/** Faults of a web URL in the field for a local path, which saved rules may contain. */
const getLocalPathFaults = (rule: Rule): Fault[] =>
  rule.ruleType !== 'Redirect'
    ? []
    : rule.pairs.flatMap(({destinationType, destination, file}, pair) =>
        destinationType === 'map_local' && file === undefined && /^\s*(https?|data):/i.test(destination)
          ? [fault(`pairs[${pair}].destination`, 'not-a-path', verbatim(editorTexts('notLocal')))]
          : [],
      )

const hostNameCharacters = /^[\p{L}\p{M}\p{N}._-]+$/u
const isHostName = (domain: string): boolean =>
  hostNameCharacters.test(domain) &&
  domain.split('.').every(label => label !== '' && !label.startsWith('-') && !label.endsWith('-'))

/** Faults of page domains that no page can have. The contract accepts them. */
const getPageDomainFaults = ({pairs}: Rule): Fault[] =>
  pairs.flatMap(({source}, pair) =>
    (source?.filters ?? []).flatMap(({pageDomains = []}, index) => {
      const invalidDomain = pageDomains.find(domain => !isHostName(domain.trim()))
      const path = `pairs[${pair}].source.filters[${index}].pageDomains`
      return invalidDomain === undefined
        ? []
        : [fault(path, 'not-a-domain', verbatim(editorTexts('notADomain', {domain: shortenName(invalidDomain)})))]
    }),
  )

/** Problems that prevent a save. */
const blockingCodes: ReadonlySet<ProblemCode> = new Set(['regex-syntax', 'header-name', 'header-value', 'destination'])

export const blocksSaving = (problem: Problem): boolean =>
  blockingCodes.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

const fieldProblemCodes: ReadonlySet<ProblemCode> = new Set(['never-matches', 'empty-capture'])

export const isFieldProblem = (problem: Problem): boolean =>
  fieldProblemCodes.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

export const getProblemPath = ({pair, field}: Problem): string => `pairs[${pair}].${field}`

const getProblemFaults = (problems: readonly Problem[]): Fault[] =>
  problems
    .filter(blocksSaving)
    .map(problem => fault(getProblemPath(problem), problem.code, verbatim(describeProblem(problem).sentence)))

export function getDraftFaults(
  rule: Rule,
  problems: readonly Problem[],
  serviceFaults: readonly Fault[] = [],
): readonly Fault[] {
  const faults = [
    ...faultsOfRule(rule),
    ...getPageDomainFaults(rule),
    ...getLocalPathFaults(rule),
    ...getProblemFaults(problems),
    ...serviceFaults,
  ]
  return faults.filter(({path}, index) => faults.findIndex(other => other.path === path) === index)
}

/** Problems that only the worker can find, because it knows all rules. */
const workerCodes: ReadonlySet<ProblemCode> = new Set(['over-limit', 'loop', 'refused-by-browser', 'too-many-parts'])

/**
 * Returns the worker's problems of the saved rule that its draft still has: all of them while the
 * conditions are unchanged, and `over-limit` for each condition with the same source.
 */
export function getRemainingProblems(problems: readonly Problem[], saved: Rule, draft: Rule): readonly Problem[] {
  const workerProblems = problems.filter(({code}) => workerCodes.has(code))
  const isUnchanged = workerProblems.length > 0 && isJsonEqual(saved.pairs, draft.pairs)
  return workerProblems.flatMap(problem => {
    if (problem.code === 'loop') return isUnchanged && saved.groupId === draft.groupId ? [problem] : []
    if (isUnchanged) return [problem]
    if (problem.code !== 'over-limit' || problem.pair === undefined) return []
    const source = saved.pairs[problem.pair]?.source
    const pair = draft.pairs.findIndex(each => isJsonEqual(each.source, source))
    return pair < 0 ? [] : [{...problem, pair}]
  })
}

import {shortenName} from '../../../sentences/quote'
import {fault, verbatim, type Fault} from '../../../../model/faults'
import type {Problem, ProblemCode} from '../../../../model/problems'
import {faultsOfRule, type Rule} from '../../../../model/rule'
import {isJsonEqual} from '../../../json-equality'
import {describeProblem} from '../../../sentences/problems'
import {editorTexts} from '../../../../locales/editor'

/** A web address in the field for a local path. Saved rules may have one. */
const faultsOfLocalPaths = (rule: Rule): Fault[] =>
  rule.ruleType !== 'Redirect'
    ? []
    : rule.pairs.flatMap(({destinationType, destination, file}, pair) =>
        destinationType === 'map_local' && file === undefined && /^\s*(https?|data):/i.test(destination)
          ? [fault(`pairs[${pair}].destination`, 'not-a-path', verbatim(editorTexts('notLocal')))]
          : [],
      )

const written = /^[\p{L}\p{M}\p{N}._-]+$/u
const isHostName = (domain: string): boolean =>
  written.test(domain) &&
  domain.split('.').every(label => label !== '' && !label.startsWith('-') && !label.endsWith('-'))

/** Page domains that no page can have. The contract accepts them, so saved rules may have one. */
const faultsOfDomains = ({pairs}: Rule): Fault[] =>
  pairs.flatMap(({source}, pair) =>
    (source?.filters ?? []).flatMap(({pageDomains = []}, index) => {
      const wrong = pageDomains.find(domain => !isHostName(domain.trim()))
      const path = `pairs[${pair}].source.filters[${index}].pageDomains`
      return wrong === undefined
        ? []
        : [fault(path, 'not-a-domain', verbatim(editorTexts('notADomain', {domain: shortenName(wrong)})))]
    }),
  )

/** A rule with one of these problems cannot be saved. */
const refusing: ReadonlySet<ProblemCode> = new Set(['regex-syntax', 'header-name', 'header-value', 'destination'])

export const isRefused = (problem: Problem): boolean =>
  refusing.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

const fieldProblems: ReadonlySet<ProblemCode> = new Set(['never-matches', 'empty-capture'])

export const isFieldProblem = (problem: Problem): boolean =>
  fieldProblems.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

export const pathOf = ({pair, field}: Problem): string => `pairs[${pair}].${field}`

const faultsOfProblems = (problems: readonly Problem[]): Fault[] =>
  problems
    .filter(isRefused)
    .map(problem => fault(pathOf(problem), problem.code, verbatim(describeProblem(problem).sentence)))

export type FaultsOfDraft = (rule: Rule, problems: readonly Problem[], refused?: readonly Fault[]) => readonly Fault[]

export const faultsOfDraft: FaultsOfDraft = (rule, problems, refused = []) => {
  const all = [
    ...faultsOfRule(rule),
    ...faultsOfDomains(rule),
    ...faultsOfLocalPaths(rule),
    ...faultsOfProblems(problems),
    ...refused,
  ]
  return all.filter(({path}, index) => all.findIndex(other => other.path === path) === index)
}

/** Problems that only the worker finds, since it sees all rules. */
const ofWorker: ReadonlySet<ProblemCode> = new Set(['over-limit', 'loop', 'refused-by-browser', 'too-many-parts'])

/**
 * Problems of the saved rule that its draft still has: all of them while the conditions are unchanged, and a full list for
 * each condition with the same source.
 */
export function stillHolding(problems: readonly Problem[], kept: Rule, draft: Rule): readonly Problem[] {
  const told = problems.filter(({code}) => ofWorker.has(code))
  const isUnchanged = told.length > 0 && isJsonEqual(kept.pairs, draft.pairs)
  return told.flatMap(problem => {
    if (problem.code === 'loop') return isUnchanged && kept.groupId === draft.groupId ? [problem] : []
    if (isUnchanged) return [problem]
    if (problem.code !== 'over-limit' || problem.pair === undefined) return []
    const source = kept.pairs[problem.pair]?.source
    const pair = draft.pairs.findIndex(each => isJsonEqual(each.source, source))
    return pair < 0 ? [] : [{...problem, pair}]
  })
}

import {fault, type Fault} from '../../../contract/faults'
import type {Problem, ProblemCode} from '../../../contract/problems'
import {faultsOfRule, type Rule} from '../../../contract/rule'
import {sayProblem} from '../../sentences/problems'
import {editorWords} from '../../words'

/** A web address in the field for a local path. Saved rules may have one. */
const faultsOfLocalPaths = (rule: Rule): Fault[] =>
  rule.ruleType !== 'Redirect'
    ? []
    : rule.pairs.flatMap(({destinationType, destination, file}, pair) =>
        destinationType === 'map_local' && file === undefined && /^\s*(https?|data):/i.test(destination)
          ? [fault(`pairs[${pair}].destination`, 'not-a-path', editorWords.notLocal)]
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
      return wrong === undefined ? [] : [fault(path, 'not-a-domain', editorWords.notADomain(wrong))]
    }),
  )

/** A rule with one of these problems cannot be saved. */
const refusing: ReadonlySet<ProblemCode> = new Set(['regex-syntax', 'header-name', 'header-value', 'destination'])

export const isRefused = (problem: Problem): boolean =>
  refusing.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

/** Problems that are shown below their field. The rule can be saved with them. */
const fieldProblems: ReadonlySet<ProblemCode> = new Set(['never-matches', 'empty-capture'])

export const isFieldProblem = (problem: Problem): boolean =>
  fieldProblems.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

export const pathOf = ({pair, field}: Problem): string => `pairs[${pair}].${field}`

const faultsOfProblems = (problems: readonly Problem[]): Fault[] =>
  problems.filter(isRefused).map(problem => fault(pathOf(problem), problem.code, sayProblem(problem).sentence))

export type FaultsOfDraft = (rule: Rule, problems: readonly Problem[], refused?: readonly Fault[]) => readonly Fault[]

/** Why the draft cannot be saved: the first fault of each field. */
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

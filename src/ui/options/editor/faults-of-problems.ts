import {fault, type Fault} from '../../../contract/faults'
import type {Problem, ProblemCode} from '../../../contract/problems'
import {faultsOfRule, type Rule} from '../../../contract/rule'
import {sayProblem} from '../../sentences/problems'
import {editorWords} from '../../words'

/** A web address where a file is meant. A rule that came with one goes there; who writes one is told. */
export const faultsOfLocalPaths = (rule: Rule): Fault[] =>
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

/** Domains that no page can have. A rule that came with one is still in force: the contract takes it, and it only never holds. */
export const faultsOfDomains = ({pairs}: Rule): Fault[] =>
  pairs.flatMap(({source}, pair) =>
    (source?.filters ?? []).flatMap(({pageDomains = []}, index) => {
      const wrong = pageDomains.find(domain => !isHostName(domain.trim()))
      const path = `pairs[${pair}].source.filters[${index}].pageDomains`
      return wrong === undefined ? [] : [fault(path, 'not-a-domain', editorWords.notADomain(wrong))]
    }),
  )

/** A rule with one of these is not kept: what was typed cannot be right. The others are shown beside the form. */
const refusing: ReadonlySet<ProblemCode> = new Set(['regex-syntax', 'header-name', 'header-value', 'destination'])

export const isRefused = (problem: Problem): boolean =>
  refusing.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

/** Problems that are shown below their field. The rule can be saved with them. */
const fieldProblems: ReadonlySet<ProblemCode> = new Set(['never-matches', 'empty-capture'])

export const isFieldProblem = (problem: Problem): boolean =>
  fieldProblems.has(problem.code) && problem.pair !== undefined && problem.field !== undefined

/** The field that a problem points at, as a fault writes it. */
export const pathOf = ({pair, field}: Problem): string => `pairs[${pair}].${field}`

/** Problems of the translation that point at a field, as faults of that field. */
const faultsOfProblems = (problems: readonly Problem[]): Fault[] =>
  problems.filter(isRefused).map(problem => fault(pathOf(problem), problem.code, sayProblem(problem).sentence))

export type FaultsOfDraft = (rule: Rule, problems: readonly Problem[], refused?: readonly Fault[]) => readonly Fault[]

/** Why a draft cannot be kept as it is, once for each field. */
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

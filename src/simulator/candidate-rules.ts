import type {Fault} from '../model/faults'
import type {Group} from '../model/group'
import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import type {Translation} from '../dnr/translation'

/** Why a rule does not act, whatever the request is. */
export type OffReason = 'paused' | 'rule' | 'group'

/** A rule at its place in the list, as the tester asks it. */
export type CandidateRule = {
  readonly id: string
  readonly rule: Rule
  readonly isDraft: boolean
  readonly off: OffReason | null
  /** What the worker said of the rule as it is stored; of a draft, what still holds of that. */
  readonly problems: readonly Problem[]
  /** Of a draft, what would come of it. */
  readonly validation: ValidationResult | null
}

/** A draft as the worker would judge it. */
export type ValidationResult = {
  /** Without what Chrome refuses. */
  readonly translation: Translation
  /** Why it cannot be stored as it is. */
  readonly faults: readonly Fault[]
}

/** A rule of a library. `validation` only where its translation is known already. */
export type ListedRule = Pick<RuleView, 'id' | 'rule' | 'rank' | 'problems'> & {readonly validation?: ValidationResult}

export type Library<Listed extends ListedRule = RuleView> = {
  /** In order: group by group, then those of no group. */
  readonly rules: readonly Listed[]
  readonly groups: readonly Pick<Group, 'id' | 'status'>[]
  readonly paused: boolean
}

export type DraftRule = {
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly rule: Rule
  readonly validation: ValidationResult
  /** What the worker said of the rule as it is stored, and still holds. */
  readonly problems: readonly Problem[]
}

/** The id of a rule that has none yet. */
export const newRuleId = 'new'

const knownCandidates = new WeakMap<ListedRule, CandidateRule>()

/** The same object as long as nothing about the rule changes: ten thousand new ones at each key would be felt. */
function getCandidate(view: ListedRule, rule: Rule, off: OffReason | null): CandidateRule {
  const before = knownCandidates.get(view)
  if (before?.off === off) return before
  const candidate = {
    id: view.id,
    rule,
    isDraft: false,
    off,
    problems: view.problems,
    validation: view.validation ?? null,
  }
  knownCandidates.set(view, candidate)
  return candidate
}

function createOffCheck({groups, paused}: Library<ListedRule>): (rule: Rule) => OffReason | null {
  const off = new Set(groups.flatMap(({id, status}) => (status === 'Inactive' ? [id] : [])))
  return rule => (paused ? 'paused' : rule.status === 'Inactive' ? 'rule' : off.has(rule.groupId) ? 'group' : null)
}

/** The draft as one of those that are asked. */
export function toCandidate(library: Library<ListedRule>, {id, rule, validation, problems}: DraftRule): CandidateRule {
  return {id: id ?? newRuleId, rule, isDraft: true, off: createOffCheck(library)(rule), problems, validation}
}

/** All rules in their order, a draft where its own rule stands or would in the group that it is moved to; a new one is last of its group. */
export function listCandidates(library: Library<ListedRule>, draft: DraftRule | null): readonly CandidateRule[] {
  const {rules, groups} = library
  const getOffReason = createOffCheck(library)
  if (draft === null)
    return rules.flatMap(view => (view.rule === null ? [] : [getCandidate(view, view.rule, getOffReason(view.rule))]))
  const positions = new Map(groups.map(({id}, index) => [id, index]))
  const getGroupPosition = ({groupId}: Rule) => positions.get(groupId) ?? groups.length
  const stored = draft.id === undefined ? undefined : rules.find(({id}) => id === draft.id)
  const draftCandidate = toCandidate(library, draft)
  const position = getGroupPosition(draft.rule)
  const staysInPlace = stored?.rule && getGroupPosition(stored.rule) === position
  const rank = stored?.rank ?? Infinity
  const isBelow = (rule: Rule, view: ListedRule) =>
    getGroupPosition(rule) > position || (getGroupPosition(rule) === position && view.rank > rank)
  const candidates: CandidateRule[] = []
  let isPlaced = false
  for (const view of rules) {
    const {rule} = view
    if (rule === null) continue
    if (view.id === draft.id) {
      if (staysInPlace) candidates.push(draftCandidate)
      continue
    }
    if (!staysInPlace && !isPlaced && isBelow(rule, view)) {
      candidates.push(draftCandidate)
      isPlaced = true
    }
    candidates.push(getCandidate(view, rule, getOffReason(rule)))
  }
  if (!staysInPlace && !isPlaced) candidates.push(draftCandidate)
  return candidates
}

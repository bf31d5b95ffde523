import type {Fault} from '../model/faults'
import type {Group} from '../model/group'
import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import type {Translation} from '../dnr/translation'

/** Why a rule is off. Does not depend on the request. */
export type OffReason = 'paused' | 'rule' | 'group'

/** A rule that may act on a request. */
export type CandidateRule = {
  readonly id: string
  readonly rule: Rule
  readonly isDraft: boolean
  readonly off: OffReason | null
  /** Problems that the worker reported for the stored rule. For a draft, those that still apply. */
  readonly problems: readonly Problem[]
  /** Null for stored rules. */
  readonly validation: ValidationResult | null
}

/** The result of validating a draft. */
export type ValidationResult = {
  /** Without the parts that Chrome refuses. */
  readonly translation: Translation
  /** Reasons why the draft cannot be saved. */
  readonly faults: readonly Fault[]
}

/** `validation` is set only where the translation is already known. */
export type ListedRule = Pick<RuleView, 'id' | 'rule' | 'rank' | 'problems'> & {readonly validation?: ValidationResult}

export type Library<Listed extends ListedRule = RuleView> = {
  /** In list order: the rules of each group, then the rules without a group. */
  readonly rules: readonly Listed[]
  readonly groups: readonly Pick<Group, 'id' | 'status'>[]
  readonly paused: boolean
}

export type DraftRule = {
  readonly id: string | undefined
  readonly rule: Rule
  readonly validation: ValidationResult
  /** Problems that the worker reported for the stored rule and that still apply. */
  readonly problems: readonly Problem[]
}

/** The id of a draft that has not been saved. */
export const newRuleId = 'new'

const knownCandidates = new WeakMap<ListedRule, CandidateRule>()

/**
 * Returns the same object until the rule changes. Creating 10,000 objects at each keystroke would
 * be slow.
 */
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

/**
 * Lists all rules in order. The draft takes the position of its stored rule, or the position that
 * it would get in its new group. A new rule is last in its group.
 */
export function listCandidates(library: Library<ListedRule>, draft: DraftRule | null): readonly CandidateRule[] {
  const {rules, groups} = library
  const getOffReason = createOffCheck(library)
  if (draft === null)
    return rules.flatMap(view => (view.rule === null ? [] : [getCandidate(view, view.rule, getOffReason(view.rule))]))
  const positions = new Map(groups.map(({id}, index) => [id, index]))
  const getGroupPosition = ({groupId}: Rule) => positions.get(groupId) ?? groups.length
  const stored = draft.id === undefined ? undefined : rules.find(({id}) => id === draft.id)
  const {validation, problems} = draft
  const off = getOffReason(draft.rule)
  const draftCandidate = {id: draft.id ?? newRuleId, rule: draft.rule, isDraft: true, off, problems, validation}
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

import type {Fault} from '../model/faults'
import type {Group} from '../model/group'
import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import type {Translation} from '../dnr/translation'

/** Why a rule does not act, whatever the request is. */
export type Off = 'paused' | 'rule' | 'group'

/** A rule at its place in the list, as the tester asks it. */
export type Contender = {
  readonly id: string
  readonly rule: Rule
  readonly isDraft: boolean
  readonly off: Off | null
  /** What the worker said of the rule as it is kept; of a draft, what still holds of that. */
  readonly problems: readonly Problem[]
  /** Of a draft, what would come of it. */
  readonly judged: Judged | null
}

/** A draft as the worker would judge it. */
export type Judged = {
  /** Without what Chrome refuses. */
  readonly translation: Translation
  /** Why it cannot be kept as it is. */
  readonly faults: readonly Fault[]
}

/** A rule of a library. `judged` only where its translation is known already. */
export type ListedRule = Pick<RuleView, 'id' | 'rule' | 'rank' | 'problems'> & {readonly judged?: Judged}

export type Library<Listed extends ListedRule = RuleView> = {
  /** In order: group by group, then those of no group. */
  readonly rules: readonly Listed[]
  readonly groups: readonly Pick<Group, 'id' | 'status'>[]
  readonly paused: boolean
}

export type Drafted = {
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly rule: Rule
  readonly judged: Judged
  /** What the worker said of the rule as it is kept, and still holds. */
  readonly problems: readonly Problem[]
}

/** The id of a rule that has none yet. */
export const draftId = 'new'

const known = new WeakMap<ListedRule, Contender>()

/** The same object as long as nothing about the rule changes: ten thousand new ones at each key would be felt. */
function contenderOf(view: ListedRule, rule: Rule, off: Off | null): Contender {
  const before = known.get(view)
  if (before?.off === off) return before
  const made = {id: view.id, rule, isDraft: false, off, problems: view.problems, judged: view.judged ?? null}
  known.set(view, made)
  return made
}

function offIn({groups, paused}: Library<ListedRule>): (rule: Rule) => Off | null {
  const off = new Set(groups.flatMap(({id, status}) => (status === 'Inactive' ? [id] : [])))
  return rule => (paused ? 'paused' : rule.status === 'Inactive' ? 'rule' : off.has(rule.groupId) ? 'group' : null)
}

/** The draft as one of those that are asked. */
export function draftedOf(library: Library<ListedRule>, {id, rule, judged, problems}: Drafted): Contender {
  return {id: id ?? draftId, rule, isDraft: true, off: offIn(library)(rule), problems, judged}
}

/** All rules in their order, a draft where its own rule stands or would in the group that it is moved to; a new one is last of its group. */
export function contestOf(library: Library<ListedRule>, draft: Drafted | null): readonly Contender[] {
  const {rules, groups} = library
  const offOf = offIn(library)
  if (draft === null)
    return rules.flatMap(view => (view.rule === null ? [] : [contenderOf(view, view.rule, offOf(view.rule))]))
  const places = new Map(groups.map(({id}, index) => [id, index]))
  const placeOf = ({groupId}: Rule) => places.get(groupId) ?? groups.length
  const kept = draft.id === undefined ? undefined : rules.find(({id}) => id === draft.id)
  const drafted = draftedOf(library, draft)
  const place = placeOf(draft.rule)
  const staysInPlace = kept?.rule && placeOf(kept.rule) === place
  const rank = kept?.rank ?? Infinity
  const isBelow = (rule: Rule, view: ListedRule) =>
    placeOf(rule) > place || (placeOf(rule) === place && view.rank > rank)
  const contest: Contender[] = []
  let isPlaced = false
  for (const view of rules) {
    const {rule} = view
    if (rule === null) continue
    if (view.id === draft.id) {
      if (staysInPlace) contest.push(drafted)
      continue
    }
    if (!staysInPlace && !isPlaced && isBelow(rule, view)) {
      contest.push(drafted)
      isPlaced = true
    }
    contest.push(contenderOf(view, rule, offOf(rule)))
  }
  if (!staysInPlace && !isPlaced) contest.push(drafted)
  return contest
}

import type {Rule} from '../model/rule'
import {createGramIndex} from '../matching/gram-index'
import {listCandidates, type CandidateRule, type DraftRule, type Library, type ListedRule} from './candidate-rules'
import {getConditions, type Condition} from './conditions'

type CandidateCondition = {readonly candidate: CandidateRule; readonly position: number; readonly condition: Condition}

/** All rules in list order, with a search for the conditions that may match a URL. */
export type RuleIndex = {
  readonly candidates: readonly CandidateRule[]
  readonly getPosition: (id: string) => number | undefined
  readonly draft: CandidateRule | null
  /** In list order. */
  readonly findConditions: (url: string) => readonly CandidateCondition[]
  /** Returns the same index without some rules. */
  readonly withoutRules: (ids: ReadonlyMap<string, unknown>) => RuleIndex
}

export type RuleIndexCache = {
  /** Indexes the changes since the last call. Yields regularly. */
  update(library: Library<ListedRule>, draft: DraftRule | null): Generator<undefined, RuleIndex, unknown>
}

type IndexedCondition = {readonly id: string; readonly rule: Rule; readonly condition: Condition}
type IndexedRule = {readonly rule: Rule; readonly items: readonly IndexedCondition[]}
type RuleList = {
  readonly library: Library<ListedRule>
  readonly draft: DraftRule | null
  readonly candidates: readonly CandidateRule[]
  readonly positions: ReadonlyMap<string, number>
}

/** Rules indexed between two yields. */
const rulesPerStep = 16

/**
 * Finds the few conditions, of thousands of rules, that may match a URL. Rules that did not change
 * are not indexed again.
 */
export function createRuleIndexCache(): RuleIndexCache {
  const gramIndex = createGramIndex<IndexedCondition>()
  const anyUrlConditions = new Set<IndexedCondition>()
  const known = new Map<string, IndexedRule>()
  let read: readonly ListedRule[] = []
  let lastList: RuleList | null = null

  function removeRule(id: string): void {
    for (const item of known.get(id)?.items ?? []) {
      gramIndex.delete(item)
      anyUrlConditions.delete(item)
    }
    known.delete(id)
  }
  function addRule(id: string, rule: Rule): void {
    const items = getConditions(rule).map(condition => ({id, rule, condition}))
    for (const item of items) {
      const {pattern} = item.condition
      if (item.condition.matchesAnyUrl) anyUrlConditions.add(item)
      else if (pattern) gramIndex.add(item, pattern)
    }
    known.set(id, {rule, items})
  }
  function* readRules(rules: readonly ListedRule[]): Generator<undefined, void, unknown> {
    if (rules === read) return
    let taken = 0
    for (const {id, rule} of rules) {
      if (known.get(id)?.rule === rule) continue
      removeRule(id)
      if (rule === null) continue
      addRule(id, rule)
      if (++taken % rulesPerStep === 0) yield
    }
    const present = new Set(rules.map(({id}) => id))
    for (const id of known.keys()) if (!present.has(id)) removeRule(id)
    read = rules
  }

  function createList(library: Library<ListedRule>, draft: DraftRule | null): RuleList {
    const candidates = listCandidates(library, draft)
    return {library, draft, candidates, positions: new Map(candidates.map(({id}, position) => [id, position]))}
  }

  function createIndex(list: RuleList, draft: CandidateRule | null, excluded: ReadonlyMap<string, unknown>): RuleIndex {
    const {candidates, positions} = list
    function findConditions(url: string): readonly CandidateCondition[] {
      const found: CandidateCondition[] = []
      const addIfListed = ({id, rule, condition}: IndexedCondition) => {
        const position = positions.get(id)
        const candidate = position === undefined ? undefined : candidates[position]
        // The draft replaces its stored rule.
        if (position !== undefined && candidate?.rule === rule && !excluded.has(id))
          found.push({candidate, position, condition})
      }
      for (const items of [anyUrlConditions, gramIndex.candidates(url)])
        for (const item of items) if (item.id !== draft?.id) addIfListed(item)
      if (draft)
        for (const condition of getConditions(draft.rule)) addIfListed({id: draft.id, rule: draft.rule, condition})
      return found.toSorted((a, b) => a.position - b.position || a.condition.index - b.condition.index)
    }
    return {
      candidates,
      draft,
      getPosition: id => positions.get(id),
      findConditions,
      withoutRules: ids => createIndex(list, draft, new Map([...excluded, ...ids])),
    }
  }

  return {
    *update(library, draft) {
      yield* readRules(library.rules)
      if (lastList?.library !== library || lastList.draft !== draft) lastList = createList(library, draft)
      return createIndex(lastList, lastList.candidates.find(({isDraft}) => isDraft) ?? null, new Map())
    },
  }
}

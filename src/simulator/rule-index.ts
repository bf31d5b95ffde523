import type {Rule} from '../model/rule'
import {createGramIndex} from '../matching/gram-index'
import {
  listCandidates,
  toCandidate,
  type CandidateRule,
  type DraftRule,
  type Library,
  type ListedRule,
} from './candidate-rules'
import {getConditions, type Condition} from './conditions'

type CandidateCondition = {readonly candidate: CandidateRule; readonly position: number; readonly condition: Condition}

/** All rules in their order, a draft among them, and of their conditions those that an address may match. */
export type RuleIndex = {
  readonly candidates: readonly CandidateRule[]
  readonly getPosition: (id: string) => number | undefined
  readonly draft: CandidateRule | null
  /** In order. */
  readonly findConditions: (url: string) => readonly CandidateCondition[]
  /** The same without some rules. */
  readonly withoutRules: (ids: ReadonlyMap<string, unknown>) => RuleIndex
}

export type RuleIndexCache = {
  /** Takes in what has changed since it was last asked for, a few rules at a time. */
  update(library: Library<ListedRule>, draft: DraftRule | null): Generator<undefined, RuleIndex, unknown>
}

type Item = {readonly id: string; readonly rule: Rule; readonly condition: Condition}
type Known = {readonly rule: Rule; readonly items: readonly Item[]}
type Last = {
  readonly library: Library<ListedRule>
  readonly drafted: DraftRule | null
  readonly candidates: readonly CandidateRule[]
  readonly positions: ReadonlyMap<string, number>
}

/** So many rules are read between two looks at the clock. */
const stride = 16

/** Finds the few rules of thousands that a request may concern. What it has read of a rule it keeps as long as the rule is the same. */
export function createRuleIndexCache(): RuleIndexCache {
  const grams = createGramIndex<Item>()
  const everywhere = new Set<Item>()
  const known = new Map<string, Known>()
  let read: readonly ListedRule[] = []
  /** How many of them have been read; Infinity when what is gone has been dropped too. */
  let readTo = 0
  let last: Last | null = null

  function drop(id: string): void {
    for (const item of known.get(id)?.items ?? []) {
      grams.delete(item)
      everywhere.delete(item)
    }
    known.delete(id)
  }
  function take(id: string, rule: Rule): void {
    const items = getConditions(rule).map(condition => ({id, rule, condition}))
    for (const item of items) {
      const {pattern} = item.condition
      if (item.condition.everywhere) everywhere.add(item)
      else if (pattern) grams.add(item, pattern)
    }
    known.set(id, {rule, items})
  }
  function* readRules(rules: readonly ListedRule[]): Generator<undefined, void, unknown> {
    if (rules === read && readTo === Infinity) return
    const [before, to] = [read, readTo]
    let taken = 0
    for (const [index, view] of rules.entries()) {
      const {id, rule} = view
      // While a library comes in part by part, what came before is the same.
      if ((index < to && before[index] === view) || known.get(id)?.rule === rule) continue
      drop(id)
      if (rule === null) continue
      take(id, rule)
      if (++taken % stride !== 0) continue
      ;[read, readTo] = [rules, index]
      yield
    }
    const present = new Set(rules.map(({id}) => id))
    for (const id of known.keys()) if (!present.has(id)) drop(id)
    ;[read, readTo] = [rules, Infinity]
  }

  /** While one writes, only the draft is another. */
  function inPlace(library: Library<ListedRule>, drafted: DraftRule | null): Last | null {
    if (last?.library !== library || last.drafted?.id !== drafted?.id) return null
    if (last.drafted === drafted) return last
    if (!last.drafted || !drafted || last.drafted.rule.groupId !== drafted.rule.groupId) return null
    const draft = toCandidate(library, drafted)
    return {...last, drafted, candidates: last.candidates.with(last.positions.get(draft.id) ?? 0, draft)}
  }
  function arranged(library: Library<ListedRule>, drafted: DraftRule | null): Last {
    const candidates = listCandidates(library, drafted)
    return {library, drafted, candidates, positions: new Map(candidates.map(({id}, position) => [id, position]))}
  }

  function createIndex(all: Last, draft: CandidateRule | null, out: ReadonlyMap<string, unknown>): RuleIndex {
    const {candidates, positions} = all
    function findConditions(url: string): readonly CandidateCondition[] {
      const found: CandidateCondition[] = []
      const ask = ({id, rule, condition}: Item) => {
        const position = positions.get(id)
        const candidate = position === undefined ? undefined : candidates[position]
        // The draft is asked in the place of what is kept of it.
        if (position !== undefined && candidate?.rule === rule && !out.has(id))
          found.push({candidate, position, condition})
      }
      for (const items of [everywhere, grams.candidates(url)])
        for (const item of items) if (item.id !== draft?.id) ask(item)
      if (draft) for (const condition of getConditions(draft.rule)) ask({id: draft.id, rule: draft.rule, condition})
      return found.toSorted((a, b) => a.position - b.position || a.condition.index - b.condition.index)
    }
    return {
      candidates,
      draft,
      getPosition: id => positions.get(id),
      findConditions,
      withoutRules: ids => createIndex(all, draft, new Map([...out, ...ids])),
    }
  }

  return {
    *update(library, draft) {
      yield* readRules(library.rules)
      last = inPlace(library, draft) ?? arranged(library, draft)
      return createIndex(last, last.candidates.find(({isDraft}) => isDraft) ?? null, new Map())
    },
  }
}

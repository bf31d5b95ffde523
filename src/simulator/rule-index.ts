import type {Rule} from '../model/rule'
import {createGramIndex} from '../matching/gram-index'
import {contestOf, draftedOf, type Contender, type Drafted, type Library, type ListedRule} from './candidate-rules'
import {conditionsOf, type Condition} from './conditions'

type Asked = {readonly contender: Contender; readonly place: number; readonly condition: Condition}

/** All rules in their order, a draft among them, and of their conditions those that an address may match. */
export type Contest = {
  readonly contenders: readonly Contender[]
  readonly placeOf: (id: string) => number | undefined
  readonly draft: Contender | null
  /** In order. */
  readonly asked: (url: string) => readonly Asked[]
  /** The same without some rules. */
  readonly without: (ids: ReadonlyMap<string, unknown>) => Contest
}

export type RuleIndex = {
  /** Takes in what has changed since it was last asked for, a few rules at a time. */
  contest(library: Library<ListedRule>, draft: Drafted | null): Generator<undefined, Contest, unknown>
}

type Item = {readonly id: string; readonly rule: Rule; readonly condition: Condition}
type Known = {readonly rule: Rule; readonly items: readonly Item[]}
type Last = {
  readonly library: Library<ListedRule>
  readonly drafted: Drafted | null
  readonly contenders: readonly Contender[]
  readonly places: ReadonlyMap<string, number>
}

/** So many rules are read between two looks at the clock. */
const stride = 16

/** Finds the few rules of thousands that a request may concern. What it has read of a rule it keeps as long as the rule is the same. */
export function createRuleIndex(): RuleIndex {
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
    const items = conditionsOf(rule).map(condition => ({id, rule, condition}))
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
  function inPlace(library: Library<ListedRule>, drafted: Drafted | null): Last | null {
    if (last?.library !== library || last.drafted?.id !== drafted?.id) return null
    if (last.drafted === drafted) return last
    if (!last.drafted || !drafted || last.drafted.rule.groupId !== drafted.rule.groupId) return null
    const draft = draftedOf(library, drafted)
    return {...last, drafted, contenders: last.contenders.with(last.places.get(draft.id) ?? 0, draft)}
  }
  function arranged(library: Library<ListedRule>, drafted: Drafted | null): Last {
    const contenders = contestOf(library, drafted)
    return {library, drafted, contenders, places: new Map(contenders.map(({id}, place) => [id, place]))}
  }

  function asContest(all: Last, draft: Contender | null, out: ReadonlyMap<string, unknown>): Contest {
    const {contenders, places} = all
    function asked(url: string): readonly Asked[] {
      const found: Asked[] = []
      const ask = ({id, rule, condition}: Item) => {
        const place = places.get(id)
        const contender = place === undefined ? undefined : contenders[place]
        // The draft is asked in the place of what is kept of it.
        if (place !== undefined && contender?.rule === rule && !out.has(id)) found.push({contender, place, condition})
      }
      for (const items of [everywhere, grams.candidates(url)])
        for (const item of items) if (item.id !== draft?.id) ask(item)
      if (draft) for (const condition of conditionsOf(draft.rule)) ask({id: draft.id, rule: draft.rule, condition})
      return found.toSorted((a, b) => a.place - b.place || a.condition.index - b.condition.index)
    }
    return {
      contenders,
      draft,
      placeOf: id => places.get(id),
      asked,
      without: ids => asContest(all, draft, new Map([...out, ...ids])),
    }
  }

  return {
    *contest(library, draft) {
      yield* readRules(library.rules)
      last = inPlace(library, draft) ?? arranged(library, draft)
      return asContest(last, last.contenders.find(({isDraft}) => isDraft) ?? null, new Map())
    },
  }
}

import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import {faultsOfRule, type Rule, type Status} from '../../../contract/rule'
import type {Fault} from '../../../contract/faults'
import type {Problem} from '../../../contract/problems'
import type {PairOf, RuleType} from '../../../contract/rules'
import {forms} from '../../forms'
import {payloadOf} from '../../payload'
import {same} from '../../same'
import {madeName} from '../../sentences/made-name'
import {withoutEmptyFilters} from './filters'
import {withTrimmedNames} from './header-names'
import {faultsOfProblems} from './faults-of-problems'

export type AnyPair = PairOf<RuleType>
/** A pair has no lasting id while it is new; the key keeps its card, and the focus in it, when it is moved. */
export type DraftPair = {readonly key: number; readonly pair: AnyPair}
export type DraftFields = {
  readonly name: string
  readonly description: string
  readonly groupId: string
  readonly status: Status
}
export type Draft = ReturnType<typeof createDraft>

const fieldsOf = ({name, description, groupId, status}: Rule): DraftFields => ({name, description, groupId, status})

export const newRule = (type: RuleType, host: string): Rule => {
  const source = {
    key: host === '' ? 'url' : 'host',
    operator: host === '' ? 'Contains' : 'Equals',
    value: host,
  } as const
  const pairs = [forms[type].newPair(source)]
  const rule = {
    id: 'new',
    name: '',
    description: '',
    objectType: 'rule',
    ruleType: type,
    status: 'Active',
    groupId: '',
    pairs,
  }
  // The pair was made by the form of this very type, which the compiler cannot follow.
  return rule as unknown as Rule
}

/** What is being written in the form of one rule, and what is wrong with it. `loaded` holds the fields that no form shows. */
export function createDraft(loaded: Rule, isNew: boolean) {
  let lastKey = 0
  const keyed = (pair: AnyPair): DraftPair => ({key: ++lastKey, pair})
  // A draft's pairs are of the draft's own type.
  const asKept = (pair: AnyPair): AnyPair =>
    loaded.ruleType === 'Headers' ? withTrimmedNames(pair as PairOf<'Headers'>) : pair
  const base = signal(loaded)
  const fields = signal(fieldsOf(loaded))
  const pairs: Signal<readonly DraftPair[]> = signal(loaded.pairs.map(keyed))
  const touched = signal<ReadonlySet<string>>(new Set())
  const isSaveTried = signal(false)
  const refused = signal<readonly Fault[]>([])
  const problems = signal<readonly Problem[]>([])
  const savedAt = signal<number | null>(null)
  /** The fields that are on the page, so that a fault without a field can be said elsewhere. */
  const places = new Set<string>()

  /** The rule as it would be kept now. */
  const rule = computed((): Rule => {
    const written = {
      ...base.value,
      ...fields.value,
      pairs: pairs.value.map(each => asKept(withoutEmptyFilters(each.pair))),
    } as unknown as Rule
    return fields.value.name.trim() === '' ? {...written, name: madeName(written)} : written
  })
  const isDirty = computed(
    () =>
      !same({...fieldsOf(base.value), status: ''}, {...fields.value, status: ''}) ||
      !same(
        base.value.pairs,
        pairs.value.map(each => each.pair),
      ),
  )
  const faults = computed(() => {
    const all = [...faultsOfRule(rule.value), ...faultsOfProblems(problems.value), ...refused.value]
    return all.filter((fault, index) => all.findIndex(other => other.path === fault.path) === index)
  })
  const shownFaults: ReadonlySignal<ReadonlyMap<string, string>> = computed(
    () =>
      new Map(
        faults.value
          .filter(fault => isSaveTried.value || touched.value.has(fault.path))
          .map(fault => [fault.path, fault.reason]),
      ),
  )

  return {
    ruleType: loaded.ruleType,
    isNew,
    base: base as ReadonlySignal<Rule>,
    fields: fields as ReadonlySignal<DraftFields>,
    pairs: pairs as ReadonlySignal<readonly DraftPair[]>,
    rule,
    isDirty,
    faults,
    shownFaults,
    problems,
    isSaveTried,
    refused,
    savedAt,
    places,
    payload: () => payloadOf(rule.peek()),
    set(changes: Partial<DraftFields>) {
      batch(() => {
        fields.value = {...fields.value, ...changes}
        refused.value = []
      })
    },
    /** Changes the list of conditions: one of them, their order or their number. */
    setPairs(change: (now: readonly DraftPair[], fresh: (pair: AnyPair) => DraftPair) => readonly DraftPair[]) {
      batch(() => {
        pairs.value = change(pairs.peek(), keyed)
        refused.value = []
      })
    },
    /** Changes one condition; reads it first, so that two changes in one moment both stay. */
    setPair(key: number, update: (now: AnyPair) => AnyPair) {
      this.setPairs(now => now.map(each => (each.key === key ? {key, pair: update(each.pair)} : each)))
    },
    touch(path: string) {
      if (!touched.peek().has(path)) touched.value = new Set([...touched.peek(), path])
    },
    /** Starts again from a rule as it is kept. */
    load(kept: Rule) {
      const keys = pairs.peek()
      batch(() => {
        base.value = kept
        fields.value = fieldsOf(kept)
        pairs.value = kept.pairs.map((pair, index) => ({key: keys[index]?.key ?? ++lastKey, pair}))
        touched.value = new Set()
        isSaveTried.value = false
        refused.value = []
      })
    },
  }
}

/** Puts a copy right after the original. The id is the original's own. */
export function copyPair(draft: Draft, key: number): void {
  draft.setPairs((now, fresh) => {
    const index = now.findIndex(each => each.key === key)
    const original = now[index]
    if (!original) return now
    const {id: _own, ...copy} = original.pair
    return [...now.slice(0, index + 1), fresh(copy), ...now.slice(index + 1)]
  })
}

import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Rule} from '../../../contract/rule'
import {fieldsOf, type DraftFields} from './draft-fields'
import type {AnyPair, DraftPair} from './draft'
import {same} from '../../same'
import {atPlace, merge, pathOfSteps, withPlace, type Clash} from './merge'
import {mergePairs, type PairClash} from './merge-pairs'

type Needs = {
  readonly base: Signal<Rule>
  readonly fields: Signal<DraftFields>
  readonly pairs: Signal<readonly DraftPair[]>
  readonly keyed: (pair: AnyPair, origin?: string) => DraftPair
}
type Both = {readonly ofFields: readonly Clash[]; readonly ofPairs: readonly PairClash[]}

const none: Both = {ofFields: [], ofPairs: []}

/** What was changed both here and elsewhere, until someone says which is to hold. */
export function createClashes({base, fields, pairs, keyed}: Needs) {
  const met = signal(none)
  /** Where one has come to write what the other side has, there is nothing left to decide. */
  const open = computed<Both>(() => ({
    ofFields: met.value.ofFields.filter(({steps, theirs: other}) => !same(atPlace(fields.value, steps), other)),
    ofPairs: met.value.ofPairs.filter(each => {
      if (each.kind !== 'value') return true
      const mine = pairs.value.find(({key}) => key === each.key)
      return mine === undefined || !same(atPlace(mine.pair, each.steps), each.theirs)
    }),
  }))
  /** Where both sides came from, as a rule. */
  let ancestor = base.peek()

  const forget = (rule: Rule) => {
    ancestor = rule
    met.value = none
  }
  const meet = (kept: Rule) => {
    // The switch acts at once, so it never waits in a draft.
    const here = {...fields.peek(), status: kept.status}
    const ofFields = merge({...fieldsOf(ancestor), status: kept.status}, here, fieldsOf(kept))
    const ofPairs = mergePairs(ancestor.pairs, pairs.peek(), kept.pairs, keyed)
    base.value = kept
    fields.value = ofFields.merged as DraftFields
    pairs.value = ofPairs.merged
    ancestor = {...kept, ...(ofFields.ancestor as DraftFields), pairs: ofPairs.ancestor} as unknown as Rule
    met.value = {ofFields: ofFields.clashes, ofPairs: ofPairs.clashes}
  }
  const theirPair = ({key, ...clash}: Extract<PairClash, {kind: 'value'}>) => {
    pairs.value = pairs
      .peek()
      .map(each =>
        each.key === key ? {...each, pair: withPlace(each.pair, clash.steps, clash.theirs) as AnyPair} : each,
      )
  }

  /** The values of the other side by the path of the field. */
  const theirs: ReadonlySignal<ReadonlyMap<string, unknown>> = computed(() => {
    const {ofFields, ofPairs} = open.value
    const indexes = new Map(pairs.value.map(({key}, index) => [key, index]))
    return new Map([
      ...ofFields.map(each => [pathOfSteps(each.steps), each.theirs] as const),
      ...ofPairs.flatMap(each =>
        each.kind === 'value' && indexes.has(each.key)
          ? [[pathOfSteps(['pairs', indexes.get(each.key) ?? 0, ...each.steps]), each.theirs] as const]
          : [],
      ),
    ])
  })

  return {
    theirs,
    count: computed(() => open.value.ofFields.length + open.value.ofPairs.length),
    /** Conditions that one side deleted and the other changed: its number here, or none where it was deleted here. */
    deleted: computed(() =>
      open.value.ofPairs.flatMap(each =>
        each.kind === 'value'
          ? []
          : each.kind === 'deleted-here'
            ? [null]
            : [pairs.value.findIndex(({key}) => key === each.key) + 1],
      ),
    ),
    ancestor: () => ancestor,
    forget,
    meet,
    keepMine: () => forget(base.peek()),
    takeTheirs() {
      batch(() => {
        const {ofFields, ofPairs} = open.peek()
        for (const each of ofFields) fields.value = withPlace(fields.peek(), each.steps, each.theirs) as DraftFields
        for (const each of ofPairs) {
          if (each.kind === 'value') theirPair(each)
          else if (each.kind === 'deleted-there') pairs.value = pairs.peek().filter(({key}) => key !== each.key)
          else pairs.value = [...pairs.peek(), keyed(each.theirs, each.origin)]
        }
        forget(base.peek())
      })
    },
  }
}

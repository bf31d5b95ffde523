import {formatReason} from '../../../sentences/faults'
import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Fault} from '../../../../model/faults'
import type {Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {PairOf, RuleType} from '../../../../model/rules'
import {getAlternative, setAlternative, removeHiddenValues} from '../../../components/fields/hidden-field-values'
import {createFieldRegistry} from '../../../hooks/use-field'
import {toPayload} from '../../../payload'
import {isJsonEqual} from '../../../json-equality'
import {suggestRuleName} from '../../../sentences/suggested-name'
import {describeProblem} from '../../../sentences/problems'
import type {UndoResult} from '../../../state/toasts'
import {fieldsOf, type DraftFields} from './draft-fields'
import type {Written} from './draft-record'
import {faultsOfDraft, isFieldProblem, pathOf} from './faults-of-problems'
import {withoutEmptyFilters} from './filters'
import {createClashes, merge, originOf} from './merge'

type Row = {readonly type: string; readonly header?: string; readonly param?: string; readonly value?: string}

const isEmpty = ({type, header, param, value = ''}: Row): boolean =>
  type !== 'Remove All' && (header ?? param ?? '').trim() === '' && value === ''

/** Drops the empty rows at the end, which Enter adds. A single row stays, for its fault to show. */
function withoutEmptyRows(pair: AnyPair): AnyPair {
  if (!('modifications' in pair)) return pair
  const rows = pair.modifications as readonly Row[]
  const last = rows.findLastIndex(row => !isEmpty(row))
  const kept = rows.slice(0, Math.max(last, 0) + 1)
  return kept.length === rows.length ? pair : {...pair, modifications: kept}
}

function withTrimmedNames(pair: PairOf<'Headers'>): PairOf<'Headers'> {
  if (pair.modifications.every(each => each.header === each.header.trim())) return pair
  return {...pair, modifications: pair.modifications.map(each => ({...each, header: each.header.trim()}))}
}

export type AnyPair = PairOf<RuleType>
/** The key keeps the card and its focus when it is moved. The origin is the saved condition. */
export type DraftPair = {readonly key: number; readonly pair: AnyPair; readonly origin?: string | undefined}
export type Draft = ReturnType<typeof createDraft>

/** The state of one rule's form. `loaded` also holds the fields that no form shows. */
export function createDraft(loaded: Rule, isNewRule: boolean, isTeamRule = false) {
  let lastKey = 0
  const keyed = (pair: AnyPair, origin?: string): DraftPair => ({key: ++lastKey, pair, origin})
  const asKept = (draft: AnyPair): AnyPair => {
    const pair = withoutEmptyRows(withoutEmptyFilters(removeHiddenValues(draft)))
    return loaded.ruleType === 'Headers' ? withTrimmedNames(pair as PairOf<'Headers'>) : pair
  }
  const keyedPairs = (rule: Rule) => rule.pairs.map((pair, index) => keyed(pair, originOf(pair, index)))
  const isNew = signal(isNewRule)
  const base = signal(loaded)
  const isForTeam = signal(isTeamRule)
  const fields = signal(fieldsOf(loaded))
  const pairs: Signal<readonly DraftPair[]> = signal(keyedPairs(loaded))
  const touched = signal<ReadonlySet<string>>(new Set())
  const isSaveTried = signal(false)
  const isSaving = signal(false)
  const refused = signal<readonly Fault[]>([])
  const problems = signal<readonly Problem[]>([])
  const circle = signal<Problem | null | undefined>(undefined)
  const idle = signal<readonly number[]>([])
  const savedAt = signal<number | null>(null)
  const takenUpFrom = signal<number | null>(null)
  const places = createFieldRegistry()

  const rule = computed((): Rule => {
    const written = {
      ...base.value,
      ...fields.value,
      pairs: pairs.value.map(each => asKept(each.pair)),
    } as unknown as Rule
    return fields.value.name.trim() === '' ? {...written, name: suggestRuleName(written)} : written
  })
  // A made name reads the body, which may be megabytes.
  const baseFields = computed(() => fieldsOf(base.value))
  const isDirty = computed(() => {
    const [before, now] = [baseFields.value, fields.value]
    const isSame = isJsonEqual(before, isNew.value ? now : {...now, status: before.status})
    return (
      !isSame ||
      (isNew.value && isForTeam.value) ||
      !isJsonEqual(
        base.value.pairs,
        pairs.value.map(each => removeHiddenValues(each.pair)),
      )
    )
  })
  const faults = computed(() => faultsOfDraft(rule.value, problems.value, refused.value))
  const shownFaults = computed(() => {
    const shown = faults.value.filter(({path}) => isSaveTried.value || touched.value.has(path))
    return new Map(shown.map(({path, reason}) => [path, formatReason(reason)]))
  })
  const shownProblems = computed(() => {
    const isStored = (pair = -1) => !isNew.value && pairs.value[pair]?.origin !== undefined
    const shown = problems.value.filter(
      problem =>
        isFieldProblem(problem) &&
        (isSaveTried.value || isStored(problem.pair) || touched.value.has(pathOf(problem))) &&
        !faults.value.some(({path}) => path === pathOf(problem)),
    )
    return new Map(shown.map(problem => [pathOf(problem), describeProblem(problem)]))
  })
  const settle = () => {
    touched.value = new Set()
    isSaveTried.value = false
    refused.value = []
    takenUpFrom.value = null
  }
  const clashes = createClashes({base, fields, pairs, keyed})

  return {
    ruleType: loaded.ruleType,
    isNew: isNew as ReadonlySignal<boolean>,
    base: base as ReadonlySignal<Rule>,
    fields: fields as ReadonlySignal<DraftFields>,
    pairs: pairs as ReadonlySignal<readonly DraftPair[]>,
    isForTeam: isForTeam as ReadonlySignal<boolean>,
    keepIn(team: boolean) {
      isForTeam.value = team
    },
    rule,
    isDirty,
    faults,
    shownFaults,
    shownProblems,
    problems,
    circle,
    idle,
    isSaveTried,
    isSaving,
    refused,
    savedAt,
    takenUpFrom,
    places,
    clashes,
    payload: () => toPayload(rule.peek()),
    set(changes: Partial<DraftFields>) {
      batch(() => {
        fields.value = {...fields.value, ...changes}
        refused.value = []
      })
    },
    setPairs(change: (now: readonly DraftPair[], fresh: (pair: AnyPair) => DraftPair) => readonly DraftPair[]) {
      batch(() => {
        pairs.value = change(pairs.peek(), pair => keyed(pair))
        refused.value = []
      })
    },
    setPair(key: number, update: (now: AnyPair) => AnyPair) {
      this.setPairs(now => now.map(each => (each.key === key ? {...each, pair: update(each.pair)} : each)))
    },
    touch(path: string) {
      if (!touched.peek().has(path)) touched.value = new Set([...touched.peek(), path])
    },
    load(kept: Rule) {
      const now = pairs.peek()
      const keys = new Map(now.map(each => [each.origin, each.key]))
      const origins: ReadonlySet<string | undefined> = new Set(kept.pairs.map(originOf))
      /** A new condition keeps its key by its place, unless another saved one has that place. */
      const keyInPlace = (index: number) => (origins.has(now[index]?.origin) ? undefined : now[index]?.key)
      batch(() => {
        if (isNew.peek()) isForTeam.value = false
        base.value = kept
        fields.value = fieldsOf(kept)
        pairs.value = kept.pairs.map((pair, index) => {
          const origin = originOf(pair, index)
          return {key: keys.get(origin) ?? keyInPlace(index) ?? ++lastKey, pair, origin}
        })
        clashes.forget(kept)
        settle()
      })
    },
    meet(kept: Rule) {
      if (!isDirty.peek()) this.load(kept)
      else batch(() => clashes.meet(kept))
    },
    /** Takes over what was saved. Changes made since it was sent stay unsaved. */
    adopt(kept: Rule, sent: {readonly fields: DraftFields; readonly pairs: readonly DraftPair[]}) {
      const indexOf = new Map(sent.pairs.map((each, index) => [each.key, index]))
      batch(() => {
        isNew.value = false
        base.value = kept
        const keptFields = fieldsOf(kept)
        const now = fields.peek()
        const taken = <Name extends keyof DraftFields>(name: Name) =>
          now[name] === sent.fields[name] ? keptFields[name] : now[name]
        fields.value = {
          name: taken('name'),
          description: taken('description'),
          groupId: taken('groupId'),
          status: keptFields.status,
        }
        pairs.value = pairs.peek().map(each => {
          const index = indexOf.get(each.key)
          const pair = index === undefined ? undefined : kept.pairs[index]
          if (index === undefined || !pair) return each
          const isAsSent = sent.pairs[index]?.pair === each.pair
          const withId = pair.id === undefined ? each.pair : {...each.pair, id: pair.id}
          const adopted = isAsSent ? setAlternative(pair, getAlternative(each.pair)) : withId
          return {key: each.key, pair: adopted, origin: originOf(pair, index)}
        })
        clashes.forget(kept)
        settle()
      })
    },
    written: (): Written => ({
      ruleType: loaded.ruleType,
      ancestor: isNew.peek() ? null : clashes.ancestor(),
      fields: fields.peek(),
      team: isForTeam.peek(),
      pairs: pairs.peek().map(({pair, origin}) => ({pair, origin})),
    }),
    keys: () => pairs.peek().map(({key}) => key),
    /** Restores a stored draft and merges the rule saved since. Its old `keys` keep the fields. */
    takeUp(written: Written, at: number | null, keys: readonly number[] = []) {
      const kept = base.peek()
      lastKey = Math.max(lastKey, ...keys)
      batch(() => {
        settle()
        if (isNew.peek()) isForTeam.value = written.team ?? false
        fields.value = {...written.fields, status: isNew.peek() ? written.fields.status : kept.status}
        pairs.value = written.pairs.map(({pair, origin}, index) => ({
          pair,
          origin,
          key: keys[index] ?? ++lastKey,
        }))
        clashes.forget(written.ancestor ?? kept)
        if (written.ancestor !== null) clashes.meet(kept)
        takenUpFrom.value = at
      })
    },
  }
}

export function copyPair(draft: Draft, key: number): void {
  draft.setPairs((now, fresh) => {
    const index = now.findIndex(each => each.key === key)
    const original = now[index]
    if (!original) return now
    const {id: _own, ...copy} = original.pair
    return now.toSpliced(index + 1, 0, fresh(copy))
  })
}

/** Changes one condition. Undo keeps later changes; in the same field they prevent it. */
export function changeInStep(
  draft: Draft,
  key: number,
  update: (now: AnyPair) => AnyPair,
  step: (putBack: () => UndoResult | undefined) => void,
): void {
  const getPair = () => draft.pairs.peek().find(each => each.key === key)?.pair
  const before = getPair()
  draft.setPair(key, update)
  const after = getPair()
  if (!before || !after || isJsonEqual(before, after)) return
  step(() => {
    const now = getPair()
    const reverted = now && merge(after, now, before)
    if (!reverted || reverted.clashes.length > 0) return 'nothing'
    draft.setPair(key, () => reverted.merged as AnyPair)
    return undefined
  })
}

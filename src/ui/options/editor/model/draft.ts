import {formatReason} from '../../../sentences/faults'
import {batch, computed, signal, type ReadonlySignal} from '@preact/signals'
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
import {getDraftFields, type AnyPair, type DraftFields, type DraftPair} from './draft-fields'
import type {DraftContent} from './draft-record'
import {getDraftFaults, isFieldProblem, getProblemPath} from './draft-faults'
import {removeEmptyFilters} from './filters'
import {createConflicts, merge, getOrigin} from './merge'

type Row = {readonly type: string; readonly header?: string; readonly param?: string; readonly value?: string}

const isEmpty = ({type, header, param, value = ''}: Row): boolean =>
  type !== 'Remove All' && (header ?? param ?? '').trim() === '' && value === ''

/** Removes empty rows at the end, which Enter adds. A single row stays, to show its fault. */
function withoutEmptyRows(pair: AnyPair): AnyPair {
  if (!('modifications' in pair)) return pair
  const rows = pair.modifications as readonly Row[]
  const lastFilledRow = rows.findLastIndex(row => !isEmpty(row))
  const filled = rows.slice(0, Math.max(lastFilledRow, 0) + 1)
  return filled.length === rows.length ? pair : {...pair, modifications: filled}
}

function withTrimmedNames(pair: PairOf<'Headers'>): PairOf<'Headers'> {
  if (pair.modifications.every(each => each.header === each.header.trim())) return pair
  return {...pair, modifications: pair.modifications.map(each => ({...each, header: each.header.trim()}))}
}

/** A local host or a port at the start, which a URL parser would read as a scheme. */
const hostWithoutScheme =
  /^(?:(?:[\w-]+\.)*localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|[\w.-]+(?=:\d))(?::\d+)?(?=[/?#$]|$)/i

function withScheme(pair: PairOf<'Redirect'>): PairOf<'Redirect'> {
  const destination = pair.destination.trim()
  return pair.destinationType === 'url' && hostWithoutScheme.test(destination)
    ? {...pair, destination: `http://${destination}`}
    : pair
}

export type Draft = ReturnType<typeof createDraft>

function createDraftState(loaded: Rule, isNewRule: boolean, isTeamRule: boolean) {
  let lastKey = 0
  const withKey = (pair: AnyPair, origin?: string, key = ++lastKey): DraftPair => ({key, pair, origin})
  const pairs: readonly DraftPair[] = loaded.pairs.map((pair, index) => withKey(pair, getOrigin(pair, index)))
  return {
    withKey,
    reserveKeys(keys: readonly number[]) {
      lastKey = Math.max(lastKey, ...keys)
    },
    isNew: signal(isNewRule),
    base: signal(loaded),
    isForTeam: signal(isTeamRule),
    fields: signal(getDraftFields(loaded)),
    pairs: signal(pairs),
    touched: signal<ReadonlySet<string>>(new Set()),
    isSaveTried: signal(false),
    isSaving: signal(false),
    serviceFaults: signal<readonly Fault[]>([]),
    problems: signal<readonly Problem[]>([]),
    loop: signal<Problem | null | undefined>(undefined),
    inactivePairs: signal<readonly number[]>([]),
    savedAt: signal<number | null>(null),
    restoredDraftTime: signal<number | null>(null),
    visibleFields: createFieldRegistry(),
  }
}

type DraftState = ReturnType<typeof createDraftState>

function toSavedPair(draft: AnyPair, ruleType: RuleType): AnyPair {
  const pair = withoutEmptyRows(removeEmptyFilters(removeHiddenValues(draft)))
  if (ruleType === 'Redirect') return withScheme(pair as PairOf<'Redirect'>)
  return ruleType === 'Headers' ? withTrimmedNames(pair as PairOf<'Headers'>) : pair
}

function deriveFromState({base, fields, pairs, isNew, isForTeam, problems, serviceFaults, ...state}: DraftState) {
  const {isSaveTried, touched} = state
  const rule = computed((): Rule => {
    const content = {
      ...base.value,
      ...fields.value,
      pairs: pairs.value.map(({pair}) => toSavedPair(pair, base.value.ruleType)),
    } as unknown as Rule
    return fields.value.name.trim() === '' ? {...content, name: suggestRuleName(content)} : content
  })
  // Computed once, because a generated name reads the body, which may have megabytes.
  const baseFields = computed(() => getDraftFields(base.value))
  const isDirty = computed(() => {
    const [before, now] = [baseFields.value, fields.value]
    const draftPairs = pairs.value.map(({pair}) => removeHiddenValues(pair))
    return (
      !isJsonEqual(before, isNew.value ? now : {...now, status: before.status}) ||
      (isNew.value && isForTeam.value) ||
      !isJsonEqual(base.value.pairs, draftPairs)
    )
  })
  const faults = computed(() => getDraftFaults(rule.value, problems.value, serviceFaults.value))
  const shownFaults = computed(() => {
    const shown = faults.value.filter(({path}) => isSaveTried.value || touched.value.has(path))
    return new Map(shown.map(({path, reason}) => [path, formatReason(reason)]))
  })
  const shownProblems = computed(() => {
    const isStored = (pair = -1) => !isNew.value && pairs.value[pair]?.origin !== undefined
    const shown = problems.value.filter(
      problem =>
        isFieldProblem(problem) &&
        (isSaveTried.value || isStored(problem.pair) || touched.value.has(getProblemPath(problem))) &&
        !faults.value.some(({path}) => path === getProblemPath(problem)),
    )
    return new Map(shown.map(problem => [getProblemPath(problem), describeProblem(problem)]))
  })
  return {rule, isDirty, faults, shownFaults, shownProblems}
}

type SubmittedDraft = {readonly fields: DraftFields; readonly pairs: readonly DraftPair[]}

/** The ways to replace the content of the form by another version of the rule. */
function createVersionActions(state: DraftState, isDirty: ReadonlySignal<boolean>) {
  const {base, fields, pairs, isNew, isForTeam, withKey} = state
  const conflicts = createConflicts(state)
  const reset = (ancestor: Rule) => {
    conflicts.forget(ancestor)
    state.touched.value = new Set()
    state.isSaveTried.value = false
    state.serviceFaults.value = []
    state.restoredDraftTime.value = null
  }
  function load(saved: Rule) {
    const now = pairs.peek()
    const keys = new Map(now.map(each => [each.origin, each.key]))
    const origins: ReadonlySet<string | undefined> = new Set(saved.pairs.map(getOrigin))
    /** A new condition keeps the key at its index, unless a saved condition has that key. */
    const getKeyAt = (index: number) => (origins.has(now[index]?.origin) ? undefined : now[index]?.key)
    batch(() => {
      if (isNew.peek()) isForTeam.value = false
      base.value = saved
      fields.value = getDraftFields(saved)
      pairs.value = saved.pairs.map((pair, index) => {
        const origin = getOrigin(pair, index)
        return withKey(pair, origin, keys.get(origin) ?? getKeyAt(index))
      })
      reset(saved)
    })
  }
  return {
    conflicts,
    load,
    mergeSaved(saved: Rule) {
      if (!isDirty.peek()) load(saved)
      else batch(() => conflicts.mergeSaved(saved))
    },
    /** Adopts the saved rule. Changes made during the request stay unsaved. */
    applySaved(saved: Rule, submitted: SubmittedDraft) {
      const indexes = new Map(submitted.pairs.map((each, index) => [each.key, index]))
      batch(() => {
        isNew.value = false
        base.value = saved
        const savedFields = getDraftFields(saved)
        const now = fields.peek()
        const takeSaved = <Name extends keyof DraftFields>(name: Name) =>
          now[name] === submitted.fields[name] ? savedFields[name] : now[name]
        fields.value = {
          name: takeSaved('name'),
          description: takeSaved('description'),
          groupId: takeSaved('groupId'),
          status: savedFields.status,
        }
        pairs.value = pairs.peek().map(each => {
          const index = indexes.get(each.key)
          const pair = index === undefined ? undefined : saved.pairs[index]
          if (index === undefined || !pair) return each
          const isUnchanged = submitted.pairs[index]?.pair === each.pair
          const withId = pair.id === undefined ? each.pair : {...each.pair, id: pair.id}
          const adopted = isUnchanged ? setAlternative(pair, getAlternative(each.pair)) : withId
          return withKey(adopted, getOrigin(pair, index), each.key)
        })
        reset(saved)
      })
    },
    getContent: (): DraftContent => ({
      ruleType: base.peek().ruleType,
      ancestor: isNew.peek() ? null : conflicts.ancestor(),
      fields: fields.peek(),
      team: isForTeam.peek(),
      pairs: pairs.peek().map(({pair, origin}) => ({pair, origin})),
    }),
    /** Restores a stored draft and merges the saved rule. `keys` preserve the cards on the page. */
    restore(content: DraftContent, time: number | null, keys: readonly number[] = []) {
      const saved = base.peek()
      state.reserveKeys(keys)
      batch(() => {
        reset(content.ancestor ?? saved)
        if (isNew.peek()) isForTeam.value = content.team ?? false
        fields.value = {...content.fields, status: isNew.peek() ? content.fields.status : saved.status}
        pairs.value = content.pairs.map(({pair, origin}, index) => withKey(pair, origin, keys[index]))
        if (content.ancestor !== null) conflicts.mergeSaved(saved)
        state.restoredDraftTime.value = time
      })
    },
  }
}

/** The state of one rule's form. `loaded` includes fields that no form shows. */
export function createDraft(loaded: Rule, isNewRule: boolean, isTeamRule = false) {
  const state = createDraftState(loaded, isNewRule, isTeamRule)
  const {withKey, reserveKeys: _reserveKeys, touched, ...signals} = state
  const {isNew, base, fields, pairs, isForTeam, serviceFaults} = signals
  const derived = deriveFromState(state)
  return {
    ...signals,
    ...derived,
    ...createVersionActions(state, derived.isDirty),
    ruleType: loaded.ruleType,
    isNew: isNew as ReadonlySignal<boolean>,
    base: base as ReadonlySignal<Rule>,
    fields: fields as ReadonlySignal<DraftFields>,
    pairs: pairs as ReadonlySignal<readonly DraftPair[]>,
    isForTeam: isForTeam as ReadonlySignal<boolean>,
    setForTeam(team: boolean) {
      isForTeam.value = team
    },
    payload: () => toPayload(derived.rule.peek()),
    getPairKeys: () => pairs.peek().map(({key}) => key),
    set(changes: Partial<DraftFields>) {
      batch(() => {
        fields.value = {...fields.value, ...changes}
        serviceFaults.value = []
      })
    },
    setPairs(change: (now: readonly DraftPair[], fresh: (pair: AnyPair) => DraftPair) => readonly DraftPair[]) {
      batch(() => {
        pairs.value = change(pairs.peek(), pair => withKey(pair))
        serviceFaults.value = []
      })
    },
    setPair(key: number, update: (now: AnyPair) => AnyPair) {
      this.setPairs(now => now.map(each => (each.key === key ? {...each, pair: update(each.pair)} : each)))
    },
    touch(path: string) {
      if (!touched.peek().has(path)) touched.value = new Set([...touched.peek(), path])
    },
  }
}

export function duplicatePair(draft: Draft, key: number): void {
  draft.setPairs((now, fresh) => {
    const index = now.findIndex(each => each.key === key)
    const original = now[index]
    if (!original) return now
    const {id: _id, ...copy} = original.pair
    return now.toSpliced(index + 1, 0, fresh(copy))
  })
}

/** Changes one condition. Undo preserves later changes and fails if they are in the same field. */
export function changePairWithUndo(
  draft: Draft,
  key: number,
  update: (now: AnyPair) => AnyPair,
  step: (undo: () => UndoResult | undefined) => void,
): void {
  const getPair = () => draft.pairs.peek().find(each => each.key === key)?.pair
  const before = getPair()
  draft.setPair(key, update)
  const after = getPair()
  if (!before || !after || isJsonEqual(before, after)) return
  step(() => {
    const now = getPair()
    const reverted = now && merge(after, now, before)
    if (!reverted || reverted.conflicts.length > 0) return 'nothing'
    draft.setPair(key, () => reverted.merged as AnyPair)
    return undefined
  })
}

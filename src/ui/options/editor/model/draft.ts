import {shownReason} from '../../../sentences/shown'
import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Fault} from '../../../../model/faults'
import type {Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {PairOf, RuleType} from '../../../../model/rules'
import {asideOf, withAside, withoutAside} from '../../../components/fields/put-aside'
import {createPlaces} from '../../../hooks/use-field'
import {payloadOf} from '../../../payload'
import {same} from '../../../same'
import {madeName} from '../../../sentences/made-name'
import {sayProblem} from '../../../sentences/problems'
import type {Left} from '../../../state/toasts'
import {getDraftFields, type DraftFields} from './draft-fields'
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

export type AnyPair = PairOf<RuleType>
/** `key` preserves the card and its focus during a move; `origin` names the saved condition. */
export type DraftPair = {readonly key: number; readonly pair: AnyPair; readonly origin?: string | undefined}
export type Draft = ReturnType<typeof createDraft>

/** The state of one rule's form. `loaded` includes fields that no form shows. */
export function createDraft(loaded: Rule, isNewRule: boolean, isTeamRule = false) {
  let lastKey = 0
  const withKey = (pair: AnyPair, origin?: string): DraftPair => ({key: ++lastKey, pair, origin})
  const toSavedPair = (draft: AnyPair): AnyPair => {
    const pair = withoutEmptyRows(removeEmptyFilters(withoutAside(draft)))
    return loaded.ruleType === 'Headers' ? withTrimmedNames(pair as PairOf<'Headers'>) : pair
  }
  const getKeyedPairs = (rule: Rule) => rule.pairs.map((pair, index) => withKey(pair, getOrigin(pair, index)))
  const isNew = signal(isNewRule)
  const base = signal(loaded)
  const isForTeam = signal(isTeamRule)
  const fields = signal(getDraftFields(loaded))
  const pairs: Signal<readonly DraftPair[]> = signal(getKeyedPairs(loaded))
  const touched = signal<ReadonlySet<string>>(new Set())
  const isSaveTried = signal(false)
  const isSaving = signal(false)
  const serviceFaults = signal<readonly Fault[]>([])
  const problems = signal<readonly Problem[]>([])
  const loop = signal<Problem | null | undefined>(undefined)
  const inactivePairs = signal<readonly number[]>([])
  const savedAt = signal<number | null>(null)
  const restoredDraftTime = signal<number | null>(null)
  const visibleFields = createPlaces()

  const rule = computed((): Rule => {
    const content = {
      ...base.value,
      ...fields.value,
      pairs: pairs.value.map(each => toSavedPair(each.pair)),
    } as unknown as Rule
    return fields.value.name.trim() === '' ? {...content, name: madeName(content)} : content
  })
  // Computed once, because a generated name reads the body, which may have megabytes.
  const baseFields = computed(() => getDraftFields(base.value))
  const isDirty = computed(() => {
    const [before, now] = [baseFields.value, fields.value]
    const isSame = same(before, isNew.value ? now : {...now, status: before.status})
    return (
      !isSame ||
      (isNew.value && isForTeam.value) ||
      !same(
        base.value.pairs,
        pairs.value.map(each => withoutAside(each.pair)),
      )
    )
  })
  const faults = computed(() => getDraftFaults(rule.value, problems.value, serviceFaults.value))
  const shownFaults = computed(() => {
    const shown = faults.value.filter(({path}) => isSaveTried.value || touched.value.has(path))
    return new Map(shown.map(({path, reason}) => [path, shownReason(reason)]))
  })
  const shownProblems = computed(() => {
    const isStored = (pair = -1) => !isNew.value && pairs.value[pair]?.origin !== undefined
    const shown = problems.value.filter(
      problem =>
        isFieldProblem(problem) &&
        (isSaveTried.value || isStored(problem.pair) || touched.value.has(getProblemPath(problem))) &&
        !faults.value.some(({path}) => path === getProblemPath(problem)),
    )
    return new Map(shown.map(problem => [getProblemPath(problem), sayProblem(problem)]))
  })
  const resetStatus = () => {
    touched.value = new Set()
    isSaveTried.value = false
    serviceFaults.value = []
    restoredDraftTime.value = null
  }
  const conflicts = createConflicts({base, fields, pairs, withKey})

  return {
    ruleType: loaded.ruleType,
    isNew: isNew as ReadonlySignal<boolean>,
    base: base as ReadonlySignal<Rule>,
    fields: fields as ReadonlySignal<DraftFields>,
    pairs: pairs as ReadonlySignal<readonly DraftPair[]>,
    isForTeam: isForTeam as ReadonlySignal<boolean>,
    setForTeam(team: boolean) {
      isForTeam.value = team
    },
    rule,
    isDirty,
    faults,
    shownFaults,
    shownProblems,
    problems,
    loop,
    inactivePairs,
    isSaveTried,
    isSaving,
    serviceFaults,
    savedAt,
    restoredDraftTime,
    visibleFields,
    conflicts,
    payload: () => payloadOf(rule.peek()),
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
    load(saved: Rule) {
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
          return {key: keys.get(origin) ?? getKeyAt(index) ?? ++lastKey, pair, origin}
        })
        conflicts.forget(saved)
        resetStatus()
      })
    },
    mergeSaved(saved: Rule) {
      if (!isDirty.peek()) this.load(saved)
      else batch(() => conflicts.mergeSaved(saved))
    },
    /** Adopts the saved rule. Changes made during the request stay unsaved. */
    applySaved(saved: Rule, submitted: {readonly fields: DraftFields; readonly pairs: readonly DraftPair[]}) {
      const indexOf = new Map(submitted.pairs.map((each, index) => [each.key, index]))
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
          const index = indexOf.get(each.key)
          const pair = index === undefined ? undefined : saved.pairs[index]
          if (index === undefined || !pair) return each
          const isAsSent = submitted.pairs[index]?.pair === each.pair
          const withId = pair.id === undefined ? each.pair : {...each.pair, id: pair.id}
          const adopted = isAsSent ? withAside(pair, asideOf(each.pair)) : withId
          return {key: each.key, pair: adopted, origin: getOrigin(pair, index)}
        })
        conflicts.forget(saved)
        resetStatus()
      })
    },
    getContent: (): DraftContent => ({
      ruleType: loaded.ruleType,
      ancestor: isNew.peek() ? null : conflicts.ancestor(),
      fields: fields.peek(),
      team: isForTeam.peek(),
      pairs: pairs.peek().map(({pair, origin}) => ({pair, origin})),
    }),
    getPairKeys: () => pairs.peek().map(({key}) => key),
    /** Restores a stored draft and merges the saved rule. `keys` preserve the cards on the page. */
    restore(content: DraftContent, at: number | null, keys: readonly number[] = []) {
      const saved = base.peek()
      lastKey = Math.max(lastKey, ...keys)
      batch(() => {
        resetStatus()
        if (isNew.peek()) isForTeam.value = content.team ?? false
        fields.value = {...content.fields, status: isNew.peek() ? content.fields.status : saved.status}
        pairs.value = content.pairs.map(({pair, origin}, index) => ({
          pair,
          origin,
          key: keys[index] ?? ++lastKey,
        }))
        conflicts.forget(content.ancestor ?? saved)
        if (content.ancestor !== null) conflicts.mergeSaved(saved)
        restoredDraftTime.value = at
      })
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
  step: (undo: () => Left | undefined) => void,
): void {
  const getPair = () => draft.pairs.peek().find(each => each.key === key)?.pair
  const before = getPair()
  draft.setPair(key, update)
  const after = getPair()
  if (!before || !after || same(before, after)) return
  step(() => {
    const now = getPair()
    const reverted = now && merge(after, now, before)
    if (!reverted || reverted.conflicts.length > 0) return 'nothing'
    draft.setPair(key, () => reverted.merged as AnyPair)
    return undefined
  })
}

import {signal, effect, type ReadonlySignal} from '@preact/signals'
import type {Rule} from '../../../../model/rule'
import type {RuleType} from '../../../../model/rules'
import {isJsonEqual} from '../../../json-equality'
import {getSecondTabKey, getDraftRuleId} from '../../../state/draft-marks'
import type {LibraryState} from '../../../state/library'
import {createDraft, type Draft} from '../model/draft'
import {deserializeDraft, serializeDraft, type DraftContent} from '../model/draft-record'
import type {ExternalChange, DraftStore} from './draft-store'
import {
  createCreationId,
  createNewDraftKey,
  getCreationId,
  getNewDraftType,
  isNewDraftKey,
  type TabDrafts,
} from './draft-keys'

/** Milliseconds after the last change. */
const pause = 300

/** Stores a draft while it differs from the saved rule. A new rule gets another key when saved. */
function autosaveDraft(draft: Draft, key: () => string, store: DraftStore, hasStoredDraft: boolean) {
  let isOwnRecord = hasStoredDraft
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirstRun = true
  /** Whether this page stored the draft. */
  let hasWritten = false
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (draft.isDirty.peek()) {
      isOwnRecord = true
      hasWritten = true
      store.put(key(), serializeDraft(draft.getContent(), Date.now()))
    } else if (isOwnRecord) {
      isOwnRecord = false
      hasWritten = false
      store.remove(key())
    }
  }
  const storeNow = () => {
    isOwnRecord = true
    write()
  }
  const flush = () => {
    if (timer !== undefined) write()
  }
  const stopWatching = effect(() => {
    void [draft.fields.value, draft.pairs.value, draft.base.value, draft.isForTeam.value, draft.conflicts.count.value]
    const isDirty = draft.isDirty.value
    // A restored draft is stored already, unless it has no changes left.
    if (isFirstRun && isDirty === isOwnRecord) {
      isFirstRun = false
      return
    }
    isFirstRun = false
    clearTimeout(timer)
    timer = setTimeout(write, pause)
  })
  const onHide = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', onHide)
  return {
    flush,
    /** Stores the draft, or removes it if it has no changes. Works even after `stop`. */
    storeNow,
    /** The draft has a new key. Returns whether this page stored it under the old one. */
    handleNewKey() {
      const wasStored = hasWritten || timer !== undefined
      if (wasStored) storeNow()
      else isOwnRecord = false
      return wasStored
    },
    stop() {
      flush()
      stopWatching()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
    },
  }
}

type DraftSearch = ReturnType<typeof createDraftSearch>

export function createDraftSearch(store: DraftStore) {
  function readContent(key: string): {readonly content: DraftContent; readonly at: number} | undefined {
    const record = store.get(key)
    const content = record && deserializeDraft(record)
    return record && content ? {content, at: record.at} : undefined
  }
  function findDrafts(isIncluded: (key: string) => boolean): readonly OtherDraft[] {
    const drafts = store.all().flatMap(([key, {at}]) => (isIncluded(key) && readContent(key) ? [{key, at}] : []))
    return drafts.toSorted((a, b) => b.at - a.at)
  }
  const findDraftsOfRule = (id: string) => findDrafts(key => !isNewDraftKey(key) && getDraftRuleId(key) === id)
  const findOtherDrafts = (ownKey: string, type: RuleType): readonly OtherDraft[] =>
    (isNewDraftKey(ownKey)
      ? findDrafts(key => getNewDraftType(key) === type)
      : findDraftsOfRule(getDraftRuleId(ownKey))
    ).filter(({key}) => key !== ownKey)
  return {readContent, findDraftsOfRule, findOtherDrafts}
}

/** One open form. It stays open when a new rule is saved and gets its id. */
export type Session = {
  readonly draft: Draft
  readonly key: () => string
  readonly id: () => string | undefined
  /** Whether it is a team rule. Without an account it becomes a rule of this device. */
  readonly isForTeam: () => boolean
  readonly creationId: () => string
  /** The latest other draft of the rule, or of another new rule of the type. */
  readonly otherDraft: ReadonlySignal<OtherDraft | undefined>
  readonly continueOther: () => void
  /** Whether the browser has no room for the draft. Reads a signal. */
  readonly isStorageFull: () => boolean
  readonly isOpen: () => boolean
  assignId(id: string): void
  storeNow(): void
  flush(): void
  close(): void
}
export type OtherDraft = {readonly key: string; readonly at: number}
export type OpenSession = Session & {
  readonly handleExternalChange: (change: ExternalChange) => boolean
  readonly updateOther: () => void
}

type SessionDependencies = {
  readonly store: DraftStore
  readonly search: DraftSearch
  readonly tab: TabDrafts
  readonly library: LibraryState
  readonly getCurrent: () => OpenSession | undefined
  readonly forget: (session: OpenSession) => void
}

/** `startKey` is the key under which the tab stores its draft. */
export function createSession(
  key: string,
  rule: Rule,
  startKey: string,
  {store, search, tab, library, getCurrent, forget}: SessionDependencies,
): OpenSession {
  const {readContent, findOtherDrafts} = search
  const isTeamRule = library.getRow(getDraftRuleId(key))?.peek().isTeam === true
  const draft = createDraft(rule, isNewDraftKey(key), isTeamRule)
  const restored = readContent(key)
  const isRestored = restored !== undefined && restored.content.ruleType === rule.ruleType
  if (isRestored) draft.restore(restored.content, restored.at)
  let ownKey = key
  let creationId = getCreationId(key) ?? createCreationId()
  const hasSameContent = (other: string) => {
    const otherContent = readContent(other)?.content
    if (otherContent === undefined || !isJsonEqual(otherContent.fields, draft.fields.peek())) return false
    const [otherPairs, pairs] = [otherContent.pairs, draft.pairs.peek()].map(all => all.map(({pair}) => pair))
    return isJsonEqual(otherPairs, pairs)
  }
  const findLatestOther = () => findOtherDrafts(ownKey, rule.ruleType).find(other => !hasSameContent(other.key))
  const otherDraft = signal(isNewDraftKey(key) && isRestored ? undefined : findLatestOther())
  const createSiblingKey = () =>
    isNewDraftKey(ownKey)
      ? createNewDraftKey(rule.ruleType)
      : getSecondTabKey(getDraftRuleId(ownKey), createCreationId())
  const autosave = autosaveDraft(draft, () => ownKey, store, isRestored)
  const isReplaced = () => {
    const current = getCurrent()
    return current !== undefined && current !== session && current.key() === ownKey
  }
  const session: OpenSession = {
    draft,
    key: () => ownKey,
    id: () => (isNewDraftKey(ownKey) ? undefined : getDraftRuleId(ownKey)),
    isForTeam: () =>
      (isNewDraftKey(ownKey) ? undefined : library.getRow(getDraftRuleId(ownKey))?.value.isTeam) ??
      draft.isForTeam.value,
    creationId: () => creationId,
    otherDraft,
    continueOther() {
      const other = otherDraft.peek()
      const otherContent = other && readContent(other.key)
      if (other && otherContent) {
        if (draft.isDirty.peek()) store.put(createSiblingKey(), serializeDraft(draft.getContent(), Date.now()))
        draft.restore(otherContent.content, otherContent.at)
        store.remove(other.key)
        autosave.storeNow()
      }
      otherDraft.value = findLatestOther()
    },
    isStorageFull: () => store.unstoredKeys.value.has(ownKey),
    isOpen: () => getCurrent() === session,
    assignId(id) {
      if (!isReplaced()) store.remove(ownKey)
      ownKey = id
      creationId = createCreationId()
      otherDraft.value = undefined
    },
    storeNow() {
      if (!isReplaced()) autosave.storeNow()
    },
    handleExternalChange(change) {
      ownKey = createSiblingKey()
      creationId = getCreationId(ownKey) ?? creationId
      tab.set(startKey, ownKey)
      if (change === 'written') return autosave.handleNewKey()
      autosave.storeNow()
      return false
    },
    updateOther() {
      const other = otherDraft.peek()
      // A new rule of another tab is not a version of this one.
      if (!isNewDraftKey(ownKey)) otherDraft.value = findLatestOther()
      else if (other && !store.get(other.key)) otherDraft.value = undefined
    },
    flush: autosave.flush,
    close() {
      // One last attempt. If it fails, a toast reports it, because the form is gone.
      if (store.unstoredKeys.peek().has(ownKey)) session.storeNow()
      autosave.stop()
      forget(session)
    },
  }
  return session
}

import {signal, effect, type ReadonlySignal} from '@preact/signals'
import type {Rule} from '../../../../model/rule'
import type {LibraryState} from '../../../state/library'
import {createDraft, type Draft} from '../model/draft'
import type {DraftStore} from './draft-store'
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
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (draft.isDirty.peek()) {
      isOwnRecord = true
      store.put(key(), draft.getContent())
    } else if (isOwnRecord) {
      isOwnRecord = false
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
    stop() {
      flush()
      stopWatching()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
    },
  }
}

/** One open form. It stays open when a new rule is saved and gets its id. */
export type Session = ReturnType<typeof createSession>
type OtherDraft = {readonly key: string; readonly at: number}

type SessionDependencies = {
  readonly store: DraftStore
  readonly tab: TabDrafts
  readonly library: LibraryState
  readonly getCurrent: () => Session | undefined
  readonly forget: (session: Session) => void
}

/** `startKey` is the key under which the tab stores the draft of a new rule. */
export function createSession(
  key: string,
  rule: Rule,
  startKey: string,
  {store, tab, library, getCurrent, forget}: SessionDependencies,
) {
  const draft = createDraft(rule, isNewDraftKey(key), library.getRow(key)?.peek().isTeam === true)
  const restored = store.read(key)
  const isRestored = restored !== undefined && restored.content.ruleType === rule.ruleType
  if (isRestored) draft.restore(restored.content, restored.at)
  let ownKey = key
  let creationId = getCreationId(key) ?? createCreationId()
  const isNew = () => isNewDraftKey(ownKey)
  const findOther = () =>
    store
      .list()
      .find(other => other.key !== ownKey && getNewDraftType(other.key) === rule.ruleType && store.read(other.key))
  const otherDraft = signal<OtherDraft | undefined>(isNew() && !isRestored ? findOther() : undefined)
  const autosave = autosaveDraft(draft, () => ownKey, store, isRestored)
  const isReplaced = () => {
    const current = getCurrent()
    return current !== undefined && current !== session && current.key() === ownKey
  }
  const session = {
    draft,
    key: () => ownKey,
    id: () => (isNew() ? undefined : ownKey),
    /** Whether it is a team rule. Without an account it becomes a rule of this device. */
    isForTeam: (): boolean => (isNew() ? undefined : library.getRow(ownKey)?.value.isTeam) ?? draft.isForTeam.value,
    creationId: () => creationId,
    /** The latest draft of another new rule of the type. */
    otherDraft: otherDraft as ReadonlySignal<OtherDraft | undefined>,
    continueOther() {
      const other = otherDraft.peek()
      const otherDraftNow = other && store.read(other.key)
      if (other && otherDraftNow) {
        autosave.flush()
        ownKey = other.key
        creationId = getCreationId(ownKey) ?? creationId
        tab.set(startKey, ownKey)
        draft.restore(otherDraftNow.content, otherDraftNow.at)
      }
      otherDraft.value = findOther()
    },
    isOpen: (): boolean => getCurrent() === session,
    assignId(id: string) {
      if (!isReplaced()) store.remove(ownKey)
      ownKey = id
      creationId = createCreationId()
      otherDraft.value = undefined
    },
    storeNow() {
      if (!isReplaced()) autosave.storeNow()
    },
    /** Another page saved or discarded the draft. Unsaved changes of this form are stored again. */
    handleRemoved() {
      if (isNew()) {
        ownKey = createNewDraftKey(rule.ruleType)
        creationId = getCreationId(ownKey) ?? creationId
        tab.set(startKey, ownKey)
      }
      autosave.storeNow()
    },
    flush: autosave.flush,
    close() {
      autosave.stop()
      forget(session)
    },
  }
  return session
}

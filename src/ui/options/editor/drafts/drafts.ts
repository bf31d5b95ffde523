import {signal, effect, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import type {RuleType, PairOf} from '../../../../model/rules'
import {requestMethods, type Source} from '../../../../model/source'
import {takePrepared, type Prepared} from '../../../request-log/prepared'
import {newPairs} from '../../../data/new-pairs'
import {same} from '../../../same'
import {otherKeyOf, ruleIdOf} from '../../../state/draft-marks'
import type {LibraryState} from '../../../state/library'
import type {KeptValues} from '../../../surface'
import {getTestedRuleId} from '../../../tester/storage-keys'
import {editorTexts} from '../../../../locales/editor'
import type {NewStart} from '../../route'
import {createDraft, type Draft} from '../model/draft'
import {createNewRule} from '../model/draft-fields'
import {deserializeDraft, serializeDraft, type DraftContent} from '../model/draft-record'
import {createDraftStore, type ExternalChange, type DraftStore} from './draft-store'
import {
  createTabDrafts,
  createNewDraftKey,
  createCreationId,
  isNewDraftKey,
  toStartKey,
  getCreationId,
  toNewDraftKey,
  formatStart,
  getNewDraftType,
} from './draft-keys'

function toSource({url, method, type}: Prepared): Source {
  // A Method filter never matches a WebSocket (tester-reasons.test.ts).
  const knownMethod = type === 'websocket' ? undefined : requestMethods.find(each => each === method)
  return {
    key: 'url',
    operator: 'Equals',
    value: url.replace(/#.*/, ''),
    filters: [...(knownMethod ? [{requestMethod: [knownMethod]}] : []), {resourceType: [type]}],
  }
}

export function createPrefilledDraft(ruleType: RuleType, request: Prepared): DraftContent {
  const pair = newPairs[ruleType](toSource(request))
  const {answer} = request
  const responsePair = {
    ...(pair as PairOf<'Response'>),
    type: 'static',
    value: answer?.text,
    statusCode: answer?.status,
  }
  const fields = {name: '', description: '', groupId: '', status: 'Active'} as const
  const prefilledPair = ruleType === 'Response' && answer ? responsePair : pair
  return {ruleType, ancestor: null, fields, pairs: [{pair: prefilledPair as DraftContent['pairs'][number]['pair']}]}
}

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

/** 30 days in milliseconds. Older drafts are removed. */
const maxDraftAge = 30 * 86_400_000

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
export type Drafts = ReturnType<typeof createDrafts>

type DraftDependencies = {readonly kept: KeptValues; readonly library: LibraryState; readonly client: WorkerClient}
type OpenSession = Session & {
  readonly handleExternalChange: (change: ExternalChange) => boolean
  readonly updateOther: () => void
}

/** The drafts of all forms. They are stored while they change and restored later. */
export function createDrafts({kept: storage, library, client}: DraftDependencies) {
  let current: OpenSession | undefined
  const store = createDraftStore(storage, {
    onExternalChange(key, change) {
      const hasNewKey = current?.key() === key ? current.handleExternalChange(change) : false
      current?.updateOther()
      return hasNewKey
    },
    onStorageFull(key) {
      if (current?.key() !== key) library.toasts.refuse(new Error(editorTexts('draft.notKeptAnywhere')))
    },
  })
  const tab = createTabDrafts(sessionStorage)

  function readContent(key: string): {readonly content: DraftContent; readonly at: number} | undefined {
    const record = store.get(key)
    const content = record && deserializeDraft(record)
    return record && content ? {content, at: record.at} : undefined
  }
  function findDrafts(isIncluded: (key: string) => boolean): readonly OtherDraft[] {
    const drafts = store.all().flatMap(([key, {at}]) => (isIncluded(key) && readContent(key) ? [{key, at}] : []))
    return drafts.toSorted((a, b) => b.at - a.at)
  }
  const findDraftsOfRule = (id: string) => findDrafts(key => !isNewDraftKey(key) && ruleIdOf(key) === id)
  const findOtherDrafts = (ownKey: string, type: RuleType): readonly OtherDraft[] =>
    (isNewDraftKey(ownKey)
      ? findDrafts(key => getNewDraftType(key) === type)
      : findDraftsOfRule(ruleIdOf(ownKey))
    ).filter(({key}) => key !== ownKey)

  function start(key: string, rule: Rule, startKey: string): Session {
    current?.flush()
    const isTeamRule = library.rowOf(ruleIdOf(key))?.peek().isTeam === true
    const draft = createDraft(rule, isNewDraftKey(key), isTeamRule)
    const restored = readContent(key)
    const isRestored = restored !== undefined && restored.content.ruleType === rule.ruleType
    if (isRestored) draft.restore(restored.content, restored.at)
    let ownKey = key
    let creationId = getCreationId(key) ?? createCreationId()
    const hasSameContent = (other: string) => {
      const otherContent = readContent(other)?.content
      const pairs = draft.pairs.peek().map(({pair}) => pair)
      return (
        otherContent !== undefined &&
        same(otherContent.fields, draft.fields.peek()) &&
        same(
          otherContent.pairs.map(({pair}) => pair),
          pairs,
        )
      )
    }
    const findLatestOther = () => findOtherDrafts(ownKey, rule.ruleType).find(other => !hasSameContent(other.key))
    const otherDraft = signal(isNewDraftKey(key) && isRestored ? undefined : findLatestOther())
    const createSiblingKey = () =>
      isNewDraftKey(ownKey) ? createNewDraftKey(rule.ruleType) : otherKeyOf(ruleIdOf(ownKey), createCreationId())
    const autosave = autosaveDraft(draft, () => ownKey, store, isRestored)
    const isReplaced = () => current !== undefined && current !== session && current.key() === ownKey
    const session: OpenSession = {
      draft,
      key: () => ownKey,
      id: () => (isNewDraftKey(ownKey) ? undefined : ruleIdOf(ownKey)),
      isForTeam: () =>
        (isNewDraftKey(ownKey) ? undefined : library.rowOf(ruleIdOf(ownKey))?.value.isTeam) ?? draft.isForTeam.value,
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
      isOpen: () => current === session,
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
        if (current === session) current = undefined
      },
    }
    current = session
    return session
  }

  return {
    whenReady: store.whenReady,
    /** For a deleted rule: the version on which its draft is based. */
    getAncestor(id: string): Rule | undefined {
      const [last] = findDraftsOfRule(id)
      return (last && readContent(last.key)?.content.ancestor) ?? undefined
    },
    open(id: string, rule: Rule): Session {
      current?.flush()
      const last = tab.get(id)
      const key = last !== undefined && store.get(last) ? last : (findDraftsOfRule(id)[0]?.key ?? id)
      tab.set(id, key)
      return start(key, rule, id)
    },
    async prepare(type: RuleType, name: string): Promise<void> {
      const request = name === '' ? null : await takePrepared(storage, name)
      if (request) store.put(toNewDraftKey(type, name), serializeDraft(createPrefilledDraft(type, request), Date.now()))
    },
    openNew(type: RuleType, from: NewStart): Session {
      current?.flush()
      const startKey = toStartKey(type, formatStart(from))
      const last = tab.get(startKey) ?? (from.draft === '' ? undefined : toNewDraftKey(type, from.draft))
      const key = last !== undefined && store.get(last) ? last : createNewDraftKey(type)
      tab.set(startKey, key)
      return start(key, createNewRule(type, from), startKey)
    },
    restoreDiscarded(key: string, content: DraftContent, keys: readonly number[]) {
      current?.flush()
      const newer = store.get(key)
      if (newer)
        store.put(
          isNewDraftKey(key) ? createNewDraftKey(content.ruleType) : otherKeyOf(ruleIdOf(key), createCreationId()),
          newer,
        )
      if (isNewDraftKey(key)) tab.set(toStartKey(content.ruleType, ''), key)
      if (current?.key() !== key) return store.put(key, serializeDraft(content, Date.now()))
      current.draft.restore(content, null, keys)
      current.updateOther()
    },
    /** Removes old drafts, and drafts and test requests of rules that are not even in the trash. */
    async removeStale(): Promise<void> {
      const old = store.all().filter(([, {at}]) => Date.now() - at > maxDraftAge)
      for (const [key] of old) store.remove(key)
      const drafts = store.all().flatMap(([key]) => (isNewDraftKey(key) ? [] : [key]))
      const testRequests = (await storage.keys()).flatMap(key => {
        const id = getTestedRuleId(key)
        const isNewDraft = id !== undefined && isNewDraftKey(id) && store.get(id) !== undefined
        return id === undefined || isNewDraft ? [] : [{id, key}]
      })
      const isUnknown = (id: string) => library.rowOf(id) === undefined
      if (![...drafts.map(ruleIdOf), ...testRequests.map(({id}) => id)].some(isUnknown) || !library.isWhole.peek())
        return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      const isPurged = (id: string) => isUnknown(id) && !trashed.has(id) && current?.id() !== id
      for (const key of drafts.filter(each => isPurged(ruleIdOf(each)))) store.remove(key)
      for (const {key} of testRequests.filter(({id}) => isPurged(id))) storage.remove(key).catch(() => undefined)
    },
    stop: store.stop,
  }
}

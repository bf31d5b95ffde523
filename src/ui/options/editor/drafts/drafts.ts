import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import type {RuleType, PairOf} from '../../../../model/rules'
import {requestMethods, type Source} from '../../../../model/source'
import {takePrefilledRequest, type PrefilledRequest} from '../../../request-log/prefilled-request'
import {newPairs} from '../../../data/new-pairs'
import {getSecondTabKey, getDraftRuleId} from '../../../state/draft-marks'
import type {LibraryState} from '../../../state/library'
import type {StoredValues} from '../../../browser-adapter'
import {getTestedRuleId} from '../../../tester/storage-keys'
import {editorTexts} from '../../../../locales/editor'
import type {NewRuleQuery} from '../../route'
import {createNewRule} from '../model/draft-fields'
import {serializeDraft, type DraftContent} from '../model/draft-record'
import {createDraftStore} from './draft-store'
import {
  createTabDrafts,
  createNewDraftKey,
  createCreationId,
  isNewDraftKey,
  toStartKey,
  toNewDraftKey,
  formatStart,
} from './draft-keys'
import {createDraftSearch, createSession, type OpenSession, type Session} from './session'

function toSource({url, method, type}: PrefilledRequest): Source {
  // A Method filter never matches a WebSocket (tester-reasons.test.ts).
  const knownMethod = type === 'websocket' ? undefined : requestMethods.find(each => each === method)
  return {
    key: 'url',
    operator: 'Equals',
    value: url.replace(/#.*/, ''),
    filters: [...(knownMethod ? [{requestMethod: [knownMethod]}] : []), {resourceType: [type]}],
  }
}

export function createPrefilledDraft(ruleType: RuleType, request: PrefilledRequest): DraftContent {
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

/** 30 days in milliseconds. Older drafts are removed. */
const maxDraftAge = 30 * 86_400_000

export type Drafts = ReturnType<typeof createDrafts>

type DraftDependencies = {
  readonly storedValues: StoredValues
  readonly library: LibraryState
  readonly client: WorkerClient
}
/** The drafts of all forms. They are stored while they change and restored later. */
export function createDrafts({storedValues, library, client}: DraftDependencies) {
  let current: OpenSession | undefined
  const store = createDraftStore(storedValues, {
    onExternalChange(key, change) {
      const hasNewKey = current?.key() === key ? current.handleExternalChange(change) : false
      current?.updateOther()
      return hasNewKey
    },
    onStorageFull(key) {
      if (current?.key() !== key) library.toasts.reportError(new Error(editorTexts('draft.notKeptAnywhere')))
    },
  })
  const tab = createTabDrafts(sessionStorage)

  const search = createDraftSearch(store)
  const {readContent, findDraftsOfRule} = search

  function start(key: string, rule: Rule, startKey: string): Session {
    current?.flush()
    current = createSession(key, rule, startKey, {
      store,
      search,
      tab,
      library,
      getCurrent: () => current,
      forget(session) {
        if (current === session) current = undefined
      },
    })
    return current
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
      const request = name === '' ? null : await takePrefilledRequest(storedValues, name)
      if (request) store.put(toNewDraftKey(type, name), serializeDraft(createPrefilledDraft(type, request), Date.now()))
    },
    openNew(type: RuleType, from: NewRuleQuery): Session {
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
          isNewDraftKey(key)
            ? createNewDraftKey(content.ruleType)
            : getSecondTabKey(getDraftRuleId(key), createCreationId()),
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
      const testRequests = (await storedValues.keys()).flatMap(key => {
        const id = getTestedRuleId(key)
        const isNewDraft = id !== undefined && isNewDraftKey(id) && store.get(id) !== undefined
        return id === undefined || isNewDraft ? [] : [{id, key}]
      })
      const isUnknown = (id: string) => library.getRow(id) === undefined
      if (
        ![...drafts.map(getDraftRuleId), ...testRequests.map(({id}) => id)].some(isUnknown) ||
        !library.isComplete.peek()
      )
        return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      const isPurged = (id: string) => isUnknown(id) && !trashed.has(id) && current?.id() !== id
      for (const key of drafts.filter(each => isPurged(getDraftRuleId(each)))) store.remove(key)
      for (const {key} of testRequests.filter(({id}) => isPurged(id))) storedValues.remove(key).catch(() => undefined)
    },
    stop: store.stop,
  }
}

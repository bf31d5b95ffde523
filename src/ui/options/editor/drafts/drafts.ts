import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import type {RuleType, PairOf} from '../../../../model/rules'
import {requestMethods, type Source} from '../../../../model/source'
import {takePrefilledRequest, type PrefilledRequest} from '../../../request-log/prefilled-request'
import {newPairs} from '../../../data/new-pairs'
import type {LibraryState} from '../../../state/library'
import type {UndoResult} from '../../../state/toasts'
import type {StoredValues} from '../../../browser-adapter'
import {getTestedRuleId} from '../../../tester/storage-keys'
import {editorTexts} from '../../../../locales/editor'
import type {NewRuleQuery} from '../../route'
import {createNewRule} from '../model/draft-fields'
import type {DraftContent} from '../model/draft-record'
import {createDraftStore} from './draft-store'
import {createTabDrafts, createNewDraftKey, isNewDraftKey, toStartKey, toNewDraftKey, formatStart} from './draft-keys'
import {createSession, type Session} from './session'

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
  let current: Session | undefined
  const store = createDraftStore(storedValues, {
    onRemoved(key) {
      if (current?.key() === key) current.handleRemoved()
    },
    onFailed: () => library.toasts.reportError(new Error(editorTexts('draft.notKept'))),
  })
  const tab = createTabDrafts(sessionStorage)

  function start(key: string, rule: Rule, startKey: string): Session {
    current?.flush()
    current = createSession(key, rule, startKey, {
      store,
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
      return store.read(id)?.content.ancestor ?? undefined
    },
    open: (id: string, rule: Rule): Session => start(id, rule, id),
    async prepare(type: RuleType, name: string): Promise<void> {
      const request = name === '' ? null : await takePrefilledRequest(storedValues, name)
      if (request) store.put(toNewDraftKey(type, name), createPrefilledDraft(type, request))
    },
    openNew(type: RuleType, from: NewRuleQuery): Session {
      current?.flush()
      const startKey = toStartKey(type, formatStart(from))
      const last = tab.get(startKey) ?? (from.draft === '' ? undefined : toNewDraftKey(type, from.draft))
      const key = last !== undefined && store.has(last) ? last : createNewDraftKey(type)
      tab.set(startKey, key)
      return start(key, createNewRule(type, from), startKey)
    },
    /** Fails if there are newer changes. */
    restoreDiscarded(key: string, content: DraftContent, keys: readonly number[]): UndoResult | undefined {
      current?.flush()
      if (store.has(key)) return 'nothing'
      if (isNewDraftKey(key)) tab.set(toStartKey(content.ruleType, ''), key)
      if (current?.key() === key) current.draft.restore(content, null, keys)
      else store.put(key, content)
      return undefined
    },
    /** Removes old drafts, and drafts and test requests of rules that are not even in the trash. */
    async removeStale(): Promise<void> {
      const isOld = ({at}: {readonly at: number}) => Date.now() - at > maxDraftAge
      for (const {key} of store.list().filter(isOld)) store.remove(key)
      const drafts = store.list().flatMap(({key}) => (isNewDraftKey(key) ? [] : [key]))
      const testRequests = (await storedValues.keys()).flatMap(key => {
        const id = getTestedRuleId(key)
        const isNewDraft = id !== undefined && isNewDraftKey(id) && store.has(id)
        return id === undefined || isNewDraft ? [] : [{id, key}]
      })
      const isUnknown = (id: string) => library.getRow(id) === undefined
      if (![...drafts, ...testRequests.map(({id}) => id)].some(isUnknown) || !library.isComplete.peek()) return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      const isPurged = (id: string) => isUnknown(id) && !trashed.has(id) && current?.id() !== id
      for (const key of drafts.filter(isPurged)) store.remove(key)
      for (const {key} of testRequests.filter(({id}) => isPurged(id))) storedValues.remove(key).catch(() => undefined)
    },
    stop: store.stop,
  }
}

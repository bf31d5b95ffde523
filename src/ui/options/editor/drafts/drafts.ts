import {signal, effect, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import type {RuleType, PairOf} from '../../../../model/rules'
import {requestMethods, type Source} from '../../../../model/source'
import {takePrefilledRequest, type PrefilledRequest} from '../../../request-log/prefilled-request'
import {newPairs} from '../../../data/new-pairs'
import {isJsonEqual} from '../../../json-equality'
import {getSecondTabKey, getDraftRuleId} from '../../../state/draft-marks'
import type {LibraryState} from '../../../state/library'
import type {StoredValues} from '../../../browser-adapter'
import {testedIdOf} from '../../../tester/kept'
import {editorTexts} from '../../../../locales/editor'
import type {NewStart} from '../../route'
import {createDraft, type Draft} from '../model/draft'
import {newRule} from '../model/draft-fields'
import {fromRecord, toRecord, type Written} from '../model/draft-record'
import {createDraftStore, type Elsewhere, type DraftStore} from './draft-store'
import {
  createTabDrafts,
  freshKey,
  freshOnce,
  isNewKey,
  newOf,
  onceOf,
  preparedKey,
  startText,
  typeOf,
} from './new-drafts'

function sourceOf({url, method, type}: PrefilledRequest): Source {
  // A filter of methods lets no WebSocket pass.
  const known = type === 'websocket' ? undefined : requestMethods.find(each => each === method)
  return {
    key: 'url',
    operator: 'Equals',
    value: url.replace(/#.*/, ''),
    filters: [...(known ? [{requestMethod: [known]}] : []), {resourceType: [type]}],
  }
}

export function prefilled(ruleType: RuleType, request: PrefilledRequest): Written {
  const pair = newPairs[ruleType](sourceOf(request))
  const {answer} = request
  const answering = {...(pair as PairOf<'Response'>), type: 'static', value: answer?.text, statusCode: answer?.status}
  const fields = {name: '', description: '', groupId: '', status: 'Active'} as const
  const made = ruleType === 'Response' && answer ? answering : pair
  return {ruleType, ancestor: null, fields, pairs: [{pair: made as Written['pairs'][number]['pair']}]}
}

/** Milliseconds after the last change. */
const pause = 300

/** Stores a draft while it differs from the saved rule. `key` may change: a new rule gets an id. */
function keepDraft(draft: Draft, key: () => string, store: DraftStore, isOwn: boolean) {
  let isOurs = isOwn
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  /** A restored draft without changes stays where it was stored. */
  let hasWritten = false
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (draft.isDirty.peek()) {
      isOurs = true
      hasWritten = true
      store.put(key(), toRecord(draft.written(), Date.now()))
    } else if (isOurs) {
      isOurs = false
      hasWritten = false
      store.remove(key())
    }
  }
  const settle = () => {
    isOurs = true
    write()
  }
  const flush = () => {
    if (timer !== undefined) write()
  }
  const stopWatching = effect(() => {
    void [draft.fields.value, draft.pairs.value, draft.base.value, draft.isForTeam.value, draft.clashes.count.value]
    const isDirty = draft.isDirty.value
    // A restored draft is stored already, unless nothing of it is left.
    if (isFirst && isDirty === isOurs) {
      isFirst = false
      return
    }
    isFirst = false
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
    /** Stores the draft, or removes it where it has no changes. Also works after `stop`. */
    settle,
    /** The draft has a new key. Returns whether this page had written it. */
    moved() {
      const isWritten = hasWritten || timer !== undefined
      if (isWritten) settle()
      else isOurs = false
      return isWritten
    },
    stop() {
      flush()
      stopWatching()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
    },
  }
}

/** Drafts that were not changed for 30 days are removed; in milliseconds. */
const longest = 30 * 86_400_000

/** One open form. A new rule that is saved goes on in it under its id. */
export type Session = {
  readonly draft: Draft
  readonly key: () => string
  readonly id: () => string | undefined
  /** Whether the rule is the team's. Where the account ends, it becomes this device's. */
  readonly isForTeam: () => boolean
  readonly once: () => string
  /** The latest other draft of the rule, or of another new rule of the type. */
  readonly older: ReadonlySignal<OlderDraft | undefined>
  readonly takeOlder: () => void
  /** The browser has no room to store it. Reads a signal. */
  readonly isUnkept: () => boolean
  readonly isOpen: () => boolean
  rename(id: string): void
  settle(): void
  flush(): void
  leave(): void
}
export type OlderDraft = {readonly key: string; readonly at: number}
export type Drafts = ReturnType<typeof createDrafts>

type Needs = {readonly kept: StoredValues; readonly library: LibraryState; readonly client: WorkerClient}
type Open = Session & {
  readonly changedElsewhere: (how: Elsewhere) => boolean
  readonly seeOthers: () => void
}

/** The drafts of all forms, stored as they change and restored later. */
export function createDrafts({kept, library, client}: Needs) {
  let current: Open | undefined
  const store = createDraftStore(kept, {
    onElsewhere(key, what) {
      const isMoved = current?.key() === key ? current.changedElsewhere(what) : false
      current?.seeOthers()
      return isMoved
    },
    onUnkept(key) {
      if (current?.key() !== key) library.toasts.reportError(new Error(editorTexts('draft.notKeptAnywhere')))
    },
  })
  const tab = createTabDrafts(sessionStorage)

  function writtenAt(key: string): {readonly written: Written; readonly at: number} | undefined {
    const record = store.get(key)
    const written = record && fromRecord(record)
    return record && written ? {written, at: record.at} : undefined
  }
  function draftsOf(isMeant: (key: string) => boolean): readonly OlderDraft[] {
    const found = store.all().flatMap(([key, {at}]) => (isMeant(key) && writtenAt(key) ? [{key, at}] : []))
    return found.toSorted((a, b) => b.at - a.at)
  }
  const ofRule = (id: string) => draftsOf(key => !isNewKey(key) && getDraftRuleId(key) === id)
  const othersThan = (own: string, type: RuleType): readonly OlderDraft[] =>
    (isNewKey(own) ? draftsOf(key => typeOf(key) === type) : ofRule(getDraftRuleId(own))).filter(({key}) => key !== own)

  function start(key: string, rule: Rule, what: string): Session {
    current?.flush()
    const isTeamRule = library.getRow(getDraftRuleId(key))?.peek().isTeam === true
    const draft = createDraft(rule, isNewKey(key), isTeamRule)
    const before = writtenAt(key)
    const isOwn = before !== undefined && before.written.ruleType === rule.ruleType
    if (isOwn) draft.takeUp(before.written, before.at)
    let own = key
    let once = onceOf(key) ?? freshOnce()
    const isWrittenHere = (other: string) => {
      const there = writtenAt(other)?.written
      const pairs = draft.pairs.peek().map(({pair}) => pair)
      return (
        there !== undefined &&
        isJsonEqual(there.fields, draft.fields.peek()) &&
        isJsonEqual(
          there.pairs.map(({pair}) => pair),
          pairs,
        )
      )
    }
    const lastOther = () => othersThan(own, rule.ruleType).find(other => !isWrittenHere(other.key))
    const older = signal(isNewKey(key) && isOwn ? undefined : lastOther())
    const freshKeyHere = () =>
      isNewKey(own) ? freshKey(rule.ruleType) : getSecondTabKey(getDraftRuleId(own), freshOnce())
    const keeper = keepDraft(draft, () => own, store, isOwn)
    const isTakenOver = () => current !== undefined && current !== session && current.key() === own
    const session: Open = {
      draft,
      key: () => own,
      id: () => (isNewKey(own) ? undefined : getDraftRuleId(own)),
      isForTeam: () =>
        (isNewKey(own) ? undefined : library.getRow(getDraftRuleId(own))?.value.isTeam) ?? draft.isForTeam.value,
      once: () => once,
      older,
      takeOlder() {
        const taken = older.peek()
        const found = taken && writtenAt(taken.key)
        if (taken && found) {
          if (draft.isDirty.peek()) store.put(freshKeyHere(), toRecord(draft.written(), Date.now()))
          draft.takeUp(found.written, found.at)
          store.remove(taken.key)
          keeper.settle()
        }
        older.value = lastOther()
      },
      isUnkept: () => store.unkept.value.has(own),
      isOpen: () => current === session,
      rename(id) {
        if (!isTakenOver()) store.remove(own)
        own = id
        once = freshOnce()
        older.value = undefined
      },
      settle() {
        if (!isTakenOver()) keeper.settle()
      },
      changedElsewhere(how) {
        own = freshKeyHere()
        once = onceOf(own) ?? once
        tab.set(what, own)
        if (how === 'written') return keeper.moved()
        keeper.settle()
        return false
      },
      seeOthers() {
        const offered = older.peek()
        // A new rule of another tab is no version of this one.
        if (!isNewKey(own)) older.value = lastOther()
        else if (offered && !store.get(offered.key)) older.value = undefined
      },
      flush: keeper.flush,
      leave() {
        // One more try. A failure then shows a toast, since the form is gone.
        if (store.unkept.peek().has(own)) session.settle()
        keeper.stop()
        if (current === session) current = undefined
      },
    }
    current = session
    return session
  }

  return {
    whenReady: store.whenReady,
    /** For a rule that is gone: the version that its draft was written from. */
    ruleOf(id: string): Rule | undefined {
      const [last] = ofRule(id)
      return (last && writtenAt(last.key)?.written.ancestor) ?? undefined
    },
    open(id: string, rule: Rule): Session {
      current?.flush()
      const last = tab.get(id)
      const key = last !== undefined && store.get(last) ? last : (ofRule(id)[0]?.key ?? id)
      tab.set(id, key)
      return start(key, rule, id)
    },
    async prepare(type: RuleType, name: string): Promise<void> {
      const request = name === '' ? null : await takePrefilledRequest(kept, name)
      if (request) store.put(preparedKey(type, name), toRecord(prefilled(type, request), Date.now()))
    },
    openNew(type: RuleType, from: NewStart): Session {
      current?.flush()
      const what = newOf(type, startText(from))
      const last = tab.get(what) ?? (from.draft === '' ? undefined : preparedKey(type, from.draft))
      const key = last !== undefined && store.get(last) ? last : freshKey(type)
      tab.set(what, key)
      return start(key, newRule(type, from), what)
    },
    putBack(key: string, written: Written, keys: readonly number[]) {
      current?.flush()
      const since = store.get(key)
      if (since)
        store.put(isNewKey(key) ? freshKey(written.ruleType) : getSecondTabKey(getDraftRuleId(key), freshOnce()), since)
      if (isNewKey(key)) tab.set(newOf(written.ruleType, ''), key)
      if (current?.key() !== key) return store.put(key, toRecord(written, Date.now()))
      current.draft.takeUp(written, null, keys)
      current.seeOthers()
    },
    /** Removes old drafts, and the drafts and tested URLs of rules that are deleted for good. */
    async tidy(): Promise<void> {
      const old = store.all().filter(([, {at}]) => Date.now() - at > longest)
      for (const [key] of old) store.remove(key)
      const drafts = store.all().flatMap(([key]) => (isNewKey(key) ? [] : [key]))
      const tested = (await kept.keys()).flatMap(place => {
        const id = testedIdOf(place)
        const isOfNew = id !== undefined && isNewKey(id) && store.all().some(([key]) => key === id)
        return id === undefined || isOfNew ? [] : [{id, place}]
      })
      const isLost = (id: string) => library.getRow(id) === undefined
      if (![...drafts.map(getDraftRuleId), ...tested.map(({id}) => id)].some(isLost) || !library.isComplete.peek())
        return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      const isGone = (id: string) => isLost(id) && !trashed.has(id) && current?.id() !== id
      for (const key of drafts.filter(each => isGone(getDraftRuleId(each)))) store.remove(key)
      for (const {place} of tested.filter(({id}) => isGone(id))) kept.remove(place).catch(() => undefined)
    },
    stop: store.stop,
  }
}

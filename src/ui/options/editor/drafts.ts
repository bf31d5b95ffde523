import {signal, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../../contract/messages'
import type {Rule} from '../../../contract/rule'
import type {RuleType} from '../../../contract/rules'
import type {LibraryState} from '../../state/library'
import type {KeptValues} from '../../surface'
import {createDraft, type Draft} from './draft'
import {newRule} from './draft-fields'
import {keepDraft} from './draft-keeper'
import {fromRecord, toRecord, type Written} from './draft-record'
import {createDraftStore} from './draft-store'
import {createTabDrafts, freshKey, freshOnce, isNewKey, onceOf, typeOf} from './new-drafts'
import {tidyDrafts} from './tidy'

/** One form, from opening to leaving. A new rule that is saved goes on in it under its id. */
export type Session = {
  readonly draft: Draft
  readonly key: () => string
  /** The id of the rule, or undefined while it is new. */
  readonly id: () => string | undefined
  /** The key with which a rule is made here, whether it was asked for before or not. */
  readonly once: () => string
  /** Where it is new: the last other draft of the type, which nobody has gone on with. */
  readonly older: ReadonlySignal<OlderDraft | undefined>
  /** Goes on with the older draft in this form. What was written here before is the older one then. */
  readonly takeOlder: () => void
  /** Nobody has left it. */
  readonly isOpen: () => boolean
  rename(id: string): void
  /** It was saved, which may come to its end after the form was left. */
  settle(): void
  /** Keeps, or throws away, at once what would be in a moment. */
  flush(): void
  leave(): void
}
export type OlderDraft = {readonly key: string; readonly at: number}
export type Drafts = ReturnType<typeof createDrafts>

type Needs = {readonly kept: KeptValues; readonly library: LibraryState; readonly client: WorkerClient}
type Open = Session & {readonly goneElsewhere: () => void}

/** What is being written, kept by itself and taken up again. */
export function createDrafts({kept, library, client}: Needs) {
  let current: Open | undefined
  const store = createDraftStore(kept, library, key => {
    if (current?.key() === key) current.goneElsewhere()
  })
  const tab = createTabDrafts(sessionStorage)

  function writtenAt(key: string): {readonly written: Written; readonly at: number} | undefined {
    const record = store.get(key)
    const written = record && fromRecord(record)
    return record && written ? {written, at: record.at} : undefined
  }
  function olderThan(own: string, type: RuleType): OlderDraft | undefined {
    const others = store.all().filter(([key]) => key !== own && typeOf(key) === type)
    const newestFirst = others.toSorted(([, a], [, b]) => b.at - a.at)
    const [key, record] = newestFirst.find(([each]) => writtenAt(each)) ?? []
    return key !== undefined && record ? {key, at: record.at} : undefined
  }

  function start(key: string, rule: Rule, host: string): Session {
    current?.flush()
    const draft = createDraft(rule, isNewKey(key))
    const before = writtenAt(key)
    const isOwn = before !== undefined && before.written.ruleType === rule.ruleType
    if (isOwn) draft.takeUp(before.written, before.at)
    let own = key
    let once = onceOf(key) ?? freshOnce()
    const older = signal(isNewKey(key) && !isOwn ? olderThan(key, rule.ruleType) : undefined)
    const keeper = keepDraft(draft, () => own, store, isOwn)
    /** Whoever came back meanwhile to what is being saved writes there now. */
    const isTakenOver = () => current !== undefined && current !== session && current.key() === own
    const session: Open = {
      draft,
      key: () => own,
      id: () => (isNewKey(own) ? undefined : own),
      once: () => once,
      older,
      takeOlder() {
        const taken = older.peek()
        const found = taken && writtenAt(taken.key)
        if (draft.isDirty.peek()) store.put(freshKey(rule.ruleType), toRecord(draft.written(), Date.now()))
        if (taken) store.remove(taken.key)
        if (found) draft.takeUp(found.written, found.at)
        keeper.settle()
        older.value = olderThan(own, rule.ruleType)
      },
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
      goneElsewhere() {
        if (!isNewKey(own)) return
        // A tab that was duplicated has saved it as its own, or has gone on with it. This one is another rule from here on.
        own = freshKey(rule.ruleType)
        once = onceOf(own) ?? once
        tab.set(rule.ruleType, host, own)
        keeper.settle()
      },
      flush: keeper.flush,
      leave() {
        keeper.stop()
        if (current === session) current = undefined
      },
    }
    current = session
    return session
  }

  return {
    whenReady: store.whenReady,
    /** The rule that a draft was written from, where the rule itself is gone. */
    ruleOf: (id: string): Rule | undefined => writtenAt(id)?.written.ancestor ?? undefined,
    open: (id: string, rule: Rule): Session => start(id, rule, ''),
    /** The new rule that this tab writes, or another one. */
    openNew(type: RuleType, host: string): Session {
      current?.flush()
      const last = tab.get(type, host)
      // Without a record it was saved or discarded: a rule that has been made is not made again.
      const key = last !== undefined && store.get(last) ? last : freshKey(type)
      tab.set(type, host, key)
      return start(key, newRule(type, host), host)
    },
    /** Puts a draft that was discarded back, into its form where that is open. */
    putBack(key: string, written: Written) {
      if (isNewKey(key)) tab.set(written.ruleType, '', key)
      if (current?.key() === key) current.draft.takeUp(written, null)
      else store.put(key, toRecord(written, Date.now()))
    },
    tidy: () => tidyDrafts({kept, store, library, client, isOpen: key => current?.key() === key}),
    stop: store.stop,
  }
}

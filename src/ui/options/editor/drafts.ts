import {signal, effect, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../../contract/messages'
import type {Rule} from '../../../contract/rule'
import type {RuleType} from '../../../contract/rules'
import {takePrepared} from '../../activity/prepared'
import {same} from '../../same'
import {otherKeyOf, ruleIdOf} from '../../state/draft-marks'
import type {LibraryState} from '../../state/library'
import type {KeptValues} from '../../surface'
import {testedIdOf} from '../../tester/kept'
import {draftWords} from '../../words'
import type {NewStart} from '../route'
import {createDraft, type Draft} from './draft'
import {newRule} from './draft-fields'
import {fromRecord, toRecord, type Written} from './draft-record'
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
import {prefilled} from './prefilled'

/** After the last key. */
const pause = 300

export type DraftKeeper = {
  /** At once, what would be kept in a moment. */
  flush(): void
  /** Keeps what differs from what is saved, and where nothing does, what was kept goes. Also after `stop`. */
  settle(): void
  /** The draft has another key, since another page wrote at the one before; what this page wrote goes with it, if anything. */
  moved(): boolean
  stop(): void
}

/** Keeps a draft while it differs from what is saved. `key` may change: a new rule gets an id. */
export function keepDraft(draft: Draft, key: () => string, store: DraftStore, isOwn: boolean): DraftKeeper {
  // A draft of another page at the same rule is not ours to throw away.
  let isOurs = isOwn
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  /** What was only taken up here is kept where it was taken from. */
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
    // What was just taken up is kept already, unless nothing of it is left.
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
    settle,
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

/** One form, from opening to leaving. A new rule that is saved goes on in it under its id. */
export type Session = {
  readonly draft: Draft
  readonly key: () => string
  /** The id of the rule, or undefined while it is new. */
  readonly id: () => string | undefined
  /** Whether the rule is kept with the team, or will be: where its account ends while the form is open, it is this device's. */
  readonly isForTeam: () => boolean
  /** The key with which a rule is made here, whether it was asked for before or not. */
  readonly once: () => string
  /** The last other draft of the rule, or where it is new, of its type: another tab's, or one that nobody has gone on with. */
  readonly older: ReadonlySignal<OlderDraft | undefined>
  /** Goes on with the older draft in this form. What was written here before is the older one then. */
  readonly takeOlder: () => void
  /** The browser has no room for it: it is in this page only. Asked while something is drawn, it is drawn again when that changes. */
  readonly isUnkept: () => boolean
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
type Open = Session & {
  readonly changedElsewhere: (how: Elsewhere) => boolean
  /** Another page has written a draft, or has none any more. */
  readonly seeOthers: () => void
}

/** What is being written, kept by itself and taken up again. */
export function createDrafts({kept, library, client}: Needs) {
  let current: Open | undefined
  const store = createDraftStore(kept, {
    onElsewhere(key, what) {
      const isMoved = current?.key() === key ? current.changedElsewhere(what) : false
      current?.seeOthers()
      return isMoved
    },
    // Its form says so as long as it is open.
    onUnkept(key) {
      if (current?.key() !== key) library.toasts.refuse(new Error(draftWords.notKeptAnywhere))
    },
  })
  const tab = createTabDrafts(sessionStorage)

  function writtenAt(key: string): {readonly written: Written; readonly at: number} | undefined {
    const record = store.get(key)
    const written = record && fromRecord(record)
    return record && written ? {written, at: record.at} : undefined
  }
  /** All readable drafts of a rule, or of new rules of a type, the last written first. */
  function draftsOf(isMeant: (key: string) => boolean): readonly OlderDraft[] {
    const found = store.all().flatMap(([key, {at}]) => (isMeant(key) && writtenAt(key) ? [{key, at}] : []))
    return found.toSorted((a, b) => b.at - a.at)
  }
  const ofRule = (id: string) => draftsOf(key => !isNewKey(key) && ruleIdOf(key) === id)
  const othersThan = (own: string, type: RuleType): readonly OlderDraft[] =>
    (isNewKey(own) ? draftsOf(key => typeOf(key) === type) : ofRule(ruleIdOf(own))).filter(({key}) => key !== own)

  /** `what` this tab writes, as it finds it again. */
  function start(key: string, rule: Rule, what: string): Session {
    current?.flush()
    const isTeamRule = library.rowOf(ruleIdOf(key))?.peek().isTeam === true
    const draft = createDraft(rule, isNewKey(key), isTeamRule)
    const before = writtenAt(key)
    const isOwn = before !== undefined && before.written.ruleType === rule.ruleType
    if (isOwn) draft.takeUp(before.written, before.at)
    let own = key
    let once = onceOf(key) ?? freshOnce()
    /** A tab whose draft was taken over goes on with the same. */
    const isWrittenHere = (other: string) => {
      const there = writtenAt(other)?.written
      const pairs = draft.pairs.peek().map(({pair}) => pair)
      return (
        there !== undefined &&
        same(there.fields, draft.fields.peek()) &&
        same(
          there.pairs.map(({pair}) => pair),
          pairs,
        )
      )
    }
    const lastOther = () => othersThan(own, rule.ruleType).find(other => !isWrittenHere(other.key))
    const older = signal(isNewKey(key) && isOwn ? undefined : lastOther())
    /** A key that no other page has. */
    const freshKeyHere = () => (isNewKey(own) ? freshKey(rule.ruleType) : otherKeyOf(ruleIdOf(own), freshOnce()))
    const keeper = keepDraft(draft, () => own, store, isOwn)
    /** Whoever came back meanwhile to what is being saved writes there now. */
    const isTakenOver = () => current !== undefined && current !== session && current.key() === own
    const session: Open = {
      draft,
      key: () => own,
      id: () => (isNewKey(own) ? undefined : ruleIdOf(own)),
      isForTeam: () =>
        (isNewKey(own) ? undefined : library.rowOf(ruleIdOf(own))?.value.isTeam) ?? draft.isForTeam.value,
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
        // Another tab goes on with it, or has saved it as its own or thrown it away. What was written here is another draft from here on.
        own = freshKeyHere()
        once = onceOf(own) ?? once
        tab.set(what, own)
        if (how === 'written') return keeper.moved()
        keeper.settle()
        return false
      },
      seeOthers() {
        const offered = older.peek()
        // New rules are written side by side: what another tab begins is no other version of this one.
        if (!isNewKey(own)) older.value = lastOther()
        else if (offered && !store.get(offered.key)) older.value = undefined
      },
      flush: keeper.flush,
      leave() {
        // Its form has said so until now. Tried once more, what still has no room is said wherever its writer is by then.
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
    /** The rule that a draft was written from, where the rule itself is gone. */
    ruleOf(id: string): Rule | undefined {
      const [last] = ofRule(id)
      return (last && writtenAt(last.key)?.written.ancestor) ?? undefined
    },
    /** With what this tab wrote of it; else with what was written last, in whichever tab. */
    open(id: string, rule: Rule): Session {
      current?.flush()
      const last = tab.get(id)
      const key = last !== undefined && store.get(last) ? last : (ofRule(id)[0]?.key ?? id)
      tab.set(id, key)
      return start(key, rule, id)
    },
    /** The draft of a new rule for a request that is kept under this name. */
    async prepare(type: RuleType, name: string): Promise<void> {
      const request = name === '' ? null : await takePrepared(kept, name)
      if (request) store.put(preparedKey(type, name), toRecord(prefilled(type, request), Date.now()))
    },
    /** The new rule that this tab writes, or another one; also one whose draft was prepared. */
    openNew(type: RuleType, from: NewStart): Session {
      current?.flush()
      const what = newOf(type, startText(from))
      const last = tab.get(what) ?? (from.draft === '' ? undefined : preparedKey(type, from.draft))
      // Without a record it was saved or discarded: a rule that has been made is not made again.
      const key = last !== undefined && store.get(last) ? last : freshKey(type)
      tab.set(what, key)
      return start(key, newRule(type, from), what)
    },
    /** Puts a draft that was discarded back, into its form where that is open. */
    putBack(key: string, written: Written, keys: readonly number[]) {
      current?.flush()
      // What was written there since is a draft of its own, which the form offers.
      const since = store.get(key)
      if (since) store.put(isNewKey(key) ? freshKey(written.ruleType) : otherKeyOf(ruleIdOf(key), freshOnce()), since)
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
      const isLost = (id: string) => library.rowOf(id) === undefined
      if (![...drafts.map(ruleIdOf), ...tested.map(({id}) => id)].some(isLost) || !library.isWhole.peek()) return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      const isGone = (id: string) => isLost(id) && !trashed.has(id) && current?.id() !== id
      for (const key of drafts.filter(each => isGone(ruleIdOf(each)))) store.remove(key)
      for (const {place} of tested.filter(({id}) => isGone(id))) kept.remove(place).catch(() => undefined)
    },
    stop: store.stop,
  }
}

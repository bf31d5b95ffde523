import type {WorkerClient} from '../../../contract/messages'
import type {Rule} from '../../../contract/rule'
import type {LibraryState} from '../../state/library'
import type {KeptValues} from '../../surface'
import {createDraft, type Draft} from './draft'
import {keepDraft} from './draft-keeper'
import {fromRecord, toRecord, type Written} from './draft-record'
import {createDraftStore} from './draft-store'

/** One form, from opening to leaving. A new rule that is saved goes on in it under its id. */
export type Session = {
  readonly draft: Draft
  readonly key: () => string
  /** The id of the rule, or undefined while it is new. */
  readonly id: () => string | undefined
  rename(id: string): void
  /** Keeps, or throws away, at once what would be in a moment. */
  flush(): void
  leave(): void
}
export type Drafts = ReturnType<typeof createDrafts>

type Needs = {readonly kept: KeptValues; readonly library: LibraryState; readonly client: WorkerClient}

const longest = 30 * 86_400_000
export const newKey = (type: string): string => `new/${type}`
const isNewKey = (key: string) => key.startsWith(newKey(''))

/** What is being written, kept by itself and taken up again. */
export function createDrafts({kept, library, client}: Needs) {
  const store = createDraftStore(kept, library)
  let current: Session | undefined

  function writtenAt(key: string): {readonly written: Written; readonly at: number} | undefined {
    const record = store.get(key)
    const written = record && fromRecord(record)
    return record && written ? {written, at: record.at} : undefined
  }

  return {
    whenReady: store.whenReady,
    /** The rule that a draft was written from, where the rule itself is gone. */
    ruleOf: (key: string): Rule | undefined => writtenAt(key)?.written.ancestor ?? undefined,
    open(key: string, rule: Rule): Session {
      current?.flush()
      const draft = createDraft(rule, isNewKey(key))
      const before = writtenAt(key)
      const isOwn = before !== undefined && before.written.ruleType === rule.ruleType
      if (isOwn) draft.takeUp(before.written, before.at)
      let own = key
      const keeper = keepDraft(draft, () => own, store, isOwn)
      const session: Session = {
        draft,
        key: () => own,
        id: () => (isNewKey(own) ? undefined : own),
        rename(id) {
          store.remove(own)
          own = id
        },
        flush: keeper.flush,
        leave() {
          keeper.stop()
          if (current === session) current = undefined
        },
      }
      current = session
      return session
    },
    /** Puts a draft that was discarded back, into its form where that is open. */
    putBack(key: string, written: Written) {
      if (current?.key() === key) current.draft.takeUp(written, null)
      else store.put(key, toRecord(written, Date.now()))
    },
    /** Old drafts go, and those of rules that are gone for good. */
    async tidy() {
      const old = store.all().filter(([, {at}]) => Date.now() - at > longest)
      for (const [key] of old) store.remove(key)
      const lost = store.all().filter(([key]) => !isNewKey(key) && library.rowOf(key) === undefined)
      if (lost.length === 0 || !library.isWhole.peek()) return
      const trashed = new Set((await client.ask('trash.list', {})).map(({id}) => id))
      for (const [key] of lost)
        if (!trashed.has(key) && library.rowOf(key) === undefined && current?.key() !== key) store.remove(key)
    },
    stop: store.stop,
  }
}

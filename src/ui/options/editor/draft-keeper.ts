import {effect} from '@preact/signals'
import type {Draft} from './draft'
import {toRecord} from './draft-record'
import type {DraftStore} from './draft-store'

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

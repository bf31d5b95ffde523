import {batch} from '@preact/signals'
import type {WorkerClient} from '../../../contract/messages'
import type {Fault} from '../../../contract/faults'
import {hashes} from '../../routes'
import type {LibraryState} from '../../state/library'
import {editorWords} from '../../words'
import {goInstead} from '../route'
import type {Draft} from './draft'
import {translateNow} from './translation'

type Needs = {
  readonly draft: Draft
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly forget: () => void
  /** Brings the focus to the first field with a fault. */
  readonly focusFault: () => void
}

// By name: an instance does not survive a message between contexts.
const faultsOfError = (error: unknown): readonly Fault[] =>
  error instanceof Error && error.name === 'ServiceError' ? ((error as {faults?: readonly Fault[]}).faults ?? []) : []

const saving = new WeakSet<Draft>()

/** Keeps the draft, or says at each field why not. Answers whether it was kept. */
export async function save(needs: Needs): Promise<boolean> {
  // A double click, or a key held down, would make a second rule of a new one.
  if (saving.has(needs.draft)) return false
  saving.add(needs.draft)
  try {
    return await keep(needs)
  } finally {
    saving.delete(needs.draft)
  }
}

async function keep({draft, id, library, client, forget, focusFault}: Needs): Promise<boolean> {
  await translateNow(draft)
  batch(() => {
    draft.isSaveTried.value = true
    draft.refused.value = []
  })
  if (draft.faults.value.length > 0) {
    focusFault()
    return false
  }
  const payload = draft.payload()
  const sent = draft.rule.peek()
  try {
    if (id === undefined) {
      const made = await client.ask('rule.create', {payload})
      await library.refresh()
      // What was typed meanwhile belongs to the rule as well; the form is about to be another one.
      const isChanged = draft.rule.peek() !== sent && draft.faults.value.length === 0
      if (isChanged) await client.ask('rule.update', {id: made.id, payload: draft.payload()})
      forget()
      library.toasts.report(editorWords.created)
      goInstead(hashes.rule(made.id))
      return true
    }
    // The switch in the head acts at once, so the store knows better than the draft.
    const status = library.rowOf(id)?.peek().rule?.status ?? draft.fields.peek().status
    await client.ask('rule.update', {id, payload: {...payload, status}})
    await library.refresh()
    const kept = library.rowOf(id)?.peek().rule
    // What was typed while the store was at work stays unsaved.
    if (draft.rule.peek() === sent) draft.load(kept ?? sent)
    draft.savedAt.value = Date.now()
    return true
  } catch (error) {
    const faults = faultsOfError(error)
    draft.refused.value = faults
    if (faults.length > 0) focusFault()
    else library.toasts.refuse(error)
    return false
  }
}

import {batch} from '@preact/signals'
import type {WorkerClient} from '../../../contract/messages'
import {fault, type Fault} from '../../../contract/faults'
import {faultsOf} from '../../../contract/service-error'
import type {Rule} from '../../../contract/rule'
import {hashes} from '../../routes'
import type {LibraryState} from '../../state/library'
import type {OptionsSurface} from '../../surface'
import {draftWords, editorWords} from '../../words'
import {goInstead} from '../route'
import type {Session} from './drafts'
import {judgeNow} from './judge'
import {isChangedSince, seenOf, undoSave} from './undo-save'

type Needs = {
  readonly session: Session
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: OptionsSurface
  /** Brings the focus to the first field with a fault. */
  readonly focusFault: () => void
  /** Brings the focus to what was changed on both sides. */
  readonly focusClash: () => void
  /** How to forget the steps that were made in the form so far. */
  readonly stepsSoFar: () => () => void
}

/** The group that was chosen may be gone by now: the store says that something is not there, and names no field. */
async function faultOfGroup(error: unknown, {session, library}: Needs): Promise<readonly Fault[]> {
  const {groupId} = session.draft.fields.peek()
  if ((error as {readonly status?: unknown} | null)?.status !== 404 || groupId === '') return []
  await library.refresh()
  const isHere = library.groups.peek().some(({id}) => id === groupId)
  return isHere ? [] : [fault('groupId', 'not-found', editorWords.groupDeleted)]
}

/** Keeps the draft, or says at each field why not. Answers whether it was kept. */
export async function save(needs: Needs): Promise<boolean> {
  const {draft} = needs.session
  // A double click, or a key held down, would make a second rule of a new one.
  if (draft.isSaving.peek()) return false
  draft.isSaving.value = true
  const saving = keep(needs).finally(() => {
    draft.isSaving.value = false
  })
  needs.library.toasts.during(saving)
  return saving
}

async function keep(needs: Needs): Promise<boolean> {
  const {session, library, surface, focusFault, focusClash} = needs
  const {draft} = session
  await judgeNow(draft, surface)
  batch(() => {
    draft.isSaveTried.value = true
    draft.refused.value = []
  })
  if (draft.faults.value.length > 0) {
    focusFault()
    return false
  }
  const id = session.id()
  let seen: Rule | undefined
  try {
    // What another page has just saved is to be seen before it is written over.
    if (id !== undefined) await library.refresh()
    const before = id === undefined ? undefined : library.rowOf(id)?.peek().rule
    seen = before ?? undefined
    if (before && before !== draft.base.peek()) draft.meet(before)
    if (before && draft.clashes.count.peek() > 0) {
      focusClash()
      return false
    }
    if (before && !draft.isDirty.peek()) {
      session.settle()
      return true
    }
    if (id === undefined || !before) await create(needs)
    else await update(needs, id, before)
    draft.savedAt.value = Date.now()
    session.settle()
    return true
  } catch (error) {
    // Another page was quicker: what it has kept is met first, field by field.
    if (await isChangedSince(error, library, seen)) return keep(needs)
    const faults = [...faultsOf(error), ...(await faultOfGroup(error, needs))]
    draft.refused.value = faults
    // Whoever has left is told in a toast: the field is not there.
    if (faults.length > 0 && session.isOpen()) focusFault()
    else library.toasts.refuse(error)
    return false
  }
}

/** A new rule, or one that was deleted elsewhere. The form stays, under the rule's own address. */
async function create({session, library, client}: Needs): Promise<void> {
  const {draft} = session
  const tell = library.toasts.turn()
  const sent = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  // Where an answer was lost with its worker, the rule may be there already.
  const made = await client.ask('rule.create', {
    payload: draft.payload(),
    once: session.once(),
    ...(draft.isForTeam.peek() ? {team: true} : {}),
  })
  await library.refresh()
  session.rename(made.id)
  draft.adopt(library.rowOf(made.id)?.peek().rule ?? made, sent)
  tell.report(draftWords.savedRule(made.name), () => library.run(() => client.ask('rules.delete', {ids: [made.id]})))
  // Whoever has left meanwhile is somewhere else.
  if (session.isOpen()) goInstead(hashes.rule(made.id))
}

async function update({session, library, client, stepsSoFar}: Needs, id: string, before: Rule): Promise<void> {
  const {draft} = session
  // What is done from here on is in another save, and comes after this one.
  const tell = library.toasts.turn()
  const sent = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  const forgetSteps = stepsSoFar()
  const rule = draft.rule.peek()
  // The switch in the head acts at once, so the store knows better than the draft.
  const {status} = before
  await client.ask('rule.update', {id, payload: {...draft.payload(), status}, seen: seenOf(before)})
  await library.refresh()
  const after = library.rowOf(id)?.peek().rule ?? rule
  draft.adopt(after, sent)
  tell.report(draftWords.savedRule(rule.name), () =>
    undoSave({before, after, sent: sent.pairs, library, client, forgetSteps}),
  )
}

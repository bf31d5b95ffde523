import {shortenName} from '../../../sentences/quote'
import {batch} from '@preact/signals'
import {fault, verbatim, type Fault} from '../../../../model/faults'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import {getFaults, changedSinceCode} from '../../../../api/service-error'
import {isUnchanged} from '../../../commands/undo'
import {toPayload} from '../../../payload'
import {hashes} from '../../../routes'
import type {LibraryState} from '../../../state/library'
import type {UndoResult} from '../../../state/toasts'
import type {OptionsBrowserAdapter} from '../../../browser-adapter'
import {editorTexts} from '../../../../locales/editor'
import {replaceHash} from '../../route'
import type {Session} from '../drafts/session'
import {validateDraft} from './draft-validator'

/** The version of the rule that `rule.update` compares with the stored one. */
const getVersion = (rule: Rule): number | null => rule.modificationDate ?? null

async function wasChangedMeanwhile(
  error: unknown,
  library: LibraryState,
  savedRule: Rule | undefined,
): Promise<boolean> {
  if ((error as {readonly code?: unknown} | null)?.code !== changedSinceCode || !savedRule) return false
  await library.refresh()
  const now = library.getRow(savedRule.id)?.peek().rule
  return !now || getVersion(now) !== getVersion(savedRule)
}

type UndoOptions = {
  readonly before: Rule
  readonly after: Rule
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly forgetUndoSteps: () => void
}

/** Reverts a save unless the rule was changed since. The switch and the pin are not part of it. */
async function undoSave(options: UndoOptions): Promise<UndoResult | undefined> {
  const {before, after, library, client, forgetUndoSteps} = options
  const {id} = after
  await library.refresh()
  const now = library.getRow(id)?.peek().rule
  if (!now) return 'nothing'
  const {status, isFavourite} = now
  if (!isUnchanged({...after, status, isFavourite}, now)) return 'nothing'
  const payload = {...toPayload(before), status, isFavourite}
  const saved = await library.run(() => client.ask('rule.update', {id, payload, seen: getVersion(now)}))
  if (saved !== undefined) forgetUndoSteps()
  return undefined
}

type SaveDependencies = {
  readonly session: Session
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly browserAdapter: OptionsBrowserAdapter
  readonly focusFault: () => void
  readonly focusConflict: () => void
  readonly captureUndoSteps: () => () => void
}

/** The store answers 404 without a field if the chosen group has been deleted. */
async function getGroupFault(error: unknown, {session, library}: SaveDependencies): Promise<readonly Fault[]> {
  const {groupId} = session.draft.fields.peek()
  if ((error as {readonly status?: unknown} | null)?.status !== 404 || groupId === '') return []
  await library.refresh()
  const stillExists = library.groups.peek().some(({id}) => id === groupId)
  return stillExists ? [] : [fault('groupId', 'not-found', verbatim(editorTexts('groupDeleted')))]
}

/** Saves the draft or shows its faults. Returns whether the draft was saved. */
export async function save(dependencies: SaveDependencies): Promise<boolean> {
  const {draft} = dependencies.session
  // A double click or a repeated key would create a second rule.
  if (draft.isSaving.peek()) return false
  draft.isSaving.value = true
  const saving = trySave(dependencies).finally(() => {
    draft.isSaving.value = false
  })
  dependencies.library.toasts.trackWork(saving)
  return saving
}

async function trySave(dependencies: SaveDependencies): Promise<boolean> {
  const {session, library, browserAdapter, focusFault, focusConflict} = dependencies
  const {draft} = session
  await validateDraft(draft, browserAdapter)
  batch(() => {
    draft.isSaveTried.value = true
    draft.serviceFaults.value = []
  })
  if (draft.faults.value.length > 0) {
    focusFault()
    return false
  }
  const id = session.id()
  let savedRule: Rule | undefined
  try {
    if (id !== undefined) await library.refresh()
    const before = id === undefined ? undefined : library.getRow(id)?.peek().rule
    savedRule = before ?? undefined
    if (before && before !== draft.base.peek()) draft.mergeSaved(before)
    if (before && draft.conflicts.count.peek() > 0) {
      focusConflict()
      return false
    }
    if (before && !draft.isDirty.peek()) {
      session.storeNow()
      return true
    }
    if (id === undefined || !before) await createRule(dependencies)
    else await updateRule(dependencies, id, before)
    draft.savedAt.value = Date.now()
    session.storeNow()
    return true
  } catch (error) {
    // Another page saved first, so its version is merged before the next attempt.
    if (await wasChangedMeanwhile(error, library, savedRule)) return trySave(dependencies)
    const faults = [...getFaults(error), ...(await getGroupFault(error, dependencies))]
    draft.serviceFaults.value = faults
    if (faults.length > 0 && session.isOpen()) focusFault()
    else library.toasts.reportError(error)
    return false
  }
}

async function createRule({session, library, client}: SaveDependencies): Promise<void> {
  const {draft} = session
  const toast = library.toasts.createReporter()
  const submitted = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  // `once` prevents a second rule if the first answer was lost.
  const created = await client.ask('rule.create', {
    payload: draft.payload(),
    once: session.creationId(),
    ...(draft.isForTeam.peek() ? {team: true} : {}),
  })
  await library.refresh()
  session.assignId(created.id)
  draft.applySaved(library.getRow(created.id)?.peek().rule ?? created, submitted)
  toast.report(editorTexts('draft.savedRule', {name: shortenName(created.name)}), () =>
    library.run(() => client.ask('rules.delete', {ids: [created.id]})),
  )
  if (session.isOpen()) replaceHash(hashes.rule(created.id))
}

async function updateRule(
  {session, library, client, captureUndoSteps}: SaveDependencies,
  id: string,
  before: Rule,
): Promise<void> {
  const {draft} = session
  const toast = library.toasts.createReporter()
  const submitted = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  const forgetUndoSteps = captureUndoSteps()
  const rule = draft.rule.peek()
  const {status} = before
  await client.ask('rule.update', {id, payload: {...draft.payload(), status}, seen: getVersion(before)})
  await library.refresh()
  const after = library.getRow(id)?.peek().rule ?? rule
  draft.applySaved(after, submitted)
  toast.report(editorTexts('draft.savedRule', {name: shortenName(rule.name)}), () =>
    undoSave({before, after, library, client, forgetUndoSteps}),
  )
}

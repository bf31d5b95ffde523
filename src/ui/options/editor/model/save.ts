import {shortenName} from '../../../sentences/quote'
import {batch} from '@preact/signals'
import {fault, verbatim, type Fault} from '../../../../model/faults'
import type {WorkerClient} from '../../../../messaging/messages'
import type {Rule} from '../../../../model/rule'
import {getFaults, changedSinceCode} from '../../../../api/service-error'
import {hashes} from '../../../routes'
import type {LibraryState} from '../../../state/library'
import type {UndoResult} from '../../../state/toasts'
import type {OptionsBrowserAdapter} from '../../../browser-adapter'
import {editorTexts} from '../../../../locales/editor'
import {goInstead} from '../../route'
import {createDraft, type DraftPair} from './draft'
import {fieldsOf} from './draft-fields'
import type {Session} from '../drafts/drafts'
import {judgeNow} from './judge'
import {originOf} from './merge'

type Saved = {
  readonly before: Rule
  readonly after: Rule
  readonly now: Rule
  /** The conditions as they were sent, which stand in the same order in `after`. */
  readonly sent: readonly DraftPair[]
}

/** The version that this page has read, as `rule.update` checks it. */
const seenOf = (rule: Rule): number | null => rule.modificationDate ?? null

async function isChangedSince(error: unknown, library: LibraryState, seen: Rule | undefined): Promise<boolean> {
  if ((error as {readonly code?: unknown} | null)?.code !== changedSinceCode || !seen) return false
  await library.refresh()
  const now = library.getRow(seen.id)?.peek().rule
  return !now || seenOf(now) !== seenOf(seen)
}

/** The rule without one save of it. Later changes of others stay; `left` says so. */
function withoutSave({before, after, now, sent}: Saved): {
  readonly payload: Record<string, unknown>
  readonly left: UndoResult | undefined
} {
  const originAfter = new Map(
    sent.flatMap(({origin}, index) => {
      const pair = after.pairs[index]
      return origin === undefined || !pair ? [] : [[origin, originOf(pair, index)] as const]
    }),
  )
  const pairs = before.pairs.map((pair, index) => ({pair, origin: originAfter.get(originOf(pair, index))}))
  const draft = createDraft(now, false)
  draft.takeUp({ruleType: before.ruleType, ancestor: after, fields: fieldsOf(before), pairs}, null)
  const isWhole = draft.clashes.count.peek() === 0
  draft.clashes.takeTheirs()
  return {payload: draft.payload(), left: isWhole ? undefined : draft.isDirty.peek() ? 'part' : 'nothing'}
}

type Undoing = Omit<Saved, 'now'> & {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly forgetSteps: () => void
}

async function undoSave({library, client, forgetSteps, ...saved}: Undoing): Promise<UndoResult | undefined> {
  const {id} = saved.after
  const ruleNow = () => library.getRow(id)?.peek().rule
  await library.refresh()
  if (!ruleNow()) return 'nothing'
  const answer = await library.run(async () => {
    for (;;) {
      const now = ruleNow() ?? saved.after
      const {payload, left} = withoutSave({...saved, now})
      if (left === 'nothing') return {left}
      try {
        await client.ask('rule.update', {id, payload, seen: seenOf(now)})
        return {left}
      } catch (error) {
        if (!(await isChangedSince(error, library, now))) throw error
      }
    }
  })
  if (answer && answer.left !== 'nothing') forgetSteps()
  return answer?.left
}

type Needs = {
  readonly session: Session
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: OptionsBrowserAdapter
  readonly focusFault: () => void
  readonly focusClash: () => void
  readonly stepsSoFar: () => () => void
}

/** The chosen group may be deleted by now. The store then answers 404 and names no field. */
async function faultOfGroup(error: unknown, {session, library}: Needs): Promise<readonly Fault[]> {
  const {groupId} = session.draft.fields.peek()
  if ((error as {readonly status?: unknown} | null)?.status !== 404 || groupId === '') return []
  await library.refresh()
  const isHere = library.groups.peek().some(({id}) => id === groupId)
  return isHere ? [] : [fault('groupId', 'not-found', verbatim(editorTexts('groupDeleted')))]
}

/** Saves the draft, or shows its faults. Returns whether it was saved. */
export async function save(needs: Needs): Promise<boolean> {
  const {draft} = needs.session
  // A double click or a held key would create a second rule.
  if (draft.isSaving.peek()) return false
  draft.isSaving.value = true
  const saving = keep(needs).finally(() => {
    draft.isSaving.value = false
  })
  needs.library.toasts.trackWork(saving)
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
    if (id !== undefined) await library.refresh()
    const before = id === undefined ? undefined : library.getRow(id)?.peek().rule
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
    // Another page saved first: merge its version and try again.
    if (await isChangedSince(error, library, seen)) return keep(needs)
    const faults = [...getFaults(error), ...(await faultOfGroup(error, needs))]
    draft.refused.value = faults
    if (faults.length > 0 && session.isOpen()) focusFault()
    else library.toasts.reportError(error)
    return false
  }
}

async function create({session, library, client}: Needs): Promise<void> {
  const {draft} = session
  const tell = library.toasts.createReporter()
  const sent = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  // `once` prevents a second rule where the first answer was lost.
  const made = await client.ask('rule.create', {
    payload: draft.payload(),
    once: session.once(),
    ...(draft.isForTeam.peek() ? {team: true} : {}),
  })
  await library.refresh()
  session.rename(made.id)
  draft.adopt(library.getRow(made.id)?.peek().rule ?? made, sent)
  tell.report(editorTexts('draft.savedRule', {name: shortenName(made.name)}), () =>
    library.run(() => client.ask('rules.delete', {ids: [made.id]})),
  )
  if (session.isOpen()) goInstead(hashes.rule(made.id))
}

async function update({session, library, client, stepsSoFar}: Needs, id: string, before: Rule): Promise<void> {
  const {draft} = session
  const tell = library.toasts.createReporter()
  const sent = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  const forgetSteps = stepsSoFar()
  const rule = draft.rule.peek()
  const {status} = before
  await client.ask('rule.update', {id, payload: {...draft.payload(), status}, seen: seenOf(before)})
  await library.refresh()
  const after = library.getRow(id)?.peek().rule ?? rule
  draft.adopt(after, sent)
  tell.report(editorTexts('draft.savedRule', {name: shortenName(rule.name)}), () =>
    undoSave({before, after, sent: sent.pairs, library, client, forgetSteps}),
  )
}

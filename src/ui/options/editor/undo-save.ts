import type {WorkerClient} from '../../../contract/messages'
import type {Rule} from '../../../contract/rule'
import {changedSince} from '../../../contract/service-error'
import type {LibraryState} from '../../state/library'
import type {Left} from '../../state/toasts'
import {createDraft, type DraftPair} from './draft'
import {fieldsOf} from './draft-fields'
import {originOf} from './merge-pairs'

type Saved = {
  readonly before: Rule
  readonly after: Rule
  readonly now: Rule
  /** The conditions as they were sent, which stand in the same order in `after`. */
  readonly sent: readonly DraftPair[]
}

/** Which version a page has read, as `rule.update` is told. */
export const seenOf = (rule: Rule): number | null => rule.modificationDate ?? null

/** Whether a save was refused since another page was quicker, and what that one has kept is at hand now. */
export async function isChangedSince(error: unknown, library: LibraryState, seen: Rule | undefined): Promise<boolean> {
  if ((error as {readonly code?: unknown} | null)?.code !== changedSince || !seen) return false
  await library.refresh()
  const now = library.rowOf(seen.id)?.peek().rule
  return !now || seenOf(now) !== seenOf(seen)
}

/** What a rule says without one save of it. What others have changed since stays, also where the save had changed it first; `left` tells of that. */
function withoutSave({before, after, now, sent}: Saved): {
  readonly payload: Record<string, unknown>
  readonly left: Left | undefined
} {
  const originAfter = new Map(
    sent.flatMap(({origin}, index) => {
      const pair = after.pairs[index]
      return origin === undefined || !pair ? [] : [[origin, originOf(pair, index)] as const]
    }),
  )
  const pairs = before.pairs.map((pair, index) => {
    const origin = originAfter.get(originOf(pair, index))
    return origin === undefined ? {pair} : {pair, origin}
  })
  const draft = createDraft(now, false)
  draft.takeUp({ruleType: before.ruleType, ancestor: after, fields: fieldsOf(before), pairs}, null)
  const isWhole = draft.clashes.count.peek() === 0
  draft.clashes.takeTheirs()
  return {payload: draft.payload(), left: isWhole ? undefined : draft.isDirty.peek() ? 'part' : 'nothing'}
}

type Undoing = Omit<Saved, 'now'> & {
  readonly library: LibraryState
  readonly client: WorkerClient
  /** What was done in the form before the save went back with it. */
  readonly forgetSteps: () => void
}

/** Takes a save back, from what the rule says by then. */
export async function undoSave({library, client, forgetSteps, ...saved}: Undoing): Promise<Left | undefined> {
  const {id} = saved.after
  const ruleNow = () => library.rowOf(id)?.peek().rule
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

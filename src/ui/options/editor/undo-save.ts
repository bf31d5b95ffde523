import type {Rule} from '../../../contract/rule'
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

/** What a rule says without one save of it. What others have changed since stays, also where the save had changed it first. */
export function withoutSave({before, after, now, sent}: Saved): Record<string, unknown> {
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
  draft.clashes.takeTheirs()
  return draft.payload()
}

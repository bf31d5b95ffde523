import {useComputed, useSignal, useSignalEffect} from '@preact/signals'
import type {Problem} from '../../../contract/problems'
import {usePage} from '../../parts/library-context'
import {isOn} from '../../state/sections'
import {useHidden} from '../hidden-context'
import type {Session} from './drafts'
import {useJudge} from './judge'

/** Longer than one pauses between two keys. */
const pause = 400

/** What hides the rule as it is written: of a kept one what was found of it, of changes what is found of them. */
export function useHiddenDraft({draft, id}: Session): Problem | undefined {
  const {library} = usePage()
  const judge = useJudge()
  const hidden = useHidden()
  /** Undefined until it was looked for. */
  const ofDraft = useSignal<Problem | null | undefined>(undefined)
  // Where it stands and what it matches; a name alone hides nothing.
  const isWritten = useComputed(() => draft.isNew.value || draft.isDirty.value)
  useSignalEffect(() => {
    void library.changes.value
    void library.rows.value
    void library.groups.value
    const rule = draft.rule.value
    if (!isWritten.value) ofDraft.value = undefined
    if (!isWritten.value || !library.isWhole.value) return
    let isStale = false
    const look = async () => {
      const own = draft.isNew.peek() ? undefined : id()
      const kept = own === undefined ? undefined : library.rowOf(own)?.peek()
      // The switch in the head acts at once.
      const status = kept?.rule?.status ?? rule.status
      const asked = {id: own, rule: {...rule, status}, judged: judge.judged(rule), problems: []}
      const found = await hidden.ofDraft(asked, () => isStale)
      if (!isStale && found !== undefined) ofDraft.value = found
    }
    // Where it cannot be looked for, nothing is said of it.
    const timer = setTimeout(() => void look().catch(() => undefined), pause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
  if (isWritten.value && ofDraft.value !== undefined) return ofDraft.value ?? undefined
  const kept = id()
  const view = kept === undefined ? undefined : library.rowOf(kept)?.value
  return kept !== undefined && view && isOn(view) ? hidden.problems.value.get(kept) : undefined
}

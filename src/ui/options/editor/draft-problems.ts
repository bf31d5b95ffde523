import type {Problem} from '../../../contract/problems'
import {usePage} from '../../parts/library-context'
import type {Session} from './drafts'
import {stillHolding} from './still-holding'

/** All that is wrong with a draft: by its own words, and of what was said of the kept rule whatever holds for it as well. */
export function useDraftProblems({draft, id}: Session): readonly Problem[] {
  const {library} = usePage()
  const ofDraft = draft.problems.value
  const own = draft.isNew.value ? undefined : id()
  const ofKept = own === undefined ? [] : (library.rowOf(own)?.value.problems ?? [])
  if (!draft.isDirty.value) return [...ofDraft, ...ofKept]
  const still = stillHolding(ofKept, draft.base.value, draft.rule.value)
  const circle = draft.circle.value
  if (circle === undefined) return [...ofDraft, ...still]
  return [...ofDraft, ...(circle ? [circle] : []), ...still.filter(({code}) => code !== 'loop')]
}

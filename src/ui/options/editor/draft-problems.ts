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
  return [...ofDraft, ...(draft.isDirty.value ? stillHolding(ofKept, draft.base.value, draft.rule.value) : ofKept)]
}

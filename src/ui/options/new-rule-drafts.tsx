import {useComputed} from '@preact/signals'
import {useDraftMarks} from '../state/draft-marks-context'
import type {DraftHints} from '../components/new-rule-menu'
import {rulesTexts} from '../../locales/rules'
import {getNewDraftType} from './editor/drafts/draft-keys'

export function useNewRuleDrafts(): DraftHints {
  const marks = useDraftMarks()
  const types = useComputed(() => new Set([...marks.value].flatMap(key => getNewDraftType(key) ?? []))).value
  return {types, hint: rulesTexts('unsavedChanges'), mark: <DraftDot />}
}

export const DraftDot = () => (
  <span class="draft-dot" role="img" aria-label={rulesTexts('unsavedChanges')} title={rulesTexts('unsavedChanges')} />
)

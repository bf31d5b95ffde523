import {useComputed} from '@preact/signals'
import {LayoutTemplate} from 'lucide-preact'
import {useDraftMarks} from '../state/draft-marks-context'
import type {MenuItem} from '../components/menu'
import type {DraftHints} from '../components/new-rule-menu'
import {rulesTexts} from '../../locales/rules'
import {getNewDraftType} from './editor/drafts/draft-keys'
import {goTo, newRuleHash} from './route'

export function useNewRuleDrafts(): DraftHints {
  const marks = useDraftMarks()
  const types = useComputed(() => new Set([...marks.value].flatMap(key => getNewDraftType(key) ?? []))).value
  return {types, hint: rulesTexts('unsavedChanges'), mark: <DraftDot />}
}

export const DraftDot = () => (
  <span class="draft-dot" role="img" aria-label={rulesTexts('unsavedChanges')} title={rulesTexts('unsavedChanges')} />
)

export const createTemplateMenuItem = (): MenuItem => ({
  id: 'template',
  label: rulesTexts('fromTemplate'),
  hint: rulesTexts('fromTemplateHint'),
  icon: <LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />,
  choose: () => goTo(newRuleHash),
})

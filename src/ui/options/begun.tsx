import {useComputed} from '@preact/signals'
import {useDraftMarks} from '../parts/draft-marks-context'
import type {Begun} from '../parts/new-rule-menu'
import {rulesWords} from '../words'
import {DraftDot} from './draft-dot'
import {typeOf} from './editor/new-drafts'

/** The types of which a new rule was begun and not saved: its form goes on with that, or offers it. */
export function useBegun(): Begun {
  const marks = useDraftMarks()
  const types = useComputed(() => new Set([...marks.value].flatMap(key => typeOf(key) ?? []))).value
  return {types, hint: rulesWords.unsavedChanges, mark: <DraftDot />}
}

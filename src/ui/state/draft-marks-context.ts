import type {ReadonlySignal} from '@preact/signals'
import {createContext} from 'preact'
import {useContext} from 'preact/hooks'

const context = createContext<ReadonlySignal<ReadonlySet<string>> | null>(null)
export const DraftMarksProvider = context.Provider

export function useDraftMarks(): ReadonlySignal<ReadonlySet<string>> {
  const marks = useContext(context)
  if (!marks) throw new Error('useDraftMarks needs a DraftMarksProvider above it')
  return marks
}

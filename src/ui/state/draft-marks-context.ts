import type {ReadonlySignal} from '@preact/signals'
import {createRequiredContext} from '../hooks/create-required-context'

export const [DraftMarksProvider, useDraftMarks] =
  createRequiredContext<ReadonlySignal<ReadonlySet<string>>>('useDraftMarks')

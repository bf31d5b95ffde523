import {signal, type ReadonlySignal} from '@preact/signals'
import {common} from '../words'

type Toast = {
  readonly id: number
  readonly text: string
  /** A refusal is spoken at once, a report when there is a pause. */
  readonly kind: 'report' | 'refusal'
  readonly undo?: () => void
}

export type Toasts = {
  readonly current: ReadonlySignal<Toast | null>
  report(text: string, undo?: () => void): void
  refuse(error: unknown): void
  dismiss(): void
  undo(): void
}

/** One toast at a time; a new one takes the place of the last. */
export function createToasts(): Toasts {
  const current = signal<Toast | null>(null)
  let last = 0
  const show = (toast: Omit<Toast, 'id'>) => {
    current.value = {...toast, id: ++last}
  }
  return {
    current,
    report: (text, undo) => show({text, kind: 'report', ...(undo ? {undo} : {})}),
    refuse: error =>
      show({text: common.notDone(error instanceof Error ? error.message : String(error)), kind: 'refusal'}),
    dismiss() {
      current.value = null
    },
    undo() {
      const {undo} = current.value ?? {}
      current.value = null
      undo?.()
    },
  }
}

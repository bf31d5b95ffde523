import {formatError} from '../sentences/faults'
import {signal, type ReadonlySignal} from '@preact/signals'
import {noAnswerCode, type ServiceError} from '../../api/service-error'
import {commonTexts} from '../../locales/common'

/** The result of an undo if some or all of the changed records are gone. */
export type UndoResult = 'part' | 'nothing'
type Undo = () => Promise<unknown>

const formatUndoneText = (left: unknown, what: string): string =>
  left === 'nothing'
    ? commonTexts('undoneNothing', {what})
    : left === 'part'
      ? commonTexts('undonePart', {what})
      : commonTexts('undone', {what})

type Step = {
  readonly text: string
  readonly undo: Undo
  readonly sequence: number
}

type ToastAction = {readonly label: string; readonly run: () => unknown}

type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'report' | 'refusal'
  readonly sequence?: number
  readonly step?: Step | undefined
  readonly action?: ToastAction | undefined
}

export type StepReporter = {
  /** Shows a toast. `undone` is its text after the undo. Returns a function that withdraws both. */
  report(text: string, undo?: Undo, action?: ToastAction, undone?: string): () => void
  remember(text: string, undo: Undo): void
}

export type Toasts = StepReporter & {
  readonly current: ReadonlySignal<Toast | null>
  /** Runs a command. Undo follows the order in which commands were started, not finished. */
  runStep<T>(command: (report: StepReporter) => Promise<T>): Promise<T>
  /** A reporter whose step is ordered by the time of this call. */
  createReporter(): StepReporter
  reportError(error: unknown): void
  dismiss(): void
  /** Makes an undo wait for this work. */
  trackWork(work: Promise<unknown>): void
  readonly lastStep: ReadonlySignal<Step | null>
  /** Undoes this step, or else the last one; false if there is none. */
  undo(step?: Step): boolean
}

const maxSteps = 20

export function createToasts(): Toasts {
  const current = signal<Toast | null>(null)
  const steps: Step[] = []
  const lastStep = signal<Step | null>(null)
  let last = 0
  let lastSequence = 0
  const show = (toast: Omit<Toast, 'id'>) => {
    current.value = {...toast, id: ++last}
  }
  const pendingWork = new Set<Promise<unknown>>()
  let canRetry = false
  let lastUndo: Promise<unknown> = Promise.resolve()

  async function undoStep(requested?: Step) {
    while (pendingWork.size > 0) {
      await Promise.allSettled(pendingWork)
      await new Promise(later => setTimeout(later))
    }
    const step = requested ?? steps.at(-1)
    if (!step || !forget(step)) return
    current.value = null
    const shown = last
    const answer = await step.undo()
    if (last === shown) show({text: formatUndoneText(answer, step.text), kind: 'report'})
    // After a temporary failure, such as a full disk, the undo can be tried again.
    else if (current.peek()?.kind === 'refusal' && canRetry) remember(step)
  }
  const replace = (at: number, count: number, ...added: readonly Step[]) => {
    steps.splice(at, count, ...added)
    lastStep.value = steps.at(-1) ?? null
  }
  const forget = (step: Step): boolean => {
    const at = steps.indexOf(step)
    if (at >= 0) replace(at, 1)
    return at >= 0
  }
  const forgetForGood = (step: Step) => {
    forget(step)
    if (current.peek()?.step === step) current.value = null
  }
  const remember = (step: Step) => {
    replace(steps.findLastIndex(({sequence}) => sequence < step.sequence) + 1, 0, step)
    if (steps.length > maxSteps && steps[0]) forgetForGood(steps[0])
  }
  /** Orders steps by `then`, or by default by the time when they are reported. */
  const toReporter = (then?: number): StepReporter => ({
    remember(text, undo) {
      remember({text, undo, sequence: then ?? ++lastSequence})
    },
    report(text, undo, action, undone = text) {
      const sequence = then ?? ++lastSequence
      const step = undo && {text: undone, undo, sequence}
      if (step) remember(step)
      if ((current.peek()?.sequence ?? 0) <= sequence) show({text, kind: 'report', sequence, step, action})
      return () => {
        if (step) forgetForGood(step)
        if (current.peek()?.sequence === sequence) current.value = null
      }
    },
  })
  const trackWork = (work: Promise<unknown>) => {
    // The step is added a few microtasks after the work ends.
    const ended = () => void setTimeout(() => pendingWork.delete(work))
    pendingWork.add(work)
    work.then(ended, ended)
  }
  return {
    current,
    ...toReporter(),
    createReporter: () => toReporter(++lastSequence),
    runStep(command) {
      const work = command(toReporter(++lastSequence))
      trackWork(work)
      return work
    },
    trackWork,
    reportError(error) {
      const {status = 500, code} = error as Partial<ServiceError>
      canRetry = status >= 500
      // The worker's reason contains ids.
      const reason = status === 404 ? commonTexts('gone') : formatError(error)
      show({text: code === noAnswerCode ? commonTexts('unsure') : commonTexts('notDone', {reason}), kind: 'refusal'})
    },
    dismiss() {
      current.value = null
    },
    lastStep,
    undo(step) {
      if (pendingWork.size === 0 && steps.length === 0) return false
      const turn = () => undoStep(step)
      lastUndo = lastUndo.then(turn, turn)
      return true
    },
  }
}

import {formatError} from '../sentences/faults'
import {signal, type ReadonlySignal} from '@preact/signals'
import {noAnswerCode, type ServiceError} from '../../api/service-error'
import {commonTexts} from '../../locales/common'

/** What an undo finds where some, or all, of what the step had changed is gone or was changed again since. */
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
  /** Reports a step. `undone` is the text after its undo, by default `text`. Returns how to forget it. */
  report(text: string, undo?: Undo, action?: ToastAction, undone?: string): () => void
  remember(text: string, undo: Undo): void
}

export type Toasts = StepReporter & {
  readonly current: ReadonlySignal<Toast | null>
  /** Does what may end in a step. Steps are taken back in the order in which they were asked for, whichever was done first. */
  runStep<T>(command: (tell: StepReporter) => Promise<T>): Promise<T>
  /** A step that counts from now, whenever it is reported. */
  createReporter(): StepReporter
  reportError(error: unknown): void
  dismiss(): void
  /** An undo waits for this work, which may end in a step. */
  trackWork(work: Promise<unknown>): void
  readonly lastStep: ReadonlySignal<Step | null>
  /** Takes back this step, or else the last one, one after the other; false when there is none. */
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

  async function undoStep(wanted?: Step) {
    while (pendingWork.size > 0) {
      await Promise.allSettled(pendingWork)
      await new Promise(later => setTimeout(later))
    }
    const step = wanted ?? steps.at(-1)
    if (!step || !forget(step)) return
    current.value = null
    const shown = last
    const answer = await step.undo()
    if (last === shown) show({text: formatUndoneText(answer, step.text), kind: 'report'})
    // After a passing failure, as a full disk, the step can be tried again.
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
  /** Steps of `then`, or by default of the time when they are reported. */
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
    // The step is remembered a few turns after the work ends.
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
      // The reason of the store names ids.
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

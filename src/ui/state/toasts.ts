import {signal, type ReadonlySignal} from '@preact/signals'
import {noAnswer, type ServiceError} from '../../contract/service-error'
import {common} from '../words'

/** What an undo finds where some, or all, of what the step had changed is gone or was changed again since. */
export type Left = 'part' | 'nothing'
/** Answers a `Left` where it did not take back everything. */
type Undo = () => Promise<unknown>

const undoneText = (left: unknown, what: string): string =>
  left === 'nothing' ? common.undoneNothing(what) : left === 'part' ? common.undonePart(what) : common.undone(what)

type Step = {readonly text: string; readonly undo: Undo; readonly at: number}

/** A second thing to do about what was just done: "Delete its 5 rules too". */
type ToastAction = {readonly label: string; readonly act: () => unknown}

type Toast = {
  readonly id: number
  readonly text: string
  /** A refusal is spoken at once, a report when there is a pause. */
  readonly kind: 'report' | 'refusal'
  /** What it told of, where that can be taken back. */
  readonly step?: Step
  readonly action?: ToastAction
}

export type Toasts = {
  readonly current: ReadonlySignal<Toast | null>
  /**
   * Says what was done. With `undo` it is a step that can be taken back, also when its toast is gone; `undone` says what was taken back, where
   * `text` says more than that. Returns how to forget it.
   */
  report(text: string, undo?: Undo, action?: ToastAction, undone?: string): () => void
  /** A step that can be taken back, of which nothing is said; returns how to forget it, where it was refused. */
  remember(text: string, undo: Undo): () => void
  refuse(error: unknown): void
  dismiss(): void
  /** Tells of work that may end in a step, so that an undo waits for it instead of taking back the step before. */
  during(work: Promise<unknown>): void
  /** When the last step was made that can be taken back; 0 where there is none. */
  lastAt(): number
  /** Takes back this step, or else the last one, one after the other; false when there is none. */
  undo(step?: Step): boolean
}

const mostSteps = 20

/** One toast at a time, and the last steps that can be taken back. An undo says its own refusal. */
export function createToasts(): Toasts {
  const current = signal<Toast | null>(null)
  const steps: Step[] = []
  let last = 0
  const show = (toast: Omit<Toast, 'id'>) => {
    current.value = {...toast, id: ++last}
  }
  const underWay = new Set<Promise<unknown>>()
  let mayWorkLater = false
  let lastUndo: Promise<void> = Promise.resolve()

  async function takeBack(wanted?: Step) {
    while (underWay.size > 0) {
      await Promise.allSettled(underWay)
      // Its step is made by whoever did the work, a few turns later.
      await new Promise(later => setTimeout(later))
    }
    const step = wanted ?? steps.at(-1)
    // Two presses of a button take back once.
    if (!step || !forget(step)) return
    current.value = null
    const shown = last
    const left = await step.undo()
    if (last === shown) show({text: undoneText(left, step.text), kind: 'report'})
    // Refused, which has been said: where that may pass, as with a full disk, the step is still there to be taken back.
    else if (current.peek()?.kind === 'refusal' && mayWorkLater) steps.push(step)
  }
  const forget = (step: Step): boolean => {
    const at = steps.indexOf(step)
    return at >= 0 && steps.splice(at, 1).length > 0
  }
  const remember = (step: Step) => {
    steps.push(step)
    if (steps.length > mostSteps) steps.shift()
  }
  return {
    current,
    remember(text, undo) {
      const step = {text, undo, at: performance.now()}
      remember(step)
      return () => void forget(step)
    },
    report(text, undo, action, undone = text) {
      const step = undo && {text: undone, undo, at: performance.now()}
      show({text, kind: 'report', ...(step ? {step} : {}), ...(action ? {action} : {})})
      const shown = last
      if (step) remember(step)
      return () => {
        if (step) forget(step)
        if (last === shown) current.value = null
      }
    },
    refuse(error) {
      const {status = 500, code, message = String(error)} = error as Partial<ServiceError>
      mayWorkLater = status >= 500
      // By status: the sentence of the store names ids.
      const reason = status === 404 ? common.gone : message
      show({text: code === noAnswer ? common.unsure : common.notDone(reason), kind: 'refusal'})
    },
    dismiss() {
      current.value = null
    },
    during(work) {
      const ended = () => void underWay.delete(work)
      underWay.add(work)
      work.then(ended, ended)
    },
    lastAt: () => steps.at(-1)?.at ?? 0,
    undo(step) {
      if (steps.length === 0 && underWay.size === 0) return false
      const turn = () => takeBack(step)
      lastUndo = lastUndo.then(turn, turn)
      return true
    },
  }
}

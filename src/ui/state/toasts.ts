import {shownError} from '../sentences/faults'
import {signal, type ReadonlySignal} from '@preact/signals'
import {noAnswerCode, type ServiceError} from '../../api/service-error'
import {commonTexts} from '../../locales/common'

/** What an undo finds where some, or all, of what the step had changed is gone or was changed again since. */
export type Left = 'part' | 'nothing'
type Undo = () => Promise<unknown>

const undoneText = (left: unknown, what: string): string =>
  left === 'nothing'
    ? commonTexts('undoneNothing', {what})
    : left === 'part'
      ? commonTexts('undonePart', {what})
      : commonTexts('undone', {what})

type Step = {
  readonly text: string
  readonly undo: Undo
  readonly asked: number
}

type ToastAction = {readonly label: string; readonly act: () => unknown}

type Toast = {
  readonly id: number
  readonly text: string
  readonly kind: 'report' | 'refusal'
  readonly asked?: number
  readonly step?: Step | undefined
  readonly action?: ToastAction | undefined
}

export type Tell = {
  /** Reports a step. `undone` is the text after its undo, by default `text`. Returns how to forget it. */
  report(text: string, undo?: Undo, action?: ToastAction, undone?: string): () => void
  remember(text: string, undo: Undo): void
}

export type Toasts = Tell & {
  readonly current: ReadonlySignal<Toast | null>
  /** Does what may end in a step. Steps are taken back in the order in which they were asked for, whichever was done first. */
  step<T>(doing: (tell: Tell) => Promise<T>): Promise<T>
  /** A step that counts from now, whenever it is reported. */
  turn(): Tell
  refuse(error: unknown): void
  dismiss(): void
  /** An undo waits for this work, which may end in a step. */
  during(work: Promise<unknown>): void
  readonly newest: ReadonlySignal<Step | null>
  /** Takes back this step, or else the last one, one after the other; false when there is none. */
  undo(step?: Step): boolean
}

const mostSteps = 20

export function createToasts(): Toasts {
  const current = signal<Toast | null>(null)
  const steps: Step[] = []
  const newest = signal<Step | null>(null)
  let last = 0
  let asks = 0
  const show = (toast: Omit<Toast, 'id'>) => {
    current.value = {...toast, id: ++last}
  }
  const underWay = new Set<Promise<unknown>>()
  let mayWorkLater = false
  let lastUndo: Promise<unknown> = Promise.resolve()

  async function takeBack(wanted?: Step) {
    while (underWay.size > 0) {
      await Promise.allSettled(underWay)
      await new Promise(later => setTimeout(later))
    }
    const step = wanted ?? steps.at(-1)
    if (!step || !forget(step)) return
    current.value = null
    const shown = last
    const answer = await step.undo()
    if (last === shown) show({text: undoneText(answer, step.text), kind: 'report'})
    // After a passing failure, as a full disk, the step can be tried again.
    else if (current.peek()?.kind === 'refusal' && mayWorkLater) remember(step)
  }
  const replace = (at: number, count: number, ...added: readonly Step[]) => {
    steps.splice(at, count, ...added)
    newest.value = steps.at(-1) ?? null
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
    replace(steps.findLastIndex(({asked}) => asked < step.asked) + 1, 0, step)
    if (steps.length > mostSteps && steps[0]) forgetForGood(steps[0])
  }
  /** Steps of `then`, or by default of the time when they are reported. */
  const tellOf = (then?: number): Tell => ({
    remember(text, undo) {
      remember({text, undo, asked: then ?? ++asks})
    },
    report(text, undo, action, undone = text) {
      const asked = then ?? ++asks
      const step = undo && {text: undone, undo, asked}
      if (step) remember(step)
      if ((current.peek()?.asked ?? 0) <= asked) show({text, kind: 'report', asked, step, action})
      return () => {
        if (step) forgetForGood(step)
        if (current.peek()?.asked === asked) current.value = null
      }
    },
  })
  const during = (work: Promise<unknown>) => {
    // The step is remembered a few turns after the work ends.
    const ended = () => void setTimeout(() => underWay.delete(work))
    underWay.add(work)
    work.then(ended, ended)
  }
  return {
    current,
    ...tellOf(),
    turn: () => tellOf(++asks),
    step(doing) {
      const work = doing(tellOf(++asks))
      during(work)
      return work
    },
    during,
    refuse(error) {
      const {status = 500, code} = error as Partial<ServiceError>
      mayWorkLater = status >= 500
      // The reason of the store names ids.
      const reason = status === 404 ? commonTexts('gone') : shownError(error)
      show({text: code === noAnswerCode ? commonTexts('unsure') : commonTexts('notDone', {reason}), kind: 'refusal'})
    },
    dismiss() {
      current.value = null
    },
    newest,
    undo(step) {
      if (underWay.size === 0 && steps.length === 0) return false
      const turn = () => takeBack(step)
      lastUndo = lastUndo.then(turn, turn)
      return true
    },
  }
}

import {useComputed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import {createContext} from 'preact'
import {useContext, useLayoutEffect, useRef} from 'preact/hooks'
import type {RunAsk, RunResult} from '../../model/rule-code'
import type {TestRequest} from '../../simulator/test-request'
import type {DescribedProblem} from '../sentences/problems'
import type {UndoResult} from '../state/toasts'
import type {Change} from '../tester/change-of'

/** The fields on the page. A closed filter and its open form share a path for a moment. */
export function createPlaces() {
  const counts = new Map<string, number>()
  const changes = signal(0)
  const change = (path: string, by: number) => {
    counts.set(path, (counts.get(path) ?? 0) + by)
    changes.value = changes.peek() + 1
  }
  return {
    add: (path: string) => change(path, 1),
    delete: (path: string) => change(path, -1),
    /** Reads a signal, since later conditions are drawn later. */
    has(path: string) {
      void changes.value
      return (counts.get(path) ?? 0) > 0
    },
  }
}

type FormState = {
  readonly shownFaults: ReadonlySignal<ReadonlyMap<string, string>>
  readonly shownProblems: ReadonlySignal<ReadonlyMap<string, DescribedProblem>>
  readonly theirs: ReadonlySignal<ReadonlyMap<string, unknown>>
  readonly places: ReturnType<typeof createPlaces>
  /** The result of each Replace condition for the test URL, by field path; set by the tester. */
  readonly previews: Signal<ReadonlyMap<string, Change>>
  touch(path: string): void
  /** Shows a toast. With `putBack` the change can be undone while the form is open. */
  step(said: string, putBack?: () => UndoResult | void): void
  readonly tested: Signal<TestRequest | null>
  /** The last samples of code fields, by path. */
  readonly samples: {read(at: string): Promise<unknown>; write(at: string, sample: unknown): void}
  run(ask: RunAsk): Promise<RunResult>
}

const context = createContext<FormState | null>(null)
export const FormProvider = context.Provider

export function useForm(): FormState {
  const form = useContext(context)
  if (!form) throw new Error('useForm needs a FormProvider above it')
  return form
}

export function useField(at: string) {
  const form = useForm()
  const path = useRef(at)
  path.current = at
  const wasEdited = useRef(false)
  // A layout effect: faults without a field show in the same frame.
  useLayoutEffect(() => {
    form.places.add(at)
    return () => form.places.delete(at)
  }, [at])
  // Renders again only for its own fault.
  const fault = useComputed(() => form.shownFaults.value.get(path.current)).value
  const problem = useComputed(() => form.shownProblems.value.get(path.current)).value
  const theirs = useComputed(() =>
    form.theirs.value.has(path.current) ? {value: form.theirs.value.get(path.current)} : undefined,
  ).value
  const errorId = `error-${at}`
  const theirsId = `theirs-${at}`
  const isDescribed = fault !== undefined || problem !== undefined
  const describedBy = [...(isDescribed ? [errorId] : []), ...(theirs === undefined ? [] : [theirsId])].join(' ')
  return {
    fault,
    problem,
    theirs,
    errorId,
    theirsId,
    described: {
      ...(fault === undefined ? {} : {'aria-invalid': true as const}),
      ...(problem === undefined ? {} : {'data-problem': problem.tone}),
      ...(describedBy === '' ? {} : {'aria-describedby': describedBy}),
    },
    edited: () => {
      wasEdited.current = true
    },
    // A field that was focused but not edited shows no fault yet.
    left: () => {
      if (wasEdited.current) form.touch(at)
    },
  }
}

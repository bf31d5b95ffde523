import {useComputed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import {createContext} from 'preact'
import {useContext, useLayoutEffect, useRef} from 'preact/hooks'
import type {RunAsk, RunResult} from '../../contract/rule-code'
import type {Tested} from '../../simulator/tested'
import type {SaidProblem} from '../sentences/problems'
import type {Left} from '../state/toasts'
import type {Change} from '../tester/change-of'

/** The fields that are on the page. Two may stand for one place, as a closed filter and its open form do for a moment. */
export type Places = {
  add(path: string): void
  delete(path: string): void
  /** Who asks in a signal hears when fields come or go: of many conditions the last are drawn later. */
  has(path: string): boolean
}

export function createPlaces(): Places {
  const counts = new Map<string, number>()
  const changes = signal(0)
  const change = (path: string, by: number) => {
    counts.set(path, (counts.get(path) ?? 0) + by)
    changes.value = changes.peek() + 1
  }
  return {
    add: path => change(path, 1),
    delete: path => change(path, -1),
    has(path) {
      void changes.value
      return (counts.get(path) ?? 0) > 0
    },
  }
}

/** What a field needs of the form around it. */
type FormState = {
  readonly shownFaults: ReadonlySignal<ReadonlyMap<string, string>>
  /** Problems that do not keep the rule from being saved, by the path of their field. */
  readonly shownProblems: ReadonlySignal<ReadonlyMap<string, SaidProblem>>
  /** What another page has saved at a field that was changed here as well. */
  readonly theirs: ReadonlySignal<ReadonlyMap<string, unknown>>
  readonly places: Places
  /** What conditions make of the address that is tested, by their path: filled by the tester once it is there. */
  readonly previews: Signal<ReadonlyMap<string, Change>>
  touch(path: string): void
  /** Says what was moved in the form or taken out of it. With `putBack` Undo puts it back, as long as the form is open. */
  step(said: string, putBack?: () => Left | void): void
  /** The request in the tester, where there is one by now. */
  readonly tested: Signal<Tested | null>
  /** What code was last tried on, by the field it stands in. */
  readonly samples: {read(at: string): Promise<unknown>; write(at: string, sample: unknown): void}
  /** Runs rule code where it always runs, by itself. */
  run(ask: RunAsk): Promise<RunResult>
}

const context = createContext<FormState | null>(null)
export const FormProvider = context.Provider

export function useForm(): FormState {
  const form = useContext(context)
  if (!form) throw new Error('useForm needs a FormProvider above it')
  return form
}

/** What is wrong with the field at this path, once it should be said; and what to do when the field is edited and left. */
export function useField(at: string) {
  const form = useForm()
  const path = useRef(at)
  path.current = at
  const wasEdited = useRef(false)
  // As it is drawn: what is said of faults without a field comes in the same moment.
  useLayoutEffect(() => {
    form.places.add(at)
    return () => form.places.delete(at)
  }, [at])
  // Only its own fault draws a field again.
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
    // A field that was only passed through has nothing to say yet.
    left: () => {
      if (wasEdited.current) form.touch(at)
    },
  }
}

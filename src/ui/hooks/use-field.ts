import {useComputed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import {useLayoutEffect, useRef} from 'preact/hooks'
import type {RunAsk, RunResult} from '../../model/rule-code'
import type {TestRequest} from '../../simulator/test-request'
import type {DescribedProblem} from '../sentences/problems'
import type {UndoResult} from '../state/toasts'
import type {UrlDiff} from '../tester/url-diff'
import {createRequiredContext} from './create-required-context'

/** The fields on the page. A closed filter and its open form share a path for a moment. */
export function createFieldRegistry() {
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
  readonly remoteValues: ReadonlySignal<ReadonlyMap<string, unknown>>
  readonly fields: ReturnType<typeof createFieldRegistry>
  /** The result of each Replace condition for the test URL, by field path; set by the tester. */
  readonly previews: Signal<ReadonlyMap<string, UrlDiff>>
  touch(path: string): void
  /** Shows a toast. With `putBack` the change can be undone while the form is open. */
  reportStep(message: string, putBack?: () => UndoResult | void): void
  readonly testRequest: Signal<TestRequest | null>
  /** The last samples of code fields, by path. */
  readonly samples: {read(at: string): Promise<unknown>; write(at: string, sample: unknown): void}
  runCode(ask: RunAsk): Promise<RunResult>
}

export const [FormProvider, useForm] = createRequiredContext<FormState>('useForm')

export function useField(at: string) {
  const form = useForm()
  const path = useRef(at)
  path.current = at
  const wasEdited = useRef(false)
  // A layout effect: faults without a field show in the same frame.
  useLayoutEffect(() => {
    form.fields.add(at)
    return () => form.fields.delete(at)
  }, [at])
  // Renders again only for its own fault.
  const fault = useComputed(() => form.shownFaults.value.get(path.current)).value
  const problem = useComputed(() => form.shownProblems.value.get(path.current)).value
  const theirs = useComputed(() =>
    form.remoteValues.value.has(path.current) ? {value: form.remoteValues.value.get(path.current)} : undefined,
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

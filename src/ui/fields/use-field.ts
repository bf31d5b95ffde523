import {useComputed, type ReadonlySignal} from '@preact/signals'
import {createContext} from 'preact'
import {useContext, useEffect, useRef} from 'preact/hooks'

/** What a field needs of the form around it. */
type FormState = {
  readonly shownFaults: ReadonlySignal<ReadonlyMap<string, string>>
  readonly places: Set<string>
  touch(path: string): void
}

const context = createContext<FormState | null>(null)
export const FormProvider = context.Provider

/** What is wrong with the field at this path, once it should be said; and what to do when the field is edited and left. */
export function useField(at: string) {
  const form = useContext(context)
  if (!form) throw new Error('useField needs a FormProvider above it')
  const path = useRef(at)
  path.current = at
  const wasEdited = useRef(false)
  useEffect(() => {
    form.places.add(at)
    return () => void form.places.delete(at)
  }, [at])
  // Only its own fault draws a field again.
  const fault = useComputed(() => form.shownFaults.value.get(path.current)).value
  const errorId = `error-${at}`
  return {
    fault,
    errorId,
    described: fault === undefined ? {} : {'aria-invalid': true as const, 'aria-describedby': errorId},
    edited: () => {
      wasEdited.current = true
    },
    // A field that was only passed through has nothing to say yet.
    left: () => {
      if (wasEdited.current) form.touch(at)
    },
  }
}

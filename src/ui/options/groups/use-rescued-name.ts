import {useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {Group} from '../../../contract/group'
import {takeTypedName} from './typed-name'

type Needs = {
  readonly groups: readonly Group[]
  /** What is typed for a new group. */
  readonly typed: string | null
  readonly type: (text: string) => void
  readonly focus: () => void
}

/**
 * The name that was being typed for a group goes to the new group when another page deletes that one: it is not lost, nor is the focus.
 * Answers how the group was called until something else is typed.
 */
export function useRescuedName({groups, typed, type, focus}: Needs) {
  const before = useRef(groups)
  const deletedHere = useRef<string | undefined>(undefined)
  const [rescue, setRescue] = useState<{readonly from: string; readonly text: string} | null>(null)
  useLayoutEffect(() => {
    const gone = before.current.filter(({id}) => id !== deletedHere.current && !groups.some(each => each.id === id))
    before.current = groups
    // What is typed for a new group already stays; the other name is kept for its group, which may come back.
    if (typed !== null && typed !== '') return
    for (const {id, name} of gone) {
      const text = takeTypedName(id)
      if (text === null) continue
      type(text)
      setRescue({from: name, text})
      if (document.activeElement === document.body) focus()
      return
    }
  }, [groups])
  return {
    from: rescue !== null && rescue.text === typed ? rescue.from : undefined,
    /** This page deletes it: then its name is not asked for any more. */
    ignore(id: string) {
      deletedHere.current = id
    },
  }
}

import type {ManagedView} from '../../contract/managed'
import {useOptions} from './options-context'
import {useAsked} from './use-asked'

const nothing: ManagedView = {hasKey: false}

/** What the organisation that runs this browser has set; nothing until it is known. */
export function useManaged(): ManagedView {
  const {surface} = useOptions()
  return useAsked(
    () => surface.managed(),
    nothing,
    again => surface.onManaged(again),
  ).answer.value
}

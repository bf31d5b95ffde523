import type {ManagedView} from '../../contract/managed'
import type {TeamView} from '../../contract/team'
import {useSurface} from './surface-context'
import {useAsked} from './use-asked'

const nothing: ManagedView = {hasKey: false}

/** Whether the account that is connected to is the one that is set: it is tried in the background, and may not be taken. */
export const isTaken = ({baseUrl, keyEnd}: ManagedView, account: TeamView | null): boolean =>
  account !== null && account.url === baseUrl && account.keyEnd === keyEnd

/** What the organisation that runs this browser has set; nothing until it is known. */
export function useManaged(): ManagedView {
  const surface = useSurface()
  return useAsked(
    () => surface.managed(),
    nothing,
    again => surface.onManaged(again),
  ).answer.value
}

import {useComputed} from '@preact/signals'
import {common} from '../words'
import {useOptions} from './options-context'

/** Says at a group of the team that the service does not tell whether it is on. */
export function GroupState({groupId}: {readonly groupId: string}) {
  const {account} = useOptions()
  const isUnknown = useComputed(() => account.view.value?.groupsOfUnknownState.includes(groupId) === true).value
  return isUnknown ? <span class="hint">{common.groupStateUnknown}</span> : null
}

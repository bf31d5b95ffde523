import {useComputed} from '@preact/signals'
import {commonTexts} from '../../locales/common'
import {useOptions} from './options-context'

/** Shown if the service does not report whether a group is on. */
export function GroupStateHint({groupId}: {readonly groupId: string}) {
  const {account} = useOptions()
  const isUnknown = useComputed(() => account.view.value?.groupsOfUnknownState.includes(groupId) === true).value
  return isUnknown ? <span class="hint">{commonTexts('groupStateUnknown')}</span> : null
}

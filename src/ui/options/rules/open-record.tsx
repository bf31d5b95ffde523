import {useLayoutEffect} from 'preact/hooks'
import {usePage} from '../../state/page-context'
import {hashes} from '../../routes'
import {getGroupId} from '../../state/sections'
import {replaceHash} from '../route'
import {noFilter} from './filter'
import {getRuleKey} from './lines'
import {useOptions} from '../options-context'

/** An unreadable record has no form, so its URL opens it in the list. */
export function OpenRecord({id}: {readonly id: string}) {
  const {library} = usePage()
  const {listView: view} = useOptions()
  useLayoutEffect(() => {
    const record = library.getRow(id)?.peek()
    view.filter.value = noFilter
    view.closedGroups.value = new Set(
      [...view.closedGroups.peek()].filter(each => record && each !== getGroupId(record)),
    )
    view.openRecords.value = new Set([...view.openRecords.peek(), id])
    view.focused.value = getRuleKey(id)
    view.lastPosition.toRule = true
    replaceHash(hashes.rules)
  }, [id])
  return null
}

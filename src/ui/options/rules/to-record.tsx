import {useLayoutEffect} from 'preact/hooks'
import {usePage} from '../../state/page-context'
import {hashes} from '../../routes'
import {getGroupId} from '../../state/sections'
import {goInstead} from '../route'
import {noFilter} from './filter'
import {keyOfRule} from './lines'
import {useOptions} from '../options-context'

/** A record that cannot be read has no form. Its address opens it in the list. */
export function ToRecord({id}: {readonly id: string}) {
  const {library} = usePage()
  const {listView: view} = useOptions()
  useLayoutEffect(() => {
    const record = library.getRow(id)?.peek()
    view.filter.value = noFilter
    view.closed.value = new Set([...view.closed.peek()].filter(each => record && each !== getGroupId(record)))
    view.records.value = new Set([...view.records.peek(), id])
    view.focused.value = keyOfRule(id)
    view.left.toRule = true
    goInstead(hashes.rules)
  }, [id])
  return null
}

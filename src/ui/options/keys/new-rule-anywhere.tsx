import {MenuList} from '../../parts/menu'
import {newRuleItems} from '../../parts/new-rule-menu'
import {hashes} from '../../routes'
import {common} from '../../words'
import {useBegun} from '../begun'
import {fromTemplate} from '../from-template'
import {goTo} from '../route'

/** The menu of types on a page without its button: it hangs from the heading. */
export function NewRuleAnywhere({close}: {readonly close: () => void}) {
  const begun = useBegun()
  return (
    <MenuList
      name={common.newRuleMenu}
      wide
      anchor={() => document.querySelector('main h1')}
      close={close}
      items={() => [...newRuleItems(type => goTo(hashes.newRule(type)), begun), fromTemplate]}
    />
  )
}

import {MenuList} from '../../parts/menu'
import {newRuleItems} from '../../parts/new-rule-menu'
import {hashes} from '../../routes'
import {common} from '../../words'
import {useBegun} from '../begun'
import {fromTemplate} from '../from-template'
import {goTo} from '../route'

/** Null before the page is drawn. */
export const headingOfPage = (): HTMLElement | null => document.querySelector('main h1')

/** The menu of types on a page without its button: it hangs from the heading. */
export function NewRuleAnywhere({close}: {readonly close: () => void}) {
  const begun = useBegun()
  return (
    <MenuList
      name={common.newRuleMenu}
      wide
      anchor={headingOfPage}
      close={close}
      items={() => [...newRuleItems(type => goTo(hashes.newRule(type)), begun), fromTemplate]}
    />
  )
}

import {ChevronDown, Plus} from 'lucide-preact'
import type {RuleType} from '../../contract/rules'
import {typesInMenu} from '../types'
import {common, typeWords} from '../words'
import {Glyph} from './glyph'
import {usePage} from './library-context'
import {Menu, type MenuItem} from './menu'

type NewRuleMenuProps = {
  readonly choose: (type: RuleType) => void
  readonly main?: boolean
  /** Beside the types. */
  readonly more?: readonly MenuItem[]
}

export const newRuleItems = (choose: (type: RuleType) => void) =>
  typesInMenu.map(type => ({
    id: type,
    label: typeWords[type].label,
    hint: typeWords[type].does,
    glyph: <Glyph type={type} />,
    choose: () => choose(type),
  }))

export function NewRuleMenu({choose, main = false, more = []}: NewRuleMenuProps) {
  const {letterKeys} = usePage().settings
  return (
    <Menu
      name={common.newRule}
      menuName={common.newRuleMenu}
      class={main ? 'button button-main' : 'button'}
      wide
      {...(letterKeys.value ? {keys: 'n'} : {})}
      items={() => [...newRuleItems(choose), ...more]}
    >
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {common.newRule}
      {main && <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />}
    </Menu>
  )
}

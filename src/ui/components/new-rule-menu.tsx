import {ChevronDown, Plus} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import type {RuleType} from '../../model/rules'
import {ruleTypesInMenu} from '../rule-type-order'
import {commonTexts} from '../../locales/common'
import {Glyph} from './rule-type-icon'
import {usePage} from '../state/page-context'
import {Menu, type MenuItem} from './menu'

export type Begun = {readonly types: ReadonlySet<RuleType>; readonly hint: string; readonly mark: ComponentChildren}

type NewRuleMenuProps = {
  readonly choose: (type: RuleType) => void
  readonly main?: boolean
  readonly begun?: Begun
  readonly more?: readonly MenuItem[]
}

export const newRuleItems = (choose: (type: RuleType) => void, begun?: Begun) =>
  ruleTypesInMenu.map(type => ({
    id: type,
    label: commonTexts(`type.${type}.label`),
    ...(begun?.types.has(type)
      ? {hint: begun.hint, description: begun.hint}
      : {hint: commonTexts(`type.${type}.does`)}),
    glyph: <Glyph type={type} />,
    choose: () => choose(type),
  }))

export function NewRuleMenu({choose, main = false, more = [], begun}: NewRuleMenuProps) {
  const {letterKeys} = usePage().settings
  return (
    <Menu
      name={commonTexts('newRule')}
      menuName={commonTexts('newRuleMenu')}
      class={main ? 'button button-main' : 'button'}
      wide
      description={begun && begun.types.size > 0 ? begun.hint : undefined}
      {...(letterKeys.value ? {keys: 'n'} : {})}
      items={() => [...newRuleItems(choose, begun), ...more]}
    >
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {commonTexts('newRule')}
      {begun && begun.types.size > 0 && begun.mark}
      {main && <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />}
    </Menu>
  )
}

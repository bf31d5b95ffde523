import {ChevronDown, LayoutTemplate, Plus} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import type {RuleType} from '../../model/rules'
import {ruleTypesInMenu} from '../rule-type-order'
import {commonTexts} from '../../locales/common'
import {RuleTypeIcon} from './rule-type-icon'
import {usePage} from '../state/page-context'
import {Menu, type MenuItem} from './menu'

export type DraftHints = {
  readonly types: ReadonlySet<RuleType>
  readonly hint: string
  readonly mark: ComponentChildren
}

type NewRuleMenuProps = {
  readonly choose: (type: RuleType) => void
  readonly isMain?: boolean
  readonly drafts?: DraftHints
  readonly chooseTemplate: () => void
}

export const createNewRuleItems = (choose: (type: RuleType) => void, begun?: DraftHints): MenuItem[] =>
  ruleTypesInMenu.map(type => ({
    id: type,
    label: commonTexts(`type.${type}.label`),
    ...(begun?.types.has(type)
      ? {hint: begun.hint, description: begun.hint}
      : {hint: commonTexts(`type.${type}.does`)}),
    glyph: <RuleTypeIcon type={type} />,
    choose: () => choose(type),
  }))

export const createTemplateItem = (choose: () => void): MenuItem => ({
  id: 'template',
  label: commonTexts('fromTemplate'),
  hint: commonTexts('fromTemplateHint'),
  icon: <LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />,
  choose,
})

export function NewRuleMenu({choose, isMain = false, chooseTemplate, drafts}: NewRuleMenuProps) {
  const {letterKeys} = usePage().settings
  return (
    <Menu
      name={commonTexts('newRule')}
      menuName={commonTexts('newRuleMenu')}
      class={isMain ? 'button button-main' : 'button'}
      wide
      description={drafts && drafts.types.size > 0 ? drafts.hint : undefined}
      {...(letterKeys.value ? {keys: 'n'} : {})}
      items={() => [...createNewRuleItems(choose, drafts), createTemplateItem(chooseTemplate)]}
    >
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {commonTexts('newRule')}
      {drafts && drafts.types.size > 0 && drafts.mark}
      {isMain && <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />}
    </Menu>
  )
}

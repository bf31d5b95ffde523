import type {Rule, Status} from '../../../../model/rule'
import type {RuleType} from '../../../../model/rules'
import type {Source} from '../../../../model/source'
import {newPairs} from '../../../data/new-pairs'
import {suggestRuleName} from '../../../sentences/suggested-name'
import {isTemplateName, templates} from '../../../templates'
import {newRuleTexts} from '../../../../locales/new-rule'
import type {NewStart} from '../../route'

export type DraftFields = {
  readonly name: string
  readonly description: string
  readonly groupId: string
  readonly status: Status
}

/** A made name keeps following the content until a name is typed. */
export const fieldsOf = (rule: Rule): DraftFields => {
  const {name, description, groupId, status} = rule
  return {name: name === suggestRuleName(rule) ? '' : name, description, groupId, status}
}

function sourceFor({host, address}: NewStart): Source {
  if (address !== '') return {key: 'url', operator: 'Equals', value: address}
  return host === '' ? {key: 'url', operator: 'Contains', value: ''} : {key: 'host', operator: 'Equals', value: host}
}

/** Templates match a host, which may still be empty. */
function pairFor(type: RuleType, start: NewStart) {
  const {host, address, template} = start
  const source = sourceFor(start)
  const found = isTemplateName(template) ? templates[template] : undefined
  if (found?.type !== type) return newPairs[type](source)
  const isBlank = host === '' && address === '' && found.type !== 'Response'
  return found.pair(isBlank ? {key: 'host', operator: 'Equals', value: ''} : source, host || hostOf(address))
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

export const newRule = (type: RuleType, start: NewStart): Rule => {
  const {template} = start
  const rule = {
    id: 'new',
    name: isTemplateName(template) ? newRuleTexts(`template.${template}.name`) : '',
    description: '',
    objectType: 'rule',
    ruleType: type,
    status: 'Active',
    groupId: '',
    pairs: [pairFor(type, start)],
  }
  // TypeScript cannot follow that the pair is of this type.
  return rule as unknown as Rule
}

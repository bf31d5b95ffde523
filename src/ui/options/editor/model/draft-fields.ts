import type {Rule, Status} from '../../../../model/rule'
import type {PairOf, RuleType} from '../../../../model/rules'
import type {Source} from '../../../../model/source'
import {newPairs} from '../../../data/new-pairs'
import {suggestRuleName} from '../../../sentences/suggested-name'
import {isTemplateName, templates} from '../../../templates'
import {newRuleTexts} from '../../../../locales/new-rule'
import type {NewRuleQuery} from '../../route'

export type AnyPair = PairOf<RuleType>
/** `key` preserves the card and its focus during a move; `origin` names the saved condition. */
export type DraftPair = {readonly key: number; readonly pair: AnyPair; readonly origin?: string | undefined}
export type DraftFields = {
  readonly name: string
  readonly description: string
  readonly groupId: string
  readonly status: Status
}

/** A generated name counts as empty, so it follows the content until a name is typed. */
export const getDraftFields = (rule: Rule): DraftFields => {
  const {name, description, groupId, status} = rule
  return {name: name === suggestRuleName(rule) ? '' : name, description, groupId, status}
}

const createSource = ({host, address}: NewRuleQuery): Source =>
  address === '' ? {key: 'host', operator: 'Equals', value: host} : {key: 'url', operator: 'Equals', value: address}

function createPair(type: RuleType, start: NewRuleQuery) {
  const {host, address, template} = start
  const source = createSource(start)
  const found = isTemplateName(template) ? templates[template] : undefined
  if (found?.type !== type) return newPairs[type](source)
  return found.pair(source, host || (URL.parse(address)?.host ?? ''))
}

export const createNewRule = (type: RuleType, start: NewRuleQuery): Rule => {
  const {template} = start
  const rule = {
    id: 'new',
    name: isTemplateName(template) ? newRuleTexts(`template.${template}.name`) : '',
    description: '',
    objectType: 'rule',
    ruleType: type,
    status: 'Active',
    groupId: '',
    pairs: [createPair(type, start)],
  }
  // TypeScript cannot infer that the pair has the given type.
  return rule as unknown as Rule
}

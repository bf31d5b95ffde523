import type {Rule, Status} from '../../../contract/rule'
import type {RuleType} from '../../../contract/rules'
import {forms} from '../../forms'
import {madeName} from '../../sentences/made-name'

export type DraftFields = {
  readonly name: string
  readonly description: string
  readonly groupId: string
  readonly status: Status
}

/** A name that was made from the content goes on following it until someone types one. */
export const fieldsOf = (rule: Rule): DraftFields => {
  const {name, description, groupId, status} = rule
  return {name: name === madeName(rule) ? '' : name, description, groupId, status}
}

export const newRule = (type: RuleType, host: string): Rule => {
  const source = {
    key: host === '' ? 'url' : 'host',
    operator: host === '' ? 'Contains' : 'Equals',
    value: host,
  } as const
  const pairs = [forms[type].newPair(source)]
  const rule = {
    id: 'new',
    name: '',
    description: '',
    objectType: 'rule',
    ruleType: type,
    status: 'Active',
    groupId: '',
    pairs,
  }
  // The pair was made by the form of this very type, which the compiler cannot follow.
  return rule as unknown as Rule
}

import type {RuleType} from '../model/rules'

/** The nine types in menu order. The model's list would load every schema into the popup. */
export const ruleTypesInMenu: readonly RuleType[] = [
  'Redirect',
  'Cancel',
  'Replace',
  'Headers',
  'UserAgent',
  'QueryParam',
  'Request',
  'Response',
  'Delay',
]

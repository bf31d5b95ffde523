import type {RuleType} from '../model/rules'

/** The nine types in the order of the menu. The list of the model would load every schema into the popup. */
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

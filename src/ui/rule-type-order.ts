import type {RuleType} from '../model/rules'

// Not the contract's own list: that one brings every schema along, and the popup has no bytes to spare for them.
/** The nine types in the order of the menu. */
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

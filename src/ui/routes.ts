import type {RuleType} from '../contract/rules'

/** The addresses of the options page, written in one place. */
export const hashes = {
  rules: '#/rules',
  groups: '#/groups',
  trash: '#/trash',
  settings: '#/settings',
  rule: (id: string) => `#/rules/${encodeURIComponent(id)}`,
  /** `host` fills the first condition: "Host equals shop.test". */
  newRule: (type: RuleType, host = '') =>
    `#/rules/new/${type}${host === '' ? '' : `?host=${encodeURIComponent(host)}`}`,
} as const

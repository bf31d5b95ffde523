import type {RuleType} from '../model/rules'

/** The location hashes of the options page. */
export const hashes = {
  rules: '#/rules',
  groups: '#/groups',
  activity: '#/activity',
  trash: '#/trash',
  import: '#/import',
  account: '#/account',
  settings: '#/settings',
  rule: (id: string) => `#/rules/${encodeURIComponent(id)}`,
  /** `host` fills the first condition, `url` the tester. `draft` names a prefilled request. */
  newRule: (type: RuleType, page?: {readonly host: string; readonly url: string; readonly draft?: string}) =>
    `#/rules/new/${type}${page ? `?${new URLSearchParams(page).toString()}` : ''}`,
} as const

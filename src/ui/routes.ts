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
  /** The page of types and templates. The URL of a page fills their conditions. */
  chooseNewRule: (pageUrl?: string) =>
    `#/rules/new${pageUrl === undefined ? '' : `?${new URLSearchParams({pageUrl}).toString()}`}`,
  /** `host` fills the first condition, `url` the tester. `draft` names a prefilled request. */
  newRule: (type: RuleType, page?: {readonly host: string; readonly url: string; readonly draft?: string}) =>
    `#/rules/new/${type}${page ? `?${new URLSearchParams(page).toString()}` : ''}`,
} as const

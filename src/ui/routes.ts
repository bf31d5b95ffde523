import type {RuleType} from '../model/rules'

/** The addresses of the options page, written in one place. */
export const hashes = {
  rules: '#/rules',
  groups: '#/groups',
  activity: '#/activity',
  trash: '#/trash',
  import: '#/import',
  account: '#/account',
  settings: '#/settings',
  rule: (id: string) => `#/rules/${encodeURIComponent(id)}`,
  /** The page's host fills the first condition, "Host equals shop.test", and its URL the tester; or there is a draft to go on with. */
  newRule: (type: RuleType, page?: {readonly host: string; readonly url: string; readonly draft?: string}) =>
    `#/rules/new/${type}${page ? `?${new URLSearchParams(page).toString()}` : ''}`,
} as const

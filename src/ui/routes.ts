import type {RuleType} from '../contract/rules'

/** The addresses of the options page, written in one place. */
export const hashes = {
  rules: '#/rules',
  groups: '#/groups',
  trash: '#/trash',
  settings: '#/settings',
  rule: (id: string) => `#/rules/${encodeURIComponent(id)}`,
  /** The page's host fills the first condition, "Host equals shop.test", and its URL the tester. */
  newRule: (type: RuleType, page?: {readonly host: string; readonly url: string}) =>
    `#/rules/new/${type}${page ? `?${new URLSearchParams(page).toString()}` : ''}`,
} as const

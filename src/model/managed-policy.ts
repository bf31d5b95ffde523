import {isRecord} from './json'
import type {TeamView} from './team'

/** The organisation's policy (`public/schema/managed.json`). Users choose what it omits. */
export type ManagedPolicy = {
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Minutes between two syncs. */
  readonly syncEvery?: number
  readonly rulesOn?: boolean
}
/** The policy for extension pages, without the API key. */
export type ManagedPolicyView = Omit<ManagedPolicy, 'apiKey'> & {
  readonly hasKey: boolean
  readonly keyEnd?: string
}

/**
 * How the connected account relates to the policy:
 * - `address`: the policy sets a URL but no key, and no other account is connected.
 * - `other-address`: the policy sets a URL but no key, and another account is connected.
 * - `not-connected`: the policy sets a key that has not been accepted yet.
 * - `connected`: the account uses the URL and the key of the policy.
 * - `refused`: the service rejects the key.
 * - `other-key`, `other-account`: an earlier connection remains until the policy's key is accepted.
 */
export type PolicyStatus =
  'address' | 'other-address' | 'not-connected' | 'connected' | 'refused' | 'other-key' | 'other-account'

/** The last four characters of a key; empty for short keys, which they would reveal. */
export const getKeyEnd = (key: string): string => (key.length < 12 ? '' : key.slice(-4))

/** The spelling in which accounts are stored, so that URLs can be compared. */
export function normalizeAccountUrl(given: string): string {
  const {origin, pathname} = URL.parse(given) ?? {origin: given, pathname: ''}
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Ignores values of a wrong type, as Chrome does. */
export function readManagedPolicy(raw: unknown): ManagedPolicy {
  const {baseUrl, apiKey, syncEvery, rulesOn} = isRecord(raw) ? raw : {}
  return {
    ...(isText(baseUrl) && {baseUrl: normalizeAccountUrl(baseUrl)}),
    // A key without a URL belongs to no account.
    ...(isText(baseUrl) && isText(apiKey) && {apiKey}),
    ...(typeof syncEvery === 'number' && {syncEvery}),
    ...(typeof rulesOn === 'boolean' && {rulesOn}),
  }
}

export function toManagedPolicyView(raw: unknown): ManagedPolicyView {
  const {apiKey, ...others} = readManagedPolicy(raw)
  const hasKey = apiKey !== undefined
  return {...others, hasKey, ...(hasKey && {keyEnd: getKeyEnd(apiKey)})}
}

export function getPolicyStatus({baseUrl, hasKey, keyEnd}: ManagedPolicyView, account: TeamView | null): PolicyStatus {
  const isElsewhere = account !== null && account.url !== baseUrl
  if (!hasKey) return isElsewhere ? 'other-address' : 'address'
  if (account === null) return 'not-connected'
  if (isElsewhere) return 'other-account'
  if (account.failure?.code === 'key') return 'refused'
  return account.keyEnd === keyEnd ? 'connected' : 'other-key'
}

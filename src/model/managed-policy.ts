import {isRecord} from './json'
import type {TeamView} from './team'

/** What the organisation that runs this browser has set, by `public/schema/managed.json`. What is not set is free. */
export type ManagedPolicy = {
  readonly baseUrl?: string
  readonly apiKey?: string
  /** Minutes between two looks at the account. */
  readonly syncEvery?: number
  readonly rulesOn?: boolean
}
/** The same as pages know it: the key stays in the worker. */
export type ManagedPolicyView = Omit<ManagedPolicy, 'apiKey'> & {
  readonly hasKey: boolean
  readonly keyEnd?: string
}

/**
 * How the account that is connected to stands to what is set. `address`: one is set without a key, and no other is connected to. `other-address`: another
 * is. Where a key is set as well it is tried in the background, and may not be taken: what was connected to before then stays, by its `other-key` or as
 * an `other-account`. `refused`: the service knows neither key.
 */
export type PolicyStatus =
  'address' | 'other-address' | 'not-connected' | 'connected' | 'refused' | 'other-key' | 'other-account'

/** The last characters of a key; of a short one they would be too much of it. */
export const getKeyEnd = (key: string): string => (key.length < 12 ? '' : key.slice(-4))

/** As the account keeps it: in another spelling it would be taken for another account. */
export function normalizeAccountUrl(given: string): string {
  const {origin, pathname} = URL.parse(given) ?? {origin: given, pathname: ''}
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A value of another kind than the schema's counts as not set: Chrome has refused it already. */
export function readManagedPolicy(raw: unknown): ManagedPolicy {
  const {baseUrl, apiKey, syncEvery, rulesOn} = isRecord(raw) ? raw : {}
  return {
    ...(isText(baseUrl) && {baseUrl: normalizeAccountUrl(baseUrl)}),
    // A key alone is none of any account.
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

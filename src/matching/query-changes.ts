import type {QueryChanges} from '../model/page-rules'
import type {QueryModification} from '../model/rules/query-param'
import {withoutFragment} from './address'

/** The sum of several changes. A name that is removed and set again is both, and set last, as a second pass of Chrome does. */
export function outcomeOf(changes: readonly QueryModification[]): QueryChanges {
  let cleared = false
  const removed = new Map<string, null>()
  const set = new Map<string, string>()
  const again = new Map<string, string>()
  for (const {type, param, value} of changes)
    if (type === 'Remove All') {
      cleared = true
      for (const each of [removed, set, again]) each.clear()
    } else if (type === 'Remove') {
      for (const each of [set, again]) each.delete(param)
      if (!cleared) removed.set(param, null)
    } else (removed.has(param) ? again : set).set(param, value ?? '')
  return {cleared, params: [...removed, ...set, ...again]}
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** Form encoding as it ends up in an address: a space is a plus, and a quote is encoded as in any query. */
export const formEncoded = (text: string): string => escaped(text).replaceAll("'", '%27')

const part = (name: string, value: string): string => `${name}=${value}`

/** The URL with its query changed as Chrome does it: names are compared as they are spelt, and new ones go last. */
export function changeQuery(url: string, {cleared, params}: QueryChanges): string {
  const address = withoutFragment(url)
  const fragment = url.slice(address.length)
  const mark = address.indexOf('?')
  const base = mark < 0 ? address : address.slice(0, mark)
  const set = new Map<string, string>()
  const removed = new Set<string>()
  for (const [name, value] of params)
    if (value === null) removed.add(escaped(name))
    else set.set(escaped(name), formEncoded(value))
  const written = (parts: readonly string[]) => base + (parts.length > 0 ? `?${parts.join('&')}` : '') + fragment
  const added = () => [...set].map(([name, value]) => part(name.replaceAll("'", '%27'), value))
  if (cleared) return written(added())
  let isChanged = set.size > 0
  const kept: string[] = []
  const parts = mark < 0 ? [] : address.slice(mark + 1).split('&')
  // An & at the end opens no parameter.
  if (parts.at(-1) === '') parts.pop()
  for (const given of parts) {
    const [name = ''] = given.split('=', 1)
    if (removed.has(name)) {
      isChanged = true
      continue
    }
    kept.push(part(name, set.get(name) ?? given.slice(name.length + 1)))
    set.delete(name)
  }
  return isChanged ? written([...kept, ...added()]) : url
}

type Params = QueryChanges['params']

function inOrder(params: Params): Params {
  const removed = new Map(params.filter(([, value]) => value === null))
  const order = ([name, value]: Params[number]) => (value === null ? 0 : removed.has(name) ? 2 : 1)
  return params.toSorted((a, b) => order(a) - order(b))
}

/** The sum of two changes of one URL, where the upper one wins. Returns `upper` where the lower one adds nothing. */
export function bothOf(upper: QueryChanges, lower: QueryChanges): QueryChanges {
  const taken = new Map(upper.params)
  const more = lower.params.filter(([name, value]) => !taken.has(name) && !(upper.cleared && value === null))
  const cleared = upper.cleared || lower.cleared
  return more.length > 0 || cleared !== upper.cleared ? {cleared, params: inOrder([...upper.params, ...more])} : upper
}

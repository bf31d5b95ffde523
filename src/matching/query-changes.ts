import type {QueryChanges} from '../model/page-rules'
import type {QueryModification} from '../model/rules/query-param'
import {withoutFragment} from './address'

/**
 * Sums up query modifications. A name that is removed and then set is both, and is appended at the
 * end, as Chrome does when it matches the changed URL again.
 */
export function sumModifications(changes: readonly QueryModification[]): QueryChanges {
  let cleared = false
  const removed = new Map<string, null>()
  const set = new Map<string, string>()
  const setAgain = new Map<string, string>()
  for (const {type, param, value} of changes)
    if (type === 'Remove All') {
      cleared = true
      for (const each of [removed, set, setAgain]) each.clear()
    } else if (type === 'Remove') {
      for (const each of [set, setAgain]) each.delete(param)
      if (!cleared) removed.set(param, null)
    } else (removed.has(param) ? setAgain : set).set(param, value ?? '')
  return {cleared, params: [...removed, ...set, ...setAgain]}
}

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** Form encoding as in a URL: a space is a plus, and a quote is percent-encoded. */
export const encodeFormText = (text: string): string => escaped(text).replaceAll("'", '%27')

const writeParam = (name: string, value: string): string => `${name}=${value}`

/**
 * Changes a query as Chrome does: names are compared as they are written, and new ones go last
 * (test/browser/oracle/effects.test.ts).
 */
export function changeQuery(url: string, {cleared, params}: QueryChanges): string {
  const address = withoutFragment(url)
  const fragment = url.slice(address.length)
  const queryStart = address.indexOf('?')
  const base = queryStart < 0 ? address : address.slice(0, queryStart)
  const set = new Map<string, string>()
  const removed = new Set<string>()
  for (const [name, value] of params)
    if (value === null) removed.add(escaped(name))
    else set.set(escaped(name), encodeFormText(value))
  const written = (parts: readonly string[]) => base + (parts.length > 0 ? `?${parts.join('&')}` : '') + fragment
  const added = () => [...set].map(([name, value]) => writeParam(name.replaceAll("'", '%27'), value))
  if (cleared) return written(added())
  let isChanged = set.size > 0
  const remaining: string[] = []
  const parts = queryStart < 0 ? [] : address.slice(queryStart + 1).split('&')
  // A trailing `&` adds no parameter.
  if (parts.at(-1) === '') parts.pop()
  for (const given of parts) {
    const [name = ''] = given.split('=', 1)
    if (removed.has(name)) {
      isChanged = true
      continue
    }
    remaining.push(writeParam(name, set.get(name) ?? given.slice(name.length + 1)))
    set.delete(name)
  }
  return isChanged ? written([...remaining, ...added()]) : url
}

const decodeName = (name: string): string => new URLSearchParams(`${name}=`).keys().next().value ?? name

/** Returns how a URL spells a parameter, undefined if it does not have it. */
export const findParamSpelling = (url: string, param: string): string | undefined =>
  (/\?([^#]*)/.exec(url)?.[1] ?? '')
    .split('&')
    .map(part => part.split('=', 1)[0] ?? '')
    .find(name => name !== '' && decodeName(name) === param)

type Params = QueryChanges['params']

function inOrder(params: Params): Params {
  const removed = new Map(params.filter(([, value]) => value === null))
  const order = ([name, value]: Params[number]) => (value === null ? 0 : removed.has(name) ? 2 : 1)
  return params.toSorted((a, b) => order(a) - order(b))
}

/**
 * Merges two changes of one URL. The upper one wins. Returns `upper` if the lower one adds nothing.
 */
export function mergeQueryOutcomes(upper: QueryChanges, lower: QueryChanges): QueryChanges {
  const taken = new Map(upper.params)
  const more = lower.params.filter(([name, value]) => !taken.has(name) && !(upper.cleared && value === null))
  const cleared = upper.cleared || lower.cleared
  return more.length > 0 || cleared !== upper.cleared ? {cleared, params: inOrder([...upper.params, ...more])} : upper
}

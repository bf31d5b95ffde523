import type {QueryModification} from '../contract/rules/query-param'

/** What a list of changes comes to, in order: whether all is cleared first, and per parameter its value, or null for removed. */
export type QueryOutcome = {readonly cleared: boolean; readonly params: ReadonlyMap<string, string | null>}

export function outcomeOf(changes: readonly QueryModification[]): QueryOutcome {
  let cleared = false
  const params = new Map<string, string | null>()
  for (const {type, param, value} of changes) {
    if (type === 'Remove All') {
      cleared = true
      params.clear()
    } else if (type === 'Remove') {
      if (cleared) params.delete(param)
      else params.set(param, null)
    } else params.set(param, value ?? '')
  }
  return {cleared, params}
}

/** Form encoding as Chrome does it when it adds a parameter: a space is a plus, and a quote is encoded as in any query. */
export const formEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll("'", '%27')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The address with its query changed as Chrome would: the first of equal keys gets the value, new ones go last, other bytes stay. */
export function changeQuery(url: string, {cleared, params}: QueryOutcome): string {
  const hash = url.indexOf('#')
  const fragment = hash < 0 ? '' : url.slice(hash)
  const address = hash < 0 ? url : url.slice(0, hash)
  const mark = address.indexOf('?')
  const base = mark < 0 ? address : address.slice(0, mark)
  const given = mark < 0 || cleared ? [] : address.slice(mark + 1).split('&')
  const left = new Map([...params].filter(([, value]) => value !== null))
  const kept = given.flatMap(part => {
    const name = decoded(part.split('=', 1)[0] ?? '')
    if (params.get(name) === null) return []
    const value = left.get(name)
    if (value === undefined || value === null) return [part]
    left.delete(name)
    return [`${formEncoded(name)}=${formEncoded(value)}`]
  })
  const added = [...left].map(([name, value]) => `${formEncoded(name)}=${formEncoded(value ?? '')}`)
  const query = [...kept, ...added].filter(part => part !== '' || !cleared).join('&')
  return base + (query === '' ? '' : `?${query}`) + fragment
}

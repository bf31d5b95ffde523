import {resourceTypes, type Source} from '../../../../contract/source'
import type {Rule} from '../../../../contract/rule'
import {readAddress} from '../../../../matching/address'
import {asksOf} from '../../../../engine/why/asks'
import {conditionsOf} from '../../../../engine/why/prepared'
import {holding, neededBy} from '../../../../engine/why/samples'
import type {Tested} from '../../../../engine/why/tested'

const withoutStars = (value: string) => value.replace(/\*+/g, 'x')

/** For `*://`, `http*://` and `ws*://`. */
const schemeOf = (written: string) => (/^ws/i.test(written) ? 'wss://' : 'https://')

/** An address that a source may match, where one can be told from it. */
function addressFor(source: Source): string {
  const value = source.value.trim()
  if (value === '' || source.operator === 'Matches') return ''
  const domain = source.filters?.find(each => each.pageDomains?.[0])?.pageDomains?.[0] ?? 'example.com'
  if (source.key === 'path') return `https://${domain}${value.startsWith('/') ? '' : '/'}${withoutStars(value)}`
  if (source.key === 'host') {
    const host = withoutStars(value.replace(/^\*\.?(?=[^*:])/, 'www.'))
    // What no host is, as an address in its place, gives none.
    return /[/?#]/.test(host) ? '' : `https://${host.startsWith(':') ? domain : ''}${host}/`
  }
  if (/^\*+$/.test(value)) return `https://${domain}/`
  const url = withoutStars(value.replace(/^[a-z]*\*+:\/\//i, schemeOf))
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url
  if (/^(?:\/|:\d)/.test(url)) return `https://${domain}${url}`
  // What stands in the middle of an address, as ?utm_ or @2x.png, needs a host before it.
  return /^[\p{L}\p{N}[]/u.test(url) && URL.canParse(`https://${url}`) ? `https://${url}` : `https://${domain}/${url}`
}

/** What only removes parameters does nothing to an address that has none. */
function withParameters(url: string, rule: Rule): string {
  const [condition] = rule.ruleType === 'QueryParam' ? conditionsOf(rule) : []
  const needed = condition && neededBy(condition)
  if (url === '' || !condition || needed === undefined) return url
  const held = holding(url, needed)
  return condition.compare(readAddress(held)) === null ? url : held
}

/** What is asked where the filters exclude each other, and nothing passes them. */
const anything = {method: 'GET', resourceType: 'xmlhttprequest', page: '', payload: ''} as const

/** A request to begin with: one that the first condition may be meant for. `given`: what is known of it already. */
export function startFor(rule: Rule, given: Partial<Tested> = {}): Tested {
  const source = rule.pairs[0]?.source
  const [asked = anything] = asksOf(rule.ruleType, source?.filters ?? [])
  return {url: source ? withParameters(addressFor(source), rule) : '', ...asked, ...given}
}

/** What was kept, should it still be a request. */
export function readKept(kept: unknown): Tested | null {
  if (typeof kept !== 'object' || kept === null) return null
  const {url, method, resourceType, page, payload} = kept as Readonly<Record<keyof Tested, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (typeof url !== 'string' || url === '') return null
  return {
    url,
    // A request that was made may have any.
    method: text(method) || 'GET',
    resourceType: resourceTypes.find(each => each === resourceType) ?? 'xmlhttprequest',
    page: text(page),
    payload: text(payload),
  }
}

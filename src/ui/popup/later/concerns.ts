import type {Rule} from '../../../contract/rule'
import type {Source} from '../../../contract/source'

/** Whether a rule could concern a page: it names a host of the page's site or of one that the page asked, it names no host at all, or it is for other sites. */
export type Concern = 'host' | 'any' | 'none'

/** Roughly who belongs together: shop.test and api.shop.test. It decides what is worth telling, and nothing else. */
const siteOf = (host: string): string =>
  /^[\d.]+$|:/.test(host)
    ? host
    : host
        .split('.')
        .slice(/\.(?:com?|org|net|ac|gov)\.[a-z]{2}$/.test(host) ? -3 : -2)
        .join('.')

/** The hosts that a source's value names: what stands after the scheme, or looks like a name with dots. */
function hostsIn({key, operator, value}: Source): readonly string[] {
  const plain = operator === 'Matches' ? value.replaceAll('\\', '') : value
  if (key === 'path') return []
  if (key === 'host') return /[a-z0-9]/i.test(plain) && (plain.includes('.') || operator === 'Equals') ? [plain] : []
  const after = /:\/\/([^/?#]*)/.exec(plain)?.[1]
  if (after !== undefined) return after.replace(/[*.]/g, '') === '' ? [] : [after]
  return plain.startsWith('/') ? [] : (/(?:[\w-]+\.)+[a-z]{2,}/i.exec(plain) ?? []).slice(0, 1)
}

const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^[^a-z0-9]*/, '')
    .replace(/[^a-z0-9]*$/, '')

/** Where a page is, and the sites that it asked for something, its own first. */
export type Around = {readonly host: string; readonly sites: readonly string[]}

/** So many sites of others are looked at. */
const mostSites = 30

/** Around a page on `host`, which asked these hosts. */
export const aroundOf = (host: string, asked: readonly string[]): Around => ({
  host,
  sites: [...new Set([host, ...asked].map(siteOf))].slice(0, 1 + mostSites),
})

function ofSource(source: Source | undefined, {host, sites}: Around): Concern {
  const pages = source?.filters?.flatMap(filter => filter.pageDomains ?? []) ?? []
  if (pages.length > 0 && !pages.some(domain => host === domain || host.endsWith(`.${domain}`))) return 'none'
  const named = source ? hostsIn(source).map(bare) : []
  const namedSites = named.map(siteOf)
  if (sites.some(site => namedSites.includes(site) || named.some(each => each.includes(site)))) return 'host'
  // An expression that is open at its end may go on to any host.
  const isOpen = source?.operator === 'Matches' && !/[$/]/.test(source.value)
  return isOpen || named.length === 0 ? 'any' : 'none'
}

export function concerns(rule: Rule, around: Around): Concern {
  const found = rule.pairs.map(pair => ofSource(pair.source, around))
  return found.includes('host') ? 'host' : found.includes('any') ? 'any' : 'none'
}

import type {Rule} from '../../../contract/rule'
import type {Source} from '../../../contract/source'

/** Whether a rule could concern a page: it names a host of the page's site, it names no host at all, or it is for other sites. */
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

function ofSource(source: Source | undefined, host: string): Concern {
  const pages = source?.filters?.flatMap(filter => filter.pageDomains ?? []) ?? []
  if (pages.length > 0 && !pages.some(domain => host === domain || host.endsWith(`.${domain}`))) return 'none'
  const named = source ? hostsIn(source) : []
  // An expression that is open at its end may go on to any host.
  if (
    source?.operator === 'Matches' &&
    !named.some(each => bare(each).includes(siteOf(host))) &&
    !/[$/]/.test(source.value)
  )
    return 'any'
  if (named.length === 0) return 'any'
  const site = siteOf(host)
  return named.some(each => bare(each) === site || siteOf(bare(each)) === site || bare(each).includes(site))
    ? 'host'
    : 'none'
}

/** `host` is that of the page. */
export function concerns(rule: Rule, host: string): Concern {
  const found = rule.pairs.map(pair => ofSource(pair.source, host))
  return found.includes('host') ? 'host' : found.includes('any') ? 'any' : 'none'
}

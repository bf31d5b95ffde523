import type {PageDeed, PagePlan, PageRule, PreparedSource} from '../../contract/page-plan'
import {readAddress, isOnDomain} from '../../matching/address'
import {matcherOf, type Matcher} from '../../matching/matcher'
import type {AskedRequest} from '../../matching/request'
import {followBy, type Way} from '../follow'
import {hostOfPage} from './page-host'

/** A rule that can concern this page, made ready when it is first asked: most pages ask few of many. */
type Candidate = {readonly rule: PageRule; match?: Matcher}

type Deed<Kind> = Extract<PageDeed, {kind: Kind}>
type Stop = {readonly url: string} & Partial<Way['stops'][number]>
/** A rule that acts, and the address on the request's way that it is for. */
type Found<Kind extends PageDeed['kind']> = Stop & {readonly rule: PageRule; readonly does: Deed<Kind>}

/** The rules that act on one request, of each kind the one that does. */
type Acting = {readonly [Kind in PageDeed['kind']]?: Found<Kind>}
type Applying = Acting & {readonly way: Way | undefined}

/** A request, whatever its address, as it is in any page. */
type Asking = Omit<AskedRequest, 'address' | 'pageHost'>

/** What acts on a request. `needs-payload`: that hangs on a body that nobody has read yet. */
export type PageRules = (
  url: string,
  asking: Asking,
  takesBody: boolean,
  isUnread: boolean,
) => Applying | 'needs-payload'

const concerns = ({filters}: PreparedSource, pageHost: string): boolean =>
  filters.every(filter => filter.name !== 'pageDomains' || filter.values.some(domain => isOnDomain(pageHost, domain)))

/** The rules of this page; null where none at all can concern it. */
export function pageRules({rules, ways}: PagePlan): PageRules | null {
  const pageHost = hostOfPage()
  const candidates: Candidate[] = rules.filter(({source}) => concerns(source, pageHost)).map(rule => ({rule}))
  const here = ways.filter(({source}) => concerns(source, pageHost))
  const follow = here.length > 0 ? followBy(here) : null

  if (!candidates.length && !here.some(({isOurs}) => isOurs)) return null
  return (url, asking, takesBody, isUnread) => {
    const at = (each: string): AskedRequest => ({...asking, address: readAddress(each), pageHost})
    const way = follow?.(url, at)
    const isOpen = takesBody && isUnread
    if (isOpen && way?.because) return 'needs-payload'
    const addresses: readonly Stop[] = way?.stops ?? [{url}]
    const stops = addresses.map(stop => ({...stop, request: at(stop.url)}))
    const found: {-readonly [Kind in keyof Acting]: Acting[Kind]} & Record<string, unknown> = {}
    for (const candidate of candidates) {
      const {rule} = candidate
      const {does} = rule
      const isDone =
        does.kind === 'delay' ? does.milliseconds <= (found.delay?.does.milliseconds ?? 0) : found[does.kind]
      if (isDone || (does.kind === 'request' && !takesBody)) continue
      const isFixed = does.kind === 'response' && does.isFixed
      for (const stop of stops) {
        // What stops a request or sends it elsewhere comes before a fixed answer; of what is stopped there is no other.
        if (stop.isTaken && (isFixed || way?.isStopped)) continue
        const answer = (candidate.match ??= matcherOf(rule.source))(stop.request)
        if (answer.matched) {
          found[does.kind as string] = {rule, does, ...stop}
          break
        }
        // The payload is asked last: all else holds.
        if (isOpen && answer.because === 'requestPayload') return 'needs-payload'
      }
    }
    return {...found, way}
  }
}

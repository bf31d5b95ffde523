import type {PageDeed, PagePlan, PageRule, PreparedSource} from '../../model/page-rules'
import {readAddress, isOnDomain} from '../../matching/address'
import {matcherOf, type Matcher} from '../../matching/matcher'
import type {AskedRequest} from '../../matching/request'
import {followBy, type Way} from './redirect-chain'
import {hostOfPage} from './shared-globals'

/** Compiled at the first request, since most pages use few rules. */
type Candidate = {readonly rule: PageRule; match?: Matcher}

type Deed<Kind> = Extract<PageDeed, {kind: Kind}>
type Stop = {readonly url: string} & Partial<Way['stops'][number]>
type Found<Kind extends PageDeed['kind']> = Stop & {readonly rule: PageRule; readonly does: Deed<Kind>}

type Acting = {readonly [Kind in PageDeed['kind']]?: Found<Kind>}
type Applying = Acting & {readonly way: Way | undefined}

type Asking = Omit<AskedRequest, 'address' | 'pageHost'>

export type PageRules = NonNullable<ReturnType<typeof pageRules>>

const concerns = ({filters}: PreparedSource, pageHost: string): boolean =>
  filters.every(filter => filter.name !== 'pageDomains' || filter.values.some(domain => isOnDomain(pageHost, domain)))

export function pageRules({rules, ways}: PagePlan) {
  const pageHost = hostOfPage()
  const candidates: Candidate[] = rules.filter(({source}) => concerns(source, pageHost)).map(rule => ({rule}))
  const here = ways.filter(({source}) => concerns(source, pageHost))
  const follow = here.length > 0 ? followBy(here) : null

  if (!candidates.length && !here.some(({isOurs}) => isOurs)) return null
  /** `needs-payload`: the answer depends on the body. */
  return (url: string, asking: Asking, takesBody: boolean, isUnread: boolean): Applying | 'needs-payload' => {
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
        if (stop.isTaken && (isFixed || way?.isStopped)) continue
        const answer = (candidate.match ??= matcherOf(rule.source))(stop.request)
        if (answer.matched) {
          found[does.kind as string] = {rule, does, ...stop}
          break
        }
        if (isOpen && answer.because === 'requestPayload') return 'needs-payload'
      }
    }
    return {...found, way}
  }
}

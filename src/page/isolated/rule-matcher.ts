import type {InPageAction, PagePlan, PageRule, PreparedSource} from '../../model/page-rules'
import {readAddress, isOnDomain} from '../../matching/address'
import {createMatcher, type Matcher} from '../../matching/matcher'
import type {ParsedRequest} from '../../matching/request'
import {followRedirects, type RedirectChain} from './redirect-chain'
import {getPageHost} from './shared-globals'

/** The matcher is compiled at the first request, since most pages use few rules. */
type Candidate = {readonly rule: PageRule; match?: Matcher}

type ActionOfKind<Kind> = Extract<InPageAction, {kind: Kind}>
type Hop = {readonly url: string} & Partial<RedirectChain['hops'][number]>
type MatchedAction<Kind extends InPageAction['kind']> = Hop & {
  readonly rule: PageRule
  readonly action: ActionOfKind<Kind>
}

type MatchedActions = {readonly [Kind in InPageAction['kind']]?: MatchedAction<Kind>}
type MatchResult = MatchedActions & {readonly chain: RedirectChain | undefined}

type RequestProperties = Omit<ParsedRequest, 'address' | 'pageHost'>

export type MatchRequest = NonNullable<ReturnType<typeof createRuleMatcher>>

const appliesToPage = ({filters}: PreparedSource, pageHost: string): boolean =>
  filters.every(filter => filter.name !== 'pageDomains' || filter.values.some(domain => isOnDomain(pageHost, domain)))

/** Returns null if no rule can match in this page. */
export function createRuleMatcher({rules, ways}: PagePlan) {
  const pageHost = getPageHost()
  const candidates: Candidate[] = rules.filter(({source}) => appliesToPage(source, pageHost)).map(rule => ({rule}))
  const navigationRules = ways.filter(({source}) => appliesToPage(source, pageHost))
  const follow = navigationRules.length > 0 ? followRedirects(navigationRules) : null

  if (!candidates.length && !navigationRules.some(({isOurs}) => isOurs)) return null
  /** `needs-payload`: the result depends on the request body. */
  return (
    url: string,
    properties: RequestProperties,
    takesBody: boolean,
    isUnread: boolean,
  ): MatchResult | 'needs-payload' => {
    const toRequest = (each: string): ParsedRequest => ({...properties, address: readAddress(each), pageHost})
    const chain = follow?.(url, toRequest)
    const canReadBody = takesBody && isUnread
    if (canReadBody && chain?.undecidedBy) return 'needs-payload'
    const hops = ((chain?.hops ?? [{url}]) as readonly Hop[]).map(hop => ({...hop, request: toRequest(hop.url)}))
    const matched: {-readonly [Kind in keyof MatchedActions]: MatchedActions[Kind]} & Record<string, unknown> = {}
    for (const candidate of candidates) {
      const {rule} = candidate
      const {does: action} = rule
      const isDecided =
        action.kind === 'delay'
          ? action.milliseconds <= (matched.delay?.action.milliseconds ?? 0)
          : matched[action.kind]
      if (isDecided || (action.kind === 'request' && !takesBody)) continue
      const isFixed = action.kind === 'response' && action.isFixed
      for (const hop of hops) {
        if (hop.isHandled && (isFixed || chain?.isStopped)) continue
        const result = (candidate.match ??= createMatcher(rule.source))(hop.request)
        if (result.matched) {
          matched[action.kind as string] = {rule, action, ...hop}
          break
        }
        if (canReadBody && result.because === 'requestPayload') return 'needs-payload'
      }
    }
    return {...matched, chain}
  }
}

import {claimsTiming} from '../../model/navigator-override'
import {type PagePlan, pageRulesKey} from '../../model/page-rules'
import {matcherOf} from '../../matching/matcher'
import {readAddress} from '../../matching/address'
import {meetingOfClaims} from '../isolated/protocol'
import {handOver, openChannel} from '../isolated/channel'
import type {PagePort} from '../isolated/start'
import {hostOfPage, near, world} from '../isolated/shared-globals'

/** From the Server-Timing header; a document without a URL takes its creator's. */
function claimsHere(): string | null | undefined {
  if (!location.protocol.startsWith('http')) return near('claims')?.claims
  // A site that sends this header deceives only itself.
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const received = loading?.serverTiming.find(({name}) => name === claimsTiming)
  // Rules do not act on responses of a service worker.
  return received?.description ?? (loading?.workerStart ? undefined : null)
}

function claimsByRules({claims}: PagePlan, url: string, pageHost: string): string | null {
  if (!URL.canParse(url)) return null
  const resourceType = parent === window ? 'main_frame' : 'sub_frame'
  const request = {address: readAddress(url), method: 'GET', resourceType, pageHost, payload: undefined} as const
  return claims.find(({source}) => matcherOf(source)(request).matched)?.claims ?? null
}

/** Tells MAIN the overrides, if possible before the first script of the page. */
export function startClaims(read: PagePort['read']): void {
  if (world.claims !== undefined) return
  const here = (world.claims = {claims: claimsHere()})
  // The URL that a rule for this document would match.
  const address = document.baseURI.startsWith('http') ? document.baseURI : `${location.ancestorOrigins[0] ?? ''}/`
  const pageHost = hostOfPage()

  const {say, hold} = openChannel(() => {})
  const node = new Text()
  if (!world.isLate && handOver(meetingOfClaims, node)) hold(node)

  function tellClaims() {
    if (here.claims) say(here.claims)
  }

  async function askRules() {
    const plan = await read(pageRulesKey)
    here.claims = plan === undefined ? null : claimsByRules(JSON.parse(plan) as PagePlan, address, pageHost)
    tellClaims()
  }

  if (here.claims === undefined) void askRules()
  else tellClaims()
}

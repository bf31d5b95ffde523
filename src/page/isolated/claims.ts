import {claimsTiming} from '../../contract/claims'
import type {PagePlan} from '../../contract/page-plan'
import {matcherOf} from '../../matching/matcher'
import {readAddress} from '../../matching/address'
import {meetingOfClaims} from '../wire'
import {handOver, openChannel} from './channel'
import {hostOfPage} from './page-host'
import {near, world} from './world'

/** What to say of the browser, as JSON; null for what it says itself, undefined as long as only the rules can tell. */
type Known = string | null | undefined

export type Claiming = {claims: Known}

/** What this document says of the browser; one that was not loaded says what the one says that made it. */
function claimsHere(): Known {
  if (!location.protocol.startsWith('http')) return near('claims')?.claims
  // A site can send the same, and then deceives its own pages only.
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const received = loading?.serverTiming.find(({name}) => name === claimsTiming)
  // The answer of a service worker never was on the network, where rules act.
  return received?.description ?? (loading?.workerStart ? undefined : null)
}

/** What the rules say of a document that no answer told. */
function claimsByRules({claims}: PagePlan, url: string, pageHost: string): string | null {
  if (!URL.canParse(url)) return null
  const resourceType = parent === window ? 'main_frame' : 'sub_frame'
  const request = {address: readAddress(url), method: 'GET', resourceType, pageHost, payload: undefined} as const
  return claims.find(({source}) => matcherOf(source)(request).matched)?.claims ?? null
}

/** Tells MAIN what to say of the browser: at once where it is known, before the first script of the page. */
export function startClaims(readPlan: () => Promise<string | undefined>): void {
  if (world.claims !== undefined) return
  const here: Claiming = {claims: claimsHere()}
  world.claims = here
  // The address for whose document a rule would have to be.
  const address = document.baseURI.startsWith('http') ? document.baseURI : `${location.ancestorOrigins[0] ?? ''}/`
  const pageHost = hostOfPage()

  const {say, hold} = openChannel(() => {})
  const node = new Text()
  if (!world.isLate && handOver(meetingOfClaims, node)) hold(node)

  function tellClaims() {
    if (here.claims) say(here.claims)
  }

  async function askRules() {
    const plan = await readPlan()
    here.claims = plan === undefined ? null : claimsByRules(JSON.parse(plan) as PagePlan, address, pageHost)
    tellClaims()
  }

  if (here.claims === undefined) void askRules()
  else tellClaims()
}

import {navigatorTimingName} from '../../model/navigator-override'
import type {PagePlan} from '../../model/page-rules'
import {createMatcher} from '../../matching/matcher'
import {readAddress} from '../../matching/address'
import {navigatorHandshakeEvent} from '../isolated/protocol'
import {offerNode, openChannel} from '../isolated/channel'
import {readPlan, type PlanPort} from '../isolated/plan'
import {getPageHost, fromParentFrame, sharedGlobals} from '../isolated/shared-globals'

/** Reads Server-Timing. A document without a URL inherits the override of its creator. */
function readOverride(): string | null | undefined {
  if (!location.protocol.startsWith('http')) return fromParentFrame('navigator')?.override
  // A site that sends this header changes only its own pages.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const timing = navigation?.serverTiming.find(({name}) => name === navigatorTimingName)
  // Browser rules do not act on responses of a service worker.
  return timing?.description ?? (navigation?.workerStart ? undefined : null)
}

function findOverride({claims}: PagePlan, url: string, pageHost: string): string | null {
  if (!URL.canParse(url)) return null
  const resourceType = parent === window ? 'main_frame' : 'sub_frame'
  const request = {address: readAddress(url), method: 'GET', resourceType, pageHost, payload: undefined} as const
  return claims.find(({source}) => createMatcher(source)(request).matched)?.claims ?? null
}

/** Sends the overrides to MAIN, before the first script of the page if possible. */
export function startNavigatorIsolated(port: PlanPort): void {
  if (sharedGlobals.navigator !== undefined) return
  const shared = (sharedGlobals.navigator = {override: readOverride()})
  // The URL that a rule for this document would match.
  const url = document.baseURI.startsWith('http') ? document.baseURI : `${location.ancestorOrigins[0] ?? ''}/`
  const pageHost = getPageHost()

  const {send, connect} = openChannel(() => {})
  const node = new Text()
  if (!sharedGlobals.isLate && offerNode(navigatorHandshakeEvent, node)) connect(node)

  function sendOverride() {
    if (shared.override) send(shared.override)
  }

  async function applyPlan() {
    const plan = await readPlan(port).first
    shared.override = plan === undefined ? null : findOverride(JSON.parse(plan) as PagePlan, url, pageHost)
    sendOverride()
  }

  if (shared.override === undefined) void applyPlan()
  else sendOverride()
}

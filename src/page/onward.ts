import type {PagePlan} from '../contract/page-plan'
import {readAddress, withoutFragment} from '../matching/address'
import {matcherOf} from '../matching/matcher'
import type {AskedRequest} from '../matching/request'
import {followBy} from './follow'
import type {Detour} from './detour'

/** Where the waiting page is: in a tab or a frame of one. */
export type Place = {readonly isFrame: boolean; readonly pageHost: string}

/** What the waiting page does; no address where a rule stops it. */
export type Onward = {readonly wait: number; readonly url: string | null; readonly rules: readonly string[]}

/**
 * The browser sends every address here that a rule may be for whose regex it refuses; whether it is for this one is seen here. Browser
 * rules act on what is opened from here but for Delay, whose own way here comes before all others.
 */
export function onwardFrom({wait, url}: Detour, plan: PagePlan | null, {isFrame, pageHost}: Place): Onward {
  if (plan === null || !plan.ways.some(({isOurs}) => isOurs)) return {wait, url, rules: []}
  const asked = withoutFragment(url)
  const at = (address: string): AskedRequest => {
    const read = readAddress(address)
    return {
      address: read,
      method: 'GET',
      resourceType: isFrame ? 'sub_frame' : 'main_frame',
      pageHost: isFrame ? pageHost : read.host,
      payload: undefined,
    }
  }
  const way = followBy(plan.ways)(asked, at)
  const delayed = (address: string): number =>
    Math.max(
      0,
      ...plan.rules.map(({does, source}) =>
        does.kind === 'delay' && matcherOf(source)(at(address)).matched ? does.milliseconds : 0,
      ),
    )
  const {goes, rules} = way
  const passed = way.stops.slice(1, way.stops.findIndex(stop => stop.url === withoutFragment(goes ?? asked)) + 1)
  const later = wait > 0 ? 0 : (passed.map(stop => delayed(stop.url)).find(each => each > 0) ?? 0)
  if (way.isStopped) return {wait, url: null, rules}
  const fragment = url.slice(asked.length)
  return {wait: wait + later, url: goes === null ? url : goes.includes('#') ? goes : goes + fragment, rules}
}

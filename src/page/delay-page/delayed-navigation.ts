import type {BrowserRule} from '../../model/extension-rule'
import {compileExpression} from '../../matching/expression'
import {readRegex} from '../../matching/regex/read'
import type {PagePlan} from '../../model/page-rules'
import {readAddress, withoutFragment} from '../../matching/address'
import {matcherOf} from '../../matching/matcher'
import type {AskedRequest} from '../../matching/request'
import {followBy} from '../isolated/redirect-chain'

type Place = {readonly isFrame: boolean; readonly pageHost: string}

type Onward = {readonly wait: number; readonly url: string | null; readonly rules: readonly string[]}

/** Browser rules with a fallback condition send more here than the rule matches, so the rule's own matcher decides. */
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

/** `wait` is in milliseconds. */
type Detour = {
  readonly id: number
  readonly wait: number
  readonly url: string
  readonly lead: string
}

/** Reads `…/delay-page.html#<secret>,<id>,1500,https://shop.test/a?b#c`. Any page can open it, so it leads to the web only. */
export function readDetour(address: string): Detour | null {
  const [, lead = '', id = '', wait = '', url = ''] = /^([^#]+#\w+,(\d{1,10}),(\d{1,6}),)(.+)$/s.exec(address) ?? []
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? {id: Number(id), wait: Number(wait), url, lead} : null
}

/** Whether a browser rule in force led here. Requests of an extension get SameSite=Strict cookies, so no page may start one: pages do not know the secret. */
export const leadsBy =
  ({lead, url}: Detour) =>
  ({action, condition}: BrowserRule): boolean => {
    if (action.redirect?.regexSubstitution !== `${lead}\\0`) return false
    const flags = condition.isUrlFilterCaseSensitive === false ? 'i' : ''
    const read = readRegex(`/${condition.regexFilter ?? ''}/${flags}`, {spell: text => text})
    return 'regex' in read && compileExpression(read.regex.tokens, read.regex.ignoreCase)(url) !== null
  }

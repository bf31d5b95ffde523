import {withoutFragment} from '../../matching/address'
import type {Tested} from '../../engine/why/tested'
import type {Verdict} from '../../engine/why/verdict'
import {bandOf} from '../../engine/why/walk'
import {looksAtPayload} from '../looks-at-payload'
import type {Entry} from './entries'

const originOf = (url: string): string | undefined => URL.parse(url)?.origin

/** Whether the browser asks by itself, before a request of the page to another origin, if it may be sent. */
export const isPreflight = ({method, resourceType, url, page}: Tested): boolean =>
  method === 'OPTIONS' && resourceType === 'xmlhttprequest' && page !== '' && originOf(page) !== originOf(url)

/** Whether scripts in the page do to fetch and XHR what the rule says. */
const isByPage = ({deed}: Verdict): boolean =>
  deed !== null && (deed.did === 'in-page' || deed.touch.isBeyond || bandOf(deed.touch) === 'delay')

/** Whether it would be done by scripts in the page alone, if what the page sends were what the rule looks for, or none acted first. */
const wouldBeByPage = ({reason, contender: {rule}}: Verdict): boolean =>
  (reason?.why === 'acts-first' || (reason?.why === 'filter' && reason.filter === 'requestPayload')) &&
  (/^(?:Request|Response|Delay)$/.test(rule.ruleType) || looksAtPayload(rule))

/** What becomes of a rule on a preflight, which no script of a page sees. */
export const ofPreflight = (verdict: Verdict): Verdict =>
  isByPage(verdict) || wouldBeByPage(verdict)
    ? {...verdict, kind: 'no-match', deed: null, reason: {why: 'kind', problem: undefined}}
    : verdict

/** Whether the browser let it set out to the last address that a server or rule sent it to, and it is this one. */
const hasSetOut = ({asked: {url}, ledTo = [], isHeldBack}: Entry): boolean =>
  isHeldBack !== true && withoutFragment(ledTo.at(-1) ?? url) === withoutFragment(url)

/**
 * Whether it failed before it was sent, if nobody tells of headers that were to be set. A preflight that no rule is for, as one for PUT alone, Chrome
 * tells no extension; where it `tellsRules`, it is told by the headers, else by the method that always has one.
 */
export function isRefusedFirst(entry: Entry, tellsRules: boolean): boolean {
  const {asked, movedTo = asked.url, failed, status, hasPreflight} = entry
  if (failed === undefined || status !== undefined) return false
  if (hasPreflight) return true
  const isToOthers = asked.type === 'xmlhttprequest' && asked.page !== '' && originOf(asked.page) !== originOf(movedTo)
  const hasOne = tellsRules || !/^(?:GET|HEAD|POST)$/.test(asked.method)
  return failed === 'net::ERR_FAILED' && isToOthers && hasOne && hasSetOut(entry)
}

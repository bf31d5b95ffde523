import {withoutFragment} from '../../matching/address'
import type {Tested} from '../../engine/why/tested'
import type {Verdict} from '../../engine/why/verdict'
import {bandOf} from '../../engine/why/walk'
import {looksAtPayload} from '../looks-at-payload'
import type {Entry} from './entries'
import {aborted} from './log'

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

/** Why a request was not sent: the server did not allow it, or did not say, and whether that is certain. */
type Unsent = {readonly why: 'not-allowed' | 'not-answered'; readonly isSure: boolean}

const refused = 'net::ERR_FAILED'

/**
 * Why a request was not sent of which nobody tells that headers were set; null where that is not known. A preflight that no rule is for, as one for PUT
 * alone, Chrome tells no extension; where it `tellsRules`, it is told by the headers, else by the method that always has one.
 */
export function unsentBy(entry: Entry, tellsRules: boolean): Unsent | null {
  const {asked, movedTo = asked.url, failed = '', status, hasPreflight = false, isTouched} = entry
  const isStopped = failed === '' || failed === aborted || failed.startsWith('net::ERR_BLOCKED')
  if (isStopped || status !== undefined || isTouched || !hasSetOut(entry)) return null
  const isToOthers = asked.type === 'xmlhttprequest' && asked.page !== '' && originOf(asked.page) !== originOf(movedTo)
  const isSure = hasPreflight || (isToOthers && !/^(?:GET|HEAD|POST)$/.test(asked.method))
  const isKnown = tellsRules ? isSure || isToOthers : isSure && failed === refused
  return isKnown ? {why: failed === refused ? 'not-allowed' : 'not-answered', isSure} : null
}

import type {FilterName} from '../model/page-rules'
import type {Rule} from '../model/rule'
import type {ResourceType} from '../model/source'
import {explainLibrary} from './explain'
import {createRuleIndexCache} from './rule-index'
import type {NamedLibrary} from './explain-request'
import type {Verdict} from './verdict'

/** Why an enabled rule had no effect on a page. */
export type NoMatchReason =
  | {readonly why: 'reload' | 'unknown' | 'nothing-to-change' | 'no-request'}
  | {readonly why: 'overridden'; readonly by: string}
  | {readonly why: 'filter'; readonly filter: FilterName}

export type PageRequests = {
  readonly page: string
  /**
   * From resource timing, which has no methods and no payloads. `other` means that the type is
   * unknown.
   */
  readonly requests: readonly {readonly url: string; readonly type: ResourceType}[]
}

type NoMatchOptions = PageRequests & {
  readonly library: NamedLibrary
  /** Whether the rule changed after the page was opened. */
  readonly isNewer: (rule: Rule) => boolean
}

/** Browsers keep 250 resource timing entries per frame. */
const maxRequests = 500

/** With several requests, the reason that comes first in this list is shown. */
const reasonOrder = [
  'reload',
  'overridden',
  'unknown',
  'requestPayload',
  'requestMethod',
  'nothing-to-change',
  'resourceType',
  'pageDomains',
]
const getRank = (reason: NoMatchReason): number =>
  reasonOrder.indexOf(reason.why === 'filter' ? reason.filter : reason.why)

type Filters = readonly {readonly requestMethod?: unknown; readonly requestPayload?: unknown}[] | undefined
const needsUnknownFields = (filters: Filters): boolean =>
  filters?.some(({requestMethod, requestPayload}) => requestMethod ?? requestPayload) === true

/**
 * Returns a function that explains why a rule had no effect on the requests of a page, which
 * include its own URL. Requests are simulated as GET. A result that depends on the method or the
 * payload is not returned.
 */
export function explainUnmatchedRules({
  library,
  page,
  requests,
  isNewer,
}: NoMatchOptions): (ruleId: string) => NoMatchReason {
  const found = new Map<string, NoMatchReason>()
  const index = createRuleIndexCache()
  const rules = new Map(library.rules.map(({id, rule}) => [id, rule]))

  function getReason({candidate, effect, reason, match}: Verdict, type: ResourceType): NoMatchReason | null {
    if (effect !== null) {
      if (needsUnknownFields(match?.condition.source?.filters)) return {why: 'filter', filter: 'requestMethod'}
      // A reload does not open the delay page.
      const isByDelayPage = type === 'main_frame' && (candidate.rule.ruleType === 'Delay' || match?.isFallback === true)
      return {why: isNewer(candidate.rule) && !isByDelayPage ? 'reload' : 'unknown'}
    }
    switch (reason?.why) {
      case 'source':
      case 'off':
        return null
      case 'acts-first':
      case 'goes-elsewhere':
      case 'header-taken': {
        const isSure = rules.get(reason.by.id)?.pairs.every(({source}) => !needsUnknownFields(source?.filters))
        return isSure ? {why: 'overridden', by: reason.by.id} : {why: 'unknown'}
      }
      case 'filter':
        return type === 'other' && reason.filter === 'resourceType'
          ? {why: 'unknown'}
          : {why: 'filter', filter: reason.filter}
      case 'request-type':
        // A Request rule needs a request body, and whether there is one depends on the unknown
        // method.
        return type === 'other' || (type === 'xmlhttprequest' && candidate.rule.ruleType === 'Request')
          ? {why: 'unknown'}
          : {why: 'filter', filter: 'resourceType'}
      case 'no-text':
      case 'same':
        return {why: 'nothing-to-change'}
      default:
        return {why: 'unknown'}
    }
  }

  const all = [{url: page, type: 'main_frame' as const}, ...requests]
  const distinct = new Map(all.map(each => [`${each.type} ${each.url}`, each]))
  for (const {url, type} of [...distinct.values()].slice(0, maxRequests)) {
    const work = explainLibrary({
      request: {url, method: 'GET', resourceType: type, page, payload: ''},
      library,
      indexCache: index,
    })
    let step = work.next()
    while (!step.done) step = work.next()
    if ('fault' in step.value) continue
    for (const verdict of step.value.verdicts) {
      const reason = getReason(verdict, type)
      const before = found.get(verdict.candidate.id)
      if (reason && (!before || getRank(reason) < getRank(before))) found.set(verdict.candidate.id, reason)
    }
  }
  return id => found.get(id) ?? {why: 'no-request'}
}

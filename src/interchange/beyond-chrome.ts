import {fault, type Fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import {actsOnlyOn, doesNothingFor, fetchAndXhr, fetchXhrAndPages, openedPages} from '../contract/reasons'
import type {PairOf, RuleType} from '../contract/rules'
import type {ResourceType} from '../contract/source'
import {readPattern} from '../matching/pattern'
import {beyondChromeIn} from '../matching/regex/beyond-chrome'
import {isEndless, readSought} from '../matching/replace-text'

type Pair = RulePayload['pairs'][number]

const opened: readonly ResourceType[] = ['main_frame', 'sub_frame']
/** What our own matcher looks at where Chrome does not. */
const ours: Readonly<Record<RuleType, readonly ResourceType[]>> = {
  Redirect: ['xmlhttprequest', ...opened],
  Cancel: ['xmlhttprequest', ...opened],
  Replace: ['xmlhttprequest', ...opened],
  QueryParam: ['xmlhttprequest', ...opened],
  Headers: [],
  UserAgent: [],
  Request: ['xmlhttprequest'],
  Response: ['xmlhttprequest'],
  Delay: ['xmlhttprequest'],
}

/** For whom else Chrome would have to look: nobody, where all is done in the page. */
const isOurs = (ruleType: RuleType, pair: Pair): boolean =>
  ruleType === 'Request' || (ruleType === 'Response' && (pair as PairOf<'Response'>).type === 'code')

function inSource({source}: Pair): string | undefined {
  const read = source && readPattern(source)
  return read && !('fault' in read) && read.pattern.kind === 'expression'
    ? beyondChromeIn(read.pattern.tokens)
    : undefined
}

function inSought(from: string): string | undefined {
  const read = readSought(from)
  return 'kind' in read && read.kind === 'regex' ? beyondChromeIn(read.tokens) : undefined
}

/** A script and the page of a detour can go to the web alone. */
const leavesTheWeb = (pair: Pair): boolean =>
  'destination' in pair && !/^(?:https?:|\$[1-9])/i.test(String(pair.destination).trim())

function worksFor(ruleType: RuleType, pair: Pair): string | undefined {
  if (leavesTheWeb(pair) || ('from' in pair && isEndless(String(pair.from)))) return undefined
  const filters = pair.source?.filters ?? []
  const passes = (list: readonly string[] | undefined, one: string) => !list?.length || list.includes(one)
  const left = ours[ruleType].filter(type => filters.every(({resourceType}) => passes(resourceType, type)))
  // Others are not sent anew, and nobody reads what they send.
  const canOpen = filters.every(each => passes(each.requestMethod, 'GET') && !each.requestPayload)
  const opens = canOpen && left.some(type => opened.includes(type))
  if (!left.includes('xmlhttprequest')) return opens ? openedPages : undefined
  return opens ? fetchXhrAndPages : fetchAndXhr
}

/** What is to be said of expressions that other tools ask JavaScript for, and Chrome looks for in none. */
export const notesBeyondChrome = ({ruleType, pairs}: RulePayload): Fault[] =>
  pairs.flatMap((pair, index) => {
    if (isOurs(ruleType, pair)) return []
    const condition = pairs.length === 1 ? undefined : index + 1
    const note = (path: string, what: string | undefined) => {
      if (what === undefined) return []
      const works = worksFor(ruleType, pair)
      const reason = works === undefined ? doesNothingFor(what, condition) : actsOnlyOn(what, works, condition)
      return [fault(`pairs[${index}].${path}`, 'changed', reason)]
    }
    return [
      ...note('source.value', inSource(pair)),
      // Whoever says this type has pairs of this shape.
      ...(ruleType === 'Replace' ? note('from', inSought((pair as PairOf<'Replace'>).from)) : []),
    ]
  })

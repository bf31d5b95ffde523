import {fault, type Fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import {
  actsByFallback,
  actsOnlyOn,
  alwaysEmpty,
  doesNothingFor,
  fetchAndXhr,
  fetchXhrAndPages,
  frameEndsChrome,
  matchesNoText,
  noBodyInGet,
  noPicture,
  openedPages,
  outOfReach,
  tooLargeButForFetch,
  tooLargeForChrome,
} from '../contract/reasons'
import type {PairOf, RuleType} from '../contract/rules'
import type {ResourceType} from '../contract/source'
import {readPattern} from '../matching/pattern'
import {beyondChromeIn} from '../matching/regex/beyond-chrome'
import {isEndless, readSought} from '../matching/replace-text'
import type {Problem} from '../contract/problems'
import {readRule} from '../contract/rule'
import {translate} from '../translate/translate'

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

/** Rounded up, or it may come to just what Chrome takes. */
const megabytes = (size: number): string => `${(Math.ceil(size / 100_000) / 10).toFixed(1)} MB`

/** What an expression asks for that Chrome never takes is said elsewhere. */
function noteOf({code, pair = 0, field = '', says = {}}: Problem, areSeveral: boolean): Fault | undefined {
  const condition = areSeveral ? pair + 1 : undefined
  const path = `pairs[${pair}].${field}`
  if (code === 'in-page-only' && says['because'] === undefined) return fault(path, 'changed', outOfReach(condition))
  if (code === 'never-matches' && says['reason'] === noBodyInGet) return fault(path, 'changed', noBodyInGet)
  if (code === 'no-picture') return fault(path, 'changed', noPicture(condition))
  if (code === 'regex-refused' && says['reason'] === matchesNoText) return fault(path, 'switched-off', matchesNoText)
  if (code === 'regex-in-part' && says['because'] === '')
    return fault(path, 'changed', actsByFallback(String(says['works'])))
  if (code === 'file-too-large') return fault(path, 'switched-off', tooLargeForChrome(megabytes(Number(says['size']))))
  if (code === 'frame-text') return fault(`pairs[${pair}].source.filters`, 'changed', frameEndsChrome)
  if (code === 'fetch-only' && says['because'] === 'size')
    return fault(`pairs[${pair}].value`, 'changed', tooLargeButForFetch)
  return undefined
}

function problemsOf(rule: object): readonly Problem[] {
  const read = readRule({...rule, id: 'any'})
  return read.ok ? translate(read.value).problems : []
}

/** The notes that the form shows below a field: conditions that match no URL, captures that are always empty. */
export function notesOfFields(rule: RulePayload): Fault[] {
  const ofConditions = rule.pairs.flatMap(({source}, pair) => {
    if (source === undefined || source.value.trim() === '') return []
    const read = readPattern(source)
    if ('pattern' in read || read.fault.code !== 'never-matches') return []
    return [fault(`pairs[${pair}].source.value`, 'changed', read.fault.reason)]
  })
  const mayCapture = (rule.ruleType === 'Redirect' || rule.ruleType === 'Replace') && hasCapture(rule.pairs)
  const ofCaptures = (mayCapture ? problemsOf(rule) : []).flatMap(({code, pair = 0, field = '', says = {}}) => {
    if (code !== 'empty-capture') return []
    const pattern = says['pattern'] === 'regex' ? 'regex' : 'condition'
    const reason = alwaysEmpty(Number(says['missing']), Number(says['groups']), pattern)
    return [fault(`pairs[${pair}].${field}`, 'changed', reason)]
  })
  return [...ofConditions, ...ofCaptures]
}

const hasCapture = (pairs: readonly object[]): boolean =>
  pairs.some(pair => Object.values(pair).some(value => typeof value === 'string' && /\$[1-9]/.test(value)))

const hasMoreToSay: ReadonlySet<string> = new Set(['Replace', 'Redirect', 'Response', 'Request', 'Delay'])

/**
 * What is to be said of rules by what they become for Chrome: other tools replace in an address by their own code, all places at once, whatever
 * stands around them, and answer with texts of any size.
 */
export function notesOfTranslation(rule: RulePayload): Fault[] {
  return hasMoreToSay.has(rule.ruleType)
    ? problemsOf(rule).flatMap(problem => noteOf(problem, rule.pairs.length > 1) ?? [])
    : []
}

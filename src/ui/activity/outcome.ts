import type {Rule, RuleOf} from '../../contract/rule'
import {partOf} from '../../contract/page-plan'
import {blocked, type Entry} from './log'

export type Outcome =
  | {readonly kind: 'status'; readonly status: number}
  | {readonly kind: 'failed'; readonly why: string}
  | {readonly kind: 'code-failed'; readonly code: 'request' | 'response'}
  | {readonly kind: 'stopped' | 'waiting' | 'unknown'}

/** The rule with those of its pairs alone that its page reported; whole where it reported none. */
export function withActedPairs(rule: Rule, {pageParts = []}: Pick<Entry, 'pageParts'>): Rule {
  const pairs = rule.pairs.filter((_, index) => pageParts.includes(partOf(rule, index)))
  return pairs.length > 0 ? ({...rule, pairs} as Rule) : rule
}

export type FixedAnswer = RuleOf<'Response'>['pairs'][number]

/** The answer of the Response rule that acted on a request; null where it is made by code, or where it is not known which one it was. */
export function fixedAnswerOf(entry: Entry, acted: readonly Rule[]): FixedAnswer | null {
  const rule = acted.map(each => withActedPairs(each, entry)).find(({ruleType}) => ruleType === 'Response')
  const [pair, other] = rule?.ruleType === 'Response' ? rule.pairs : []
  return pair?.type === 'static' && !other ? pair : null
}

export function outcomeOf(entry: Entry, acted: readonly Rule[]): Outcome {
  const {asked, failed, codeFailed = [], isServed} = entry
  const [lastFailed] = codeFailed.slice(-1)
  if (lastFailed) return {kind: 'code-failed', code: lastFailed.kind}
  if (acted.some(({ruleType}) => ruleType === 'Cancel') && (failed === blocked || isServed)) return {kind: 'stopped'}
  const answer = fixedAnswerOf(entry, acted)
  // In a page a fixed answer is given where the server gives none, too.
  const isGiven = answer !== null && asked.type === 'xmlhttprequest' && entry.isGivenUp !== true
  if (failed !== undefined && !isGiven) return {kind: 'failed', why: failed}
  const isAnswered = isServed || failed !== undefined
  const status = answer?.statusCode ?? entry.status ?? (isAnswered ? 200 : undefined)
  if (status !== undefined) return {kind: 'status', status}
  const isUnreported = asked.id === '' && entry.waits !== true
  return {kind: entry.isUnheard || isUnreported ? 'unknown' : 'waiting'}
}

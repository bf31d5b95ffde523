import {encodeFormText, findParamSpelling} from '../../matching/query-changes'
import type {PairOf} from '../../model/rules'
import type {CandidateRule} from '../../simulator/candidate-rules'
import {getConditions} from '../../simulator/conditions'
import {findMismatch, type Mismatch} from '../../simulator/mismatch'
import type {NearMiss} from '../../simulator/near-miss'
import type {MatchedCondition} from '../../simulator/request-flow'
import {readTestRequest, type TestRequest} from '../../simulator/test-request'
import type {Reason} from '../../simulator/verdict'
import {createSegmentedTexts, toTextSegments, type TextSegments} from '../text-segments'
import {testerTexts} from '../../locales/tester'
import {formatReason} from './faults'
import {shortenName} from './quote'

const format = createSegmentedTexts(testerTexts)

type Miss<Kind extends NearMiss['miss']['kind']> = Extract<NearMiss['miss'], {kind: Kind}>

const explainEqualsMiss = ({part, actual, at, expected}: Miss<'equals'>): TextSegments =>
  actual === '' ? format('equalsEmpty', {part, expected}) : format('equals', {part, actual, expected, place: at + 1})

const explainContainsMiss = ({part, expected, longest}: Miss<'contains'>): TextSegments =>
  longest === '' ? format('containsNothing', {part, expected}) : format('contains', {part, expected, longest})

function explainMismatch(mismatch: Mismatch): TextSegments {
  switch (mismatch.kind) {
    case 'case':
      return format('mismatch.case', {part: mismatch.part, actual: mismatch.actual})
    case 'spelling':
      return format('mismatch.spelling', {part: mismatch.part, actual: mismatch.actual})
    case 'stops':
      return format('mismatch.stops', {part: mismatch.part, found: mismatch.found, next: mismatch.next})
    case 'goes-on':
      return format('mismatch.goes-on', {part: mismatch.part, found: mismatch.found, after: mismatch.after})
    default:
      return format('mismatch.part', {kind: mismatch.kind, url: mismatch.url})
  }
}

/** The captures of a match, such as " · $1 is cart". */
export function explainCaptures({textMatch, condition: {source}}: MatchedCondition): TextSegments {
  const hasCaptures = source?.operator === 'Matches' || source?.operator === 'Wildcard_Matches'
  return (hasCaptures ? textMatch.captures : []).flatMap((text, index) =>
    text === ''
      ? format('capture.empty', {number: index + 1})
      : format('capture', {number: index + 1, text: shortenName(text)}),
  )
}

/** Why a change of the query leaves the URL as it is. */
export function explainSame(match: MatchedCondition | null): TextSegments {
  const {modifications = []} = (match?.condition.pair ?? {}) as Partial<PairOf<'QueryParam'>>
  const [removed] = modifications.filter(({type}) => type === 'Remove')
  if (match?.candidate.rule.ruleType !== 'QueryParam' || !removed || modifications.some(({type}) => type !== 'Remove'))
    return format('same')
  for (const {param} of modifications) {
    const actual = findParamSpelling(match.url, param)
    if (actual !== undefined) return format('sameSpelling', {actual, expected: encodeFormText(param)})
  }
  return format('noParam', {param: removed.param})
}

export function explainMiss({miss}: NearMiss, mismatch: Mismatch | null): TextSegments {
  if (mismatch !== null) return explainMismatch(mismatch)
  if (miss.kind === 'never') return toTextSegments(miss.reason ? formatReason(miss.reason) : '')
  if (miss.kind === 'equals') return explainEqualsMiss(miss)
  if (miss.kind === 'contains') return explainContainsMiss(miss)
  return format('pattern', {part: miss.part, expected: miss.expected})
}

/** Computed when it is shown, because most rules of a library do not match. */
export function getMismatch(
  {index}: Extract<Reason, {why: 'source'}>,
  {rule}: CandidateRule,
  testRequest: TestRequest,
): Mismatch | null {
  const condition = getConditions(rule)[index]
  const read = readTestRequest(testRequest)
  return condition && !('fault' in read) ? findMismatch(condition, read.requestAt(read.url).address) : null
}

import {isLeftOut, type Problem, type ProblemCode} from '../../../contract/problems'
import {worksFor, worksForWords as words} from '../../words'
import type {Draft} from './draft'

/** What a draft would act on: what rules of its type do, but for the conditions that come to nothing. */
export function worksForSaid({ruleType, faults, idle, pairs}: Draft, problems: readonly Problem[]): string {
  // Both the URL and a filter of one condition can be refused.
  const inPart = (code: ProblemCode) => [
    ...new Set(problems.flatMap(each => (each.code === code && each.pair !== undefined ? [each.pair + 1] : []))),
  ]
  const fetchOnly = inPart('fetch-only')
  const isInPages = pairs.value.every(
    ({pair}, at) => ('type' in pair && pair.type === 'code') || fetchOnly.includes(at + 1),
  )
  const usual = ruleType === 'Response' && isInPages ? words.inPagesOfResponse : worksFor[ruleType]
  // What is not written yet is no mistake.
  if (faults.value.length > 0) return usual
  const isOut = (at: number) =>
    idle.value.includes(at) ||
    problems.some(each => each.field === undefined && (each.pair ?? at) === at && isLeftOut(each))
  const out = pairs.value.flatMap((_, at) => (isOut(at) ? [at + 1] : []))
  const [refused, byPayload] = [inPart('regex-in-part'), inPart('payload-in-part')]
  const count = pairs.value.length
  if (out.length === count) return words.nothing
  const areAll = (some: readonly number[]) => some.length > 0 && new Set([...out, ...some]).size === count
  const runsOnResponses =
    ruleType === 'Response' &&
    pairs.value.some(
      ({pair}) =>
        'type' in pair && pair.type === 'code' && !('serveWithoutRequest' in pair && pair.serveWithoutRequest),
    )
  return [
    areAll(refused) ? words.refused : areAll(byPayload) ? words.payload : usual,
    ...(areAll(refused) || refused.length === 0 ? [] : [words.refusedSome(refused)]),
    ...(areAll(byPayload) || byPayload.length === 0 ? [] : [words.payloadSome(byPayload)]),
    ...(runsOnResponses ? [words.codeSkipsEventStreams] : []),
    ...(out.length === 0 ? [] : [words.leftOut(out)]),
  ].join(' ')
}

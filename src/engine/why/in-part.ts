import {withoutMoot, type Problem, type ProblemCode} from '../../contract/problems'
import type {Contender} from './contest'
import type {Touch} from './walk'

const inPart: ReadonlySet<ProblemCode> = new Set([
  'fragment-too',
  'regex-in-part',
  'payload-in-part',
  'unknown-filter',
  'query-spelling',
  'replace-in-part',
  'content-type',
  'append-sets',
  'file-navigations-only',
])

/** What a rule does not quite do, by the conditions of it that act; null where they do all that they say. */
export function inPartOf({id, judged, problems}: Contender, acting: readonly Touch[]): Problem | null {
  const own = acting.flatMap(({contender, condition}) => (contender.id === id ? condition.index : []))
  const isOwn = ({code, pair}: Problem) => inPart.has(code) && (pair === undefined || own.includes(pair))
  return withoutMoot(judged?.translation.problems ?? problems).find(isOwn) ?? null
}

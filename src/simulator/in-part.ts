import type {Problem, ProblemCode} from '../contract/problems'
import type {Contender} from './contest'
import type {Touch} from './walk'

const inPart: ReadonlySet<ProblemCode> = new Set([
  'fragment-too',
  'regex-in-part',
  'payload-in-part',
  'unknown-filter',
  'query-spelling',
  'content-type',
  'append-sets',
  'file-navigations-only',
  'empty-capture',
])

/**
 * What a rule does not quite do, by the conditions of it that act; null where they do all that they say. Of a header that a rule above has
 * (`request x-a`) nothing is done at all.
 */
export function inPartOf(
  {id, judged, problems}: Contender,
  acting: readonly Touch[],
  lost: ReadonlySet<string> = new Set(),
): Problem | null {
  const own = acting.flatMap(({contender, condition}) => (contender.id === id ? condition.index : []))
  const isLost = ({code, says}: Problem) =>
    code === 'append-sets' && lost.has(`request ${String(says?.['header']).trim().toLowerCase()}`)
  const isOwn = (problem: Problem) =>
    inPart.has(problem.code) && (problem.pair === undefined || own.includes(problem.pair)) && !isLost(problem)
  return (judged?.translation.problems ?? problems).find(isOwn) ?? null
}

import type {CandidateRule, DraftRule} from './candidate-rules'
import {createRuleIndexCache, type RuleIndex, type RuleIndexCache} from './rule-index'
import {explainRequest, type NamedLibrary, type Explanation} from './explain-request'
import {readTestRequest, type TestRequestFault, type TestRequest} from './test-request'
import type {Verdict} from './verdict'

export type DraftExplanation = Explanation & {readonly draft: Verdict}

type ExplainOptions = {
  readonly request: TestRequest
  readonly library: NamedLibrary
  /** Reuses the index of an earlier explanation. */
  readonly indexCache?: RuleIndexCache
}
export type ExplainDraftOptions = ExplainOptions & {readonly draft: DraftRule}
/** `about`: ids of rules that get a verdict even without a match. */
export type ExplainLibraryOptions = ExplainOptions & {readonly about?: readonly string[]}

/** Rules of the draft's group that are listed without a match. */
const maxNeighbours = 3
/** Finds rules near the draft in its group that do not match the request. */
function findNeighbours(
  {candidates, getPosition}: RuleIndex,
  draft: CandidateRule,
  isMatched: (id: string) => boolean,
): readonly CandidateRule[] {
  const {groupId} = draft.rule
  if (groupId === '') return []
  const at = getPosition(draft.id) ?? 0
  const from = Math.max(0, at - 50)
  return candidates
    .slice(from, at + 50)
    .map((each, index) => ({each, far: Math.abs(from + index - at)}))
    .filter(({each}) => each.rule.groupId === groupId && each.off === null && !each.isDraft && !isMatched(each.id))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, maxNeighbours)
    .map(({each}) => each)
}

/**
 * Explains a request under the stored rules. Yields often, so that the caller can pause or stop it.
 */
export function* explainLibrary({
  request,
  library,
  about = [],
  indexCache = createRuleIndexCache(),
}: ExplainLibraryOptions): Generator<undefined, Explanation | {readonly fault: TestRequestFault}, unknown> {
  const read = readTestRequest(request)
  if ('fault' in read) return read
  const ruleIndex = yield* indexCache.update(library, null)
  return yield* explainRequest(ruleIndex, read, library.groups, () => about)
}

/** Explains a request under the stored rules and a draft. */
export function* explainDraft({
  request,
  draft: drafted,
  library,
  indexCache = createRuleIndexCache(),
}: ExplainDraftOptions): Generator<undefined, DraftExplanation | {readonly fault: TestRequestFault}, unknown> {
  const read = readTestRequest(request)
  if ('fault' in read) return read
  const ruleIndex = yield* indexCache.update(library, drafted)
  yield
  const {draft} = ruleIndex
  if (!draft) throw new Error('the draft is always in the index')
  const explanation = yield* explainRequest(ruleIndex, read, library.groups, isMatched => [
    draft.id,
    ...findNeighbours(ruleIndex, draft, isMatched).map(({id}) => id),
  ])
  const own = explanation.verdicts.find(({candidate}) => candidate.isDraft)
  if (!own) throw new Error('the draft is always judged')
  return {...explanation, draft: own}
}

import type {Contender, Drafted} from './candidate-rules'
import {createRuleIndex, type Contest, type RuleIndex} from './rule-index'
import {tell, type NamedLibrary, type Told} from './explain-request'
import {readTested, type NotTested, type Tested} from './test-request'
import type {Verdict} from './verdict'

export type Explanation = Told & {readonly draft: Verdict}

type Asking = {
  readonly tested: Tested
  readonly library: NamedLibrary
  /** What was read of the rules before, should more be asked about them. */
  readonly index?: RuleIndex
}
export type Explaining = Asking & {readonly draft: Drafted}
/** `about`: the ids of rules that are judged whether the request concerns them or not. */
export type ExplainingKept = Asking & {readonly about?: readonly string[]}

/** So many rules of the draft's own group are listed though they do not match: one often looks for them. */
const mostNeighbours = 3
/** The rules of the draft's group around it, for which the request has no use. */
function neighbours(
  {contenders, placeOf}: Contest,
  draft: Contender,
  isTouched: (id: string) => boolean,
): readonly Contender[] {
  const {groupId} = draft.rule
  if (groupId === '') return []
  const at = placeOf(draft.id) ?? 0
  const from = Math.max(0, at - 50)
  return contenders
    .slice(from, at + 50)
    .map((each, index) => ({each, far: Math.abs(from + index - at)}))
    .filter(({each}) => each.rule.groupId === groupId && each.off === null && !each.isDraft && !isTouched(each.id))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, mostNeighbours)
    .map(({each}) => each)
}

/** Explains a request to the rules as they are kept, a little at a time: it yields often, and whoever drives it may stop. */
export function* explainKept({
  tested,
  library,
  about = [],
  index = createRuleIndex(),
}: ExplainingKept): Generator<undefined, Told | {readonly not: NotTested}, unknown> {
  const read = readTested(tested)
  if ('not' in read) return read
  const contest = yield* index.contest(library, null)
  return yield* tell(contest, read, library.groups, () => about)
}

/** Explains it to a draft among them. */
export function* explain({
  tested,
  draft: drafted,
  library,
  index = createRuleIndex(),
}: Explaining): Generator<undefined, Explanation | {readonly not: NotTested}, unknown> {
  const read = readTested(tested)
  if ('not' in read) return read
  const contest = yield* index.contest(library, drafted)
  yield
  const {draft} = contest
  if (!draft) throw new Error('the draft is always in the contest')
  const told = yield* tell(contest, read, library.groups, isTouched => [
    draft.id,
    ...neighbours(contest, draft, isTouched).map(({id}) => id),
  ])
  const own = told.verdicts.find(({contender}) => contender.isDraft)
  if (!own) throw new Error('the draft is always judged')
  return {...told, draft: own}
}

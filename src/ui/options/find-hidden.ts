import type {Problem} from '../../contract/problems'
import type {Collision} from '../../engine/why/collide'
import {createCollisionFinder} from '../../engine/why/collisions'
import type {Drafted, Library} from '../../engine/why/contest'
import {neededBy} from '../../engine/why/samples'
import {wordOfType} from '../sentences/why'
import {inSlices} from '../tester/sliced'
import {common, shortened, takenWords as words} from '../words'

/** Later than this nobody waits for an idle moment. */
const longestWait = 500
/** At a time, in milliseconds: nobody is to notice. */
const longest = 4

/** Comes back when the page has nothing to do; of a long moment with nothing to do the page has its turn in between. */
function createIdleTurns(): () => Promise<void> {
  let moment: IdleDeadline | undefined
  const isLeft = () => moment !== undefined && moment.timeRemaining() > longest
  return async () => {
    if (isLeft()) {
      await new Promise(later => setTimeout(later))
      if (isLeft()) return
    }
    moment = await new Promise(go => requestIdleCallback(go, {timeout: longestWait}))
  }
}

/** What the other rule takes, where that can be said in a word and holds for every request. */
function whatOf({taking, isOfFetch}: Collision): string | undefined {
  const {source} = taking
  if (!source || isOfFetch || (source.filters?.length ?? 0) > 0) return undefined
  // Of what holds nothing to replace or to remove it takes none.
  if (!source.value.includes(neededBy(taking) ?? '')) return undefined
  if (source.operator === 'Contains') return words.has(source.value)
  return source.key === 'host' && source.operator === 'Equals' ? words.isOn(source.value) : undefined
}

const inShort = (url: string) => (url.length > 100 ? `${url.slice(0, 70)}…${url.slice(-25)}` : url)

/** The request that proves it, with what of it filters look at. */
function proofOf({by, tested, isOfFetch}: Collision): string {
  const {method, url, resourceType, page, payload} = tested
  const isOfType =
    isOfFetch || by.rule.pairs.some(({source}) => source?.filters?.some(each => each.resourceType !== undefined))
  return words.asked(inShort(words.with(method, url)), [
    ...(isOfType ? [wordOfType(resourceType)] : []),
    ...(page === '' ? [] : [words.from(page)]),
    ...(payload === '' ? [] : [words.sends(payload)]),
  ])
}

const problems = new WeakMap<Collision, Problem>()

/** The same object for what was found before, so that its row is not drawn again. */
function problemOf(collision: Collision): Problem {
  const known = problems.get(collision)
  if (known) return known
  const {by, header, waits} = collision
  const what = whatOf(collision)
  const says = {
    by: by.rule.name.trim() || common.untitled,
    url: proofOf(collision),
    ...(header === null ? {} : {header: shortened(header)}),
    ...(what === undefined ? {} : {what}),
    ...(waits === null ? {} : {waits}),
  }
  const made: Problem = {code: 'hidden', says, rules: [by.id]}
  problems.set(collision, made)
  return made
}

export type FindHidden = {
  /** The rules that another one hides; undefined where it was stopped on the way. */
  find(library: Library, isStale: () => boolean): Promise<ReadonlyMap<string, Problem> | undefined>
  ofDraft(library: Library, drafted: Drafted, isStale: () => boolean): Promise<Problem | null | undefined>
}

/** Looks for rules that hide each other, in idle moments. */
export function createFindHidden(): FindHidden {
  const finder = createCollisionFinder()
  const idly = () => ({later: true, longest, pause: createIdleTurns()})
  function* found(library: Library): Generator<undefined, ReadonlyMap<string, Problem>, unknown> {
    const said = new Map<string, Problem>()
    for (const [id, collision] of yield* finder.find(library)) {
      said.set(id, problemOf(collision))
      yield
    }
    return said
  }
  return {
    find: (library, isStale) => inSlices(found(library), {...idly(), isStale}),
    async ofDraft(library, drafted, isStale) {
      const collision = await inSlices(finder.ofDraft(library, drafted), {...idly(), isStale})
      return collision && problemOf(collision)
    },
  }
}

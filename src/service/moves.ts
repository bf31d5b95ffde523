import type {KeptRule, Ranks, RuleMove} from '../contract/library'
import {ruleInThatGroup} from '../contract/reasons'
import {notFound} from '../contract/service-error'
import {demandGroup, groupIdOf, inGroup, ruleOf} from './membership'
import type {LibraryNeeds} from './needs'
import {placesOf} from './order'
import type {Work} from './state'

type Together = RuleMove & {
  /** What is moved after these, and so stands nowhere yet. */
  readonly waiting: ReadonlySet<string>
}

function moveTogether(work: Work, needs: LibraryNeeds, move: Together): Ranks {
  const {ids, before, groupId, ranks = [NaN], waiting} = move
  demandGroup(work, groupId)
  for (const rule of ids.map(id => ruleOf(work, id)))
    if (groupIdOf(work, rule) !== groupId) work.rules.put(inGroup(rule, groupId, needs))
  const isPeer = (rule: KeptRule) => groupIdOf(work, rule) === groupId
  if (before !== null && !isPeer(ruleOf(work, before))) throw notFound(ruleInThatGroup(before))
  const find = () => {
    const all = work.rules.all().filter(({id}) => !waiting.has(id))
    return {
      entries: ids.map(id => ruleOf(work, id)),
      before: before === null ? null : ruleOf(work, before),
      peers: all.filter(isPeer),
      all,
    }
  }
  const places = placesOf(work, 'rule', find, ranks)
  const stood: Record<string, number> = {}
  ids.forEach((id, index) => {
    const moved = ruleOf(work, id)
    const rank = places[index] ?? moved.rank
    stood[id] = moved.rank
    if (moved.rank !== rank) work.rules.put({...moved, rank})
  })
  return stood
}

/** Answers where the rules stood. */
export function moveRules(work: Work, needs: LibraryNeeds, moves: readonly RuleMove[]): Ranks {
  const waiting = new Set(moves.flatMap(({ids}) => ids))
  return Object.assign(
    {},
    ...moves.map(move => {
      for (const id of move.ids) waiting.delete(id)
      return moveTogether(work, needs, {...move, waiting})
    }),
  )
}

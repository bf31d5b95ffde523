import type {Contender} from './contest'
import type {Condition} from './prepared'
import type {Touch} from './walk'

/** Every stored pair has an id of its own. */
const effectOf = ({pair}: Condition): string => JSON.stringify({...pair, id: null, source: null})

/** What a rule does to its headers, by their names. */
function changesOf({rule}: Contender): ReadonlyMap<string, string> {
  const byHeader = new Map<string, string>()
  if (rule.ruleType !== 'Headers') return byHeader
  for (const {header, ...change} of rule.pairs.flatMap(({modifications}) => modifications)) {
    const name = header.trim().toLowerCase()
    byHeader.set(name, `${byHeader.get(name) ?? ''}${JSON.stringify(change)}`)
  }
  return byHeader
}

/** Whether two rules change the same headers, as far as both do, in the same way. */
function changeAlike(one: Contender, other: Contender): boolean {
  const changes = changesOf(other)
  return [...changesOf(one)].every(([header, own]) => (changes.get(header) ?? own) === own)
}

/** Whether it is all one which of two rules of a type acts: nothing is lost then, and no order of the two is better. */
export function areAsOne(one: Touch, other: Touch, header: string | null): boolean {
  const {ruleType} = one.contender.rule
  if (ruleType === 'Cancel') return true
  if (header !== null && ruleType === 'Headers') return changeAlike(one.contender, other.contender)
  const effect = effectOf(one.condition)
  // What two conditions capture differs.
  return effect === effectOf(other.condition) && !(ruleType === 'Redirect' && effect.includes('$'))
}

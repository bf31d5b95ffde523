import type {Rule} from '../../contract/rule'
import {partOf, ruleOfPart} from '../../contract/rule-part'

/** The rule with those of its pairs alone that its page has said to act; whole where it has said nothing of them. */
export function withActedPairs(rule: Rule, parts: readonly string[] = []): Rule {
  const pairs = rule.pairs.filter((_, index) => parts.includes(partOf(rule, index)))
  return pairs.length > 0 ? ({...rule, pairs} as Rule) : rule
}

/** What acted, by rules, and by pairs where its page has said which. */
export const actedByPair = (acted: readonly string[], parts: readonly string[] = []): readonly string[] => [
  ...acted.filter(id => !parts.some(part => part !== id && ruleOfPart(part) === id)),
  ...parts,
]

import {isLeftOut, toNext, type Problem} from '../contract/problems'
import type {Contender} from './contest'
import {conditionsOf, leftOut, translationOf} from './prepared'

/** Left out as a whole: no condition of it is in force. */
export function refusalOf(contender: Contender): {readonly problem: Problem | undefined} | null {
  const {rule, problems} = contender
  const translation = translationOf(contender)
  const parts = conditionsOf(rule).map(({index}) => ({
    problem: leftOut(index, translation, problems),
    isIn:
      [...translation.inPage, ...(translation.beyond ?? [])].includes(index) ||
      translation.drafts.some(({pair}) => pair === index),
  }))
  if (parts.some(({problem, isIn}) => isIn && problem === undefined)) return null
  return {problem: parts[0]?.problem ?? translation.problems.find(isLeftOut)}
}

/** A rule, as a sentence links to it. */
export type Linked = {readonly id: string; readonly name: string}

/** The way round that the worker found, with the rule that leads to each address; null where it is no circle, or a rule of it is gone. */
export function circleOf(
  {code, says, rules = []}: Problem,
  ruleOf: (id: string) => Linked | undefined,
): {readonly chain: readonly string[]; readonly by: readonly Linked[]} | null {
  const by = rules.flatMap(id => ruleOf(id) ?? [])
  if (code !== 'loop' || by.length === 0 || by.length < rules.length) return null
  return {chain: String(says?.['chain']).split(toNext), by}
}

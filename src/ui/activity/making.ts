import type {Rule} from '../../contract/rule'
import {longestDelay} from '../../contract/rules/delay'

/** How long after the decision of a page a request is sent, at least and at most, in milliseconds. */
export type Making = {readonly least: number; readonly most: number}

/** Code is stopped after five seconds. */
export const longestCode = 6_000

/** Code that runs before anything is sent: what changes an answer waits for that. */
const hasCodeAhead = ({ruleType, pairs}: Rule) =>
  pairs.some(
    pair =>
      'type' in pair &&
      pair.type === 'code' &&
      (ruleType === 'Request' || ('serveWithoutRequest' in pair && pair.serveWithoutRequest === true)),
  )

function makingBy(rule: Rule | null | undefined): Making {
  if (!rule) return {least: 0, most: longestDelay}
  if (rule.ruleType === 'Delay') {
    const delays = rule.pairs.map(({delay}) => delay)
    return {least: Math.min(...delays), most: Math.max(...delays)}
  }
  return {least: 0, most: hasCodeAhead(rule) ? longestCode : 0}
}

/** Of a request on which these rules have acted, in whatever order. */
export const makingOf = (rules: readonly (Rule | null | undefined)[]): Making =>
  rules
    .map(makingBy)
    .reduce((sum, {least, most}) => ({least: sum.least + least, most: sum.most + most}), {least: 0, most: 0})

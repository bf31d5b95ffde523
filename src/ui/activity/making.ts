import type {Rule} from '../../contract/rule'
import {longestDelay} from '../../contract/rules/delay'

/** How long after the decision of a page a request is sent, at least and at most, in milliseconds. `isExact`: by `least`, and no code comes between. */
export type Making = {readonly least: number; readonly most: number; readonly isExact: boolean}

/** Code is stopped after five seconds. */
export const longestCode = 6_000

const isCode = (pair: Rule['pairs'][number]) => 'type' in pair && pair.type === 'code'

/** Code that runs before anything is sent: what changes an answer waits for that. */
const hasCodeAhead = ({ruleType, pairs}: Rule) =>
  pairs.some(
    pair =>
      isCode(pair) && (ruleType === 'Request' || ('serveWithoutRequest' in pair && pair.serveWithoutRequest === true)),
  )

function makingBy(rule: Rule | null | undefined): Making {
  if (!rule) return {least: 0, most: longestDelay, isExact: false}
  if (rule.ruleType === 'Delay') {
    const delays = rule.pairs.map(({delay}) => delay)
    const [least, most] = [Math.min(...delays), Math.max(...delays)]
    return {least, most, isExact: least === most}
  }
  // Code that changes an answer may look at what was sent, which is read before.
  return {least: 0, most: hasCodeAhead(rule) ? longestCode : 0, isExact: !rule.pairs.some(isCode)}
}

/** Of a request on which these rules have acted, in whatever order. */
export const makingOf = (rules: readonly (Rule | null | undefined)[]): Making =>
  rules.map(makingBy).reduce(
    (sum, {least, most, isExact}) => ({
      least: sum.least + least,
      most: sum.most + most,
      isExact: sum.isExact && isExact,
    }),
    {least: 0, most: 0, isExact: true},
  )

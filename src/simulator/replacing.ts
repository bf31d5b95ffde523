import type {Contender} from './contest'
import {moveUrl} from '../matching/move-url'
import {moveOf} from './moves'
import {translationOf, type Condition} from './prepared'

/** Whether Chrome refuses what a condition is told as, so that it is looked at in the page, or on the way to it. */
export const isBeyondOf = (contender: Contender, {index}: Condition): boolean =>
  translationOf(contender).beyond?.includes(index) === true

/** What a condition makes of a URL, whether or not its source matches. */
export function movedBy(
  {rule}: Pick<Contender, 'rule'>,
  {pair}: Pick<Condition, 'pair'>,
  url: string,
  captures: readonly string[],
): string | null | undefined {
  const found = moveOf(rule, pair)
  return found && moveUrl(found.move, url, captures)
}

/** The URL after a Replace; null where its text is not in it, undefined for other types. */
export const replacing = ({rule}: Contender, {pair}: Condition, url: string) =>
  rule.ruleType === 'Replace' ? (movedBy({rule}, {pair}, url, []) ?? null) : undefined

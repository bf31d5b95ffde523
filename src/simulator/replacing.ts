import {substituting, type Substituting} from '../translate/substitution'
import type {Draft} from '../translate/translation'
import type {Contender} from './contest'
import {moveUrl} from '../matching/move-url'
import {moveOf} from './moves'
import {translationOf, type Condition} from './prepared'

const changes = new WeakMap<Draft, Substituting>()

function changeOf(draft: Draft, regexFilter: string): Substituting {
  const known = changes.get(draft)
  if (known) return known
  const {url, regexSubstitution = ''} = draft.action.redirect ?? {}
  const made = substituting(regexFilter, regexSubstitution, url)
  changes.set(draft, made)
  return made
}

/**
 * What the browser rules of a Replace make of an address, one hop further; undefined where none of them finds a place. They are asked
 * themselves, since not every place that a person means can be told to Chrome.
 */
function replaced(drafts: readonly Draft[], url: string): string | undefined {
  for (const draft of drafts) {
    const {regexFilter} = draft.condition
    // Without an expression the rule is for one address, which matches already.
    if (regexFilter === undefined) return draft.action.redirect?.url
    const next = changeOf(draft, regexFilter)(url)
    if (next !== undefined) return next
  }
  return undefined
}

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

/** What a Replace makes of an address, by the browser rules or without them; null where it finds no place, undefined for other types. */
export function replacing({rule}: Contender, {pair}: Condition, drafts: readonly Draft[], url: string) {
  if (rule.ruleType !== 'Replace') return undefined
  return (drafts.length > 0 ? replaced(drafts, url) : movedBy({rule}, {pair}, url, [])) ?? null
}

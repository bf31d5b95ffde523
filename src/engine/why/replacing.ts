import {readRegex} from '../../matching/regex/read'
import type {Draft} from '../../translate/translation'
import {compileExpression, type Expression} from '../../matching/expression'

const expressions = new WeakMap<Draft, Expression>()

function expressionOf(draft: Draft, regexFilter: string): Expression {
  const known = expressions.get(draft)
  if (known) return known
  const read = readRegex(regexFilter, {spell: text => text})
  const made = 'reason' in read ? () => null : compileExpression(read.regex.tokens, read.regex.ignoreCase)
  expressions.set(draft, made)
  return made
}

const filled = (substitution: string, captures: readonly string[]): string =>
  substitution.replace(/\\(\d|\\)/g, (_, sign: string) => (sign === '\\' ? sign : (captures[Number(sign) - 1] ?? '')))

/**
 * What the browser rules of a Replace make of an address, one hop further; undefined where none of them finds a place. They are asked
 * themselves, since not every place that a person means can be told to Chrome.
 */
export function replaced(drafts: readonly Draft[], url: string): string | undefined {
  for (const draft of drafts) {
    const {regexFilter} = draft.condition
    const {url: fixed, regexSubstitution = ''} = draft.action.redirect ?? {}
    // Without an expression the rule is for one address, which matches already.
    if (regexFilter === undefined) return fixed
    const found = expressionOf(draft, regexFilter)(url)
    if (found)
      return url.slice(0, found.from) + (fixed ?? filled(regexSubstitution, found.captures)) + url.slice(found.to)
  }
  return undefined
}

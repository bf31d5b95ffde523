import {readRegex} from '../../matching/regex/read'
import type {Draft} from '../../translate/translation'
import {compileExpression, type Expression} from './comparing'

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

/** What differs between two addresses, with a little around it that does not. */
export type Change = {readonly before: Differing; readonly after: Differing}
export type Differing = {readonly lead: string; readonly marked: string; readonly tail: string}

const around = 24
const isWordly = (character: string) => /\w/.test(character)

export function changeOf(before: string, after: string): Change {
  let start = 0
  while (start < before.length && before.charAt(start) === after.charAt(start)) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  // Of v1 and v2 not only the digits are marked.
  const [isFirst, isLast] = [start, -1 - end].map(at => [before, after].some(text => isWordly(text.at(at) ?? '')))
  if (isFirst) while (start > 0 && isWordly(before.charAt(start - 1))) start--
  if (isLast) while (end > 0 && isWordly(before.at(-end) ?? '')) end--
  const cut = (text: string): Differing => {
    const [lead, tail] = [text.slice(0, start), text.slice(text.length - end)]
    return {
      lead: lead.length > around ? `…${lead.slice(1 - around)}` : lead,
      marked: text.slice(start, text.length - end),
      tail: tail.length > around ? `${tail.slice(0, around - 1)}…` : tail,
    }
  }
  return {before: cut(before), after: cut(after)}
}

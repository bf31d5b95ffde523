import {compileExpression} from '../matching/expression'
import type {SearchRegex} from '../matching/linear-regex'
import type {Token} from '../matching/regex/tokens'
import {replaceMatches} from '../matching/replacement'
import {sampleOf} from '../matching/sample'
import {inTurn} from './samples'
import {waysOf} from '../matching/regex/tree'

/** What may stand behind a place. */
const neighbours = ['/a1/b2', '?a1=b2', '=a1', '&a1=b2']

/** Whether a text that the regex does not match becomes a part of a match once the text before it is replaced. */
function becomesMatch(find: SearchRegex, [sample, once]: readonly [string, string], neighbour: string): boolean {
  const matched = (text: string): string | undefined => {
    const found = find(text)
    return found === null ? undefined : text.slice(found.from, found.to)
  }
  if (matched(sample + neighbour) !== matched(sample)) return false
  const found = find(once + neighbour)
  return found !== null && found.from < once.length && found.to > once.length
}

/**
 * How the regex matches the new text: 'sticks' when the new text may be matched again, alone or with the text beside it, and
 * 'grows' when each replacement makes another match.
 */
export function fateOf(tokens: readonly Token[], to: string): 'ends' | 'sticks' | 'grows' {
  const find = compileExpression(tokens, false)
  const replaced = (sample: string): string => replaceMatches(sample, find, to)
  const countMatches = (text: string): number => {
    let count = 0
    for (let found = find(text); found; found = find(text, Math.max(found.to, found.from + 1))) count++
    return count
  }
  const replacedFirst = (text: string): string => {
    const found = find(text)
    return found === null
      ? text
      : text.slice(0, found.from) + replaced(text.slice(found.from, found.to)) + text.slice(found.to)
  }
  const ways = waysOf(tokens)
  let sticks = false
  for (let turn = 0; turn < 4; turn++)
    for (const way of ways) {
      const sample = sampleOf(way, inTurn({at: turn}))
      const once = replaced(sample)
      if (replaced(once) !== once) return 'grows'
      // A host is written in lower case.
      const spellings = [once, ...(to === to.toLowerCase() ? [] : [once.toLowerCase()])]
      const two = sample + sampleOf(way, inTurn({at: turn + 1}))
      const isJoined = countMatches(two) === 2 && replaced(two) !== replaced(replacedFirst(two))
      sticks ||=
        isJoined ||
        spellings.some(each => find(each) !== null) ||
        neighbours.some(each => becomesMatch(find, [sample, once], each))
    }
  return sticks ? 'sticks' : 'ends'
}

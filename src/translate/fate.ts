import {fillCaptures} from '../matching/captures'
import type {Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {sampleOf} from '../matching/sample'
import {inTurn} from './samples'
import {waysOf} from '../matching/regex/tree'

/** What may stand behind a place. */
const neighbours = ['/a1/b2', '?a1=b2', '=a1', '&a1=b2']

/** Whether a text that the expression leaves alone becomes a part of a place once what stands before it is replaced. */
function becomesPlace(first: RegExp, [sample, once]: readonly [string, string], neighbour: string): boolean {
  if (first.exec(sample + neighbour)?.[0] !== first.exec(sample)?.[0]) return false
  const found = first.exec(once + neighbour)
  return found !== null && found.index < once.length && found.index + found[0].length > once.length
}

/** How the new text looks to the expression: it may be a place to change itself, alone or with what stands beside it, or become a new one each time. */
export function fateOf(tokens: readonly Token[], groups: number, to: string): 'ends' | 'sticks' | 'grows' {
  const expression = new RegExp(writeRegex(tokens), 'g')
  const first = new RegExp(expression.source)
  const replaced = (sample: string) =>
    sample.replace(expression, (...found: unknown[]) =>
      fillCaptures(
        to,
        found.slice(1, 1 + groups).map(each => (typeof each === 'string' ? each : '')),
      ),
    )
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
      const isJoined = two.match(expression)?.length === 2 && replaced(two) !== replaced(two.replace(first, replaced))
      sticks ||=
        isJoined ||
        spellings.some(each => first.test(each)) ||
        neighbours.some(each => becomesPlace(first, [sample, once], each))
    }
  return sticks ? 'sticks' : 'ends'
}

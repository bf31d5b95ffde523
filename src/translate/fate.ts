import {fillCaptures} from '../matching/captures'
import type {Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {waysOf, type Node, type Sequence} from './tree'

/** Characters of addresses, first the most common ones. */
export const likely = 'a1b2c3d4e5x-_.%/=&?:'

/** A text that the nodes match, or nearly. `turn` makes it another one. */
export function sampleOf(nodes: Sequence, turn: {at: number}): string {
  return nodes
    .map((node: Node): string => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'repeated') {
        const times = Math.max(node.least, turn.at % 2)
        return Array.from({length: times}, () => sampleOf([node.node], turn)).join('')
      }
      if (node.kind === 'group') return sampleOf(node.ways[turn.at % node.ways.length] ?? [], turn)
      if (node.kind !== 'set') return ''
      const held = likely.split('').filter(character => node.set[character.charCodeAt(0)] === true)
      return held[turn.at++ % Math.max(1, held.length)] ?? String.fromCharCode(Math.max(0, node.set.indexOf(true)))
    })
    .join('')
}

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
      const sample = sampleOf(way, {at: turn})
      const once = replaced(sample)
      if (replaced(once) !== once) return 'grows'
      // A host is written in lower case.
      const spellings = [once, ...(to === to.toLowerCase() ? [] : [once.toLowerCase()])]
      const two = sample + sampleOf(way, {at: turn + 1})
      const isJoined = two.match(expression)?.length === 2 && replaced(two) !== replaced(two.replace(first, replaced))
      sticks ||=
        isJoined ||
        spellings.some(each => first.test(each)) ||
        neighbours.some(each => becomesPlace(first, [sample, once], each))
    }
  return sticks ? 'sticks' : 'ends'
}

import type {AsciiSet} from './regex/ascii-set'
import type {Sequence} from './regex/tree'

/** What a sample has of all that is possible. */
export type Sampling = {
  /** Which of so many ways it goes. */
  way(count: number): number
  /** How often it has what may be repeated. */
  times(least: number, most: number): number
  /** One character of a set. */
  character(set: AsciiSet, isRepeated: boolean): string
}

/** No sample goes on for longer. */
const longestSample = 2_000

/** One of these characters that a set holds, the first of its own where it holds none. */
export function heldOf(set: AsciiSet, among: string, choose: (count: number) => number): string {
  const held = among.split('').filter(character => set[character.charCodeAt(0)] === true)
  return held[choose(held.length)] ?? String.fromCharCode(Math.max(0, set.indexOf(true)))
}

/** A text that the nodes match, or nearly: the caller asks the matcher. */
export function sampleOf(nodes: Sequence, sampling: Sampling, isRepeated = false): string {
  let sample = ''
  for (const node of nodes)
    if (node.kind === 'text') sample += node.text
    else if (node.kind === 'set') sample += sampling.character(node.set, isRepeated)
    else if (node.kind === 'group' && node.open.look === undefined)
      sample += sampleOf(node.ways[sampling.way(node.ways.length)] ?? [], sampling)
    else if (node.kind === 'repeated')
      for (let times = sampling.times(node.least, node.most); times > 0 && sample.length < longestSample; times--)
        sample += sampleOf([node.node], sampling, true)
  return sample
}

import type {Backtracking} from '../../model/page-rules'
import type {Token} from './tokens'
import {parseAlternatives, type Node, type Sequence} from './tree'

/** `steps` is an upper bound for the program length of `compileProgram`. */
type Measured = Backtracking & {readonly steps: number}

/** Stands for exponential time. Finite, because JSON has no Infinity. */
const exponential = 1_000
const mostFactor = 1e9

const measureSequence = (nodes: Sequence): Measured =>
  nodes
    .map(measureNode)
    .reduce((a, b) => ({factor: a.factor * b.factor, power: a.power + b.power, steps: a.steps + b.steps}), {
      factor: 1,
      power: 0,
      steps: 1,
    })

const measureAlternatives = (alternatives: readonly Sequence[]): Measured =>
  alternatives
    .map(measureSequence)
    .reduce(
      (a, b) => ({factor: a.factor + b.factor, power: Math.max(a.power, b.power), steps: a.steps + b.steps + 2}),
      {factor: 0, power: 0, steps: 2},
    )

function measureNode(node: Node): Measured {
  if (node.kind === 'group') return measureAlternatives(node.alternatives)
  if (node.kind !== 'repeated') return {factor: 1, power: 0, steps: node.kind === 'text' ? node.text.length : 1}
  const {least, most} = node
  const {factor, power, steps} = measureNode(node.node)
  if (most !== Infinity)
    return {factor: (most - least + 1) * factor ** most, power: power * most, steps: most * (steps + 1)}
  const isAmbiguous = factor > 1 || power > 0
  return {factor: 1, power: isAmbiguous ? exponential : 1, steps: least * steps + steps + 2}
}

/**
 * Measures a search from each position, or only from the first if all alternatives begin with `^`.
 */
export function measureRegex(tokens: readonly Token[]): Measured {
  const alternatives = parseAlternatives(tokens)
  const {factor, power, steps} = measureAlternatives(alternatives)
  const isAnchored = alternatives.every(([first]) => first?.kind === 'start')
  return {
    factor: Math.min(factor, mostFactor),
    power: Math.min(isAnchored ? power : power + 1, exponential),
    steps,
  }
}

/** The native engine takes about 3 ms for this number (`npm run bench -- regex`). */
const mostWays = 1_000_000

/** Whether the native engine ends within milliseconds on a text of this length. */
export const isQuick = ({factor, power}: Backtracking, length: number): boolean =>
  factor * Math.max(1, length) ** power <= mostWays

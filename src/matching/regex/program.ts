import {
  anyButLineEnd,
  withBothCases,
  allCharacters,
  matchesBeyondAscii,
  getCharacterSet,
  type AsciiSet,
} from './ascii-set'
import type {Token} from './tokens'
import {parseAlternatives, type Node, type Sequence} from './tree'

/**
 * One instruction. Only `one` and `unit` consume a character. All have the same shape, which is
 * several times as fast in V8.
 */
export type Step = {
  readonly do: 'one' | 'unit' | 'split' | 'jump' | 'save' | 'look' | 'start' | 'end' | 'edge' | 'inside' | 'found'
  /** For `one`: a character of the set, or any character beyond ASCII if `beyondAscii` is true. */
  readonly set: AsciiSet
  readonly beyondAscii: boolean
  /** For `unit`: one of these UTF-16 code units beyond ASCII. */
  readonly units: readonly number[]
  /** The next step. For `split`, the preferred one. For `look`, the one after its own steps. */
  next: number
  otherNext: number
  readonly slot: number
  readonly isBehind: boolean
  readonly isWanted: boolean
}

/** A pattern of 4,000 characters without counted repeats fits. RE2 in Chrome accepts far less. */
export const maxSteps = 20_000
// A repeated empty group adds no steps but takes time, so work is limited separately.
const maxWork = 50_000

/** Rules can use only `$1` to `$9`. */
const maxCaptures = 9

class Unsupported extends Error {}

/**
 * Compiles a regex to the steps of a machine that tries all alternatives in parallel, as RE2 does.
 */
class Compiler {
  readonly steps: Step[] = []
  private groups = 0
  private work = 0

  constructor(private readonly ignoreCase: boolean) {}

  private add(kind: Step['do'], fields: Partial<Step> = {}): Step {
    if (this.steps.length >= maxSteps) throw new Unsupported()
    const step = {
      do: kind,
      set: [],
      beyondAscii: false,
      units: [],
      next: this.steps.length + 1,
      otherNext: 0,
      slot: 0,
      isBehind: false,
      isWanted: false,
      ...fields,
    }
    this.steps.push(step)
    return step
  }

  compile(alternatives: readonly Sequence[]): Program {
    this.compileAlternatives(alternatives)
    this.add('found')
    return {steps: this.steps, groups: this.groups}
  }

  private compileAlternatives(alternatives: readonly Sequence[]): void {
    const ends: Step[] = []
    for (const [index, alternative] of alternatives.entries()) {
      const isLast = index === alternatives.length - 1
      const split = isLast ? undefined : this.choice(false)
      for (const node of alternative) this.node(node)
      if (!split) continue
      ends.push(this.add('jump'))
      split(this.steps.length)
    }
    for (const end of ends) end.next = this.steps.length
  }

  private choice(lazy: boolean): (out: number) => void {
    const split = this.add('split')
    const inside = this.steps.length
    return out => {
      split.next = lazy ? out : inside
      split.otherNext = lazy ? inside : out
    }
  }

  private repeated({node, least, most, lazy}: Extract<Node, {kind: 'repeated'}>): void {
    const {groups} = this
    const again = () => {
      this.groups = groups
      this.node(node)
    }
    const place = this.steps.length
    if (most === 0) {
      // Its captures are counted.
      again()
      this.steps.length = place
    }
    for (let count = 0; count < least; count++) again()
    if (most === Infinity) {
      const top = this.steps.length
      const leave = this.choice(lazy)
      again()
      this.add('jump', {next: top})
      return leave(this.steps.length)
    }
    const leaves: ((out: number) => void)[] = []
    for (let count = least; count < most; count++) {
      leaves.push(this.choice(lazy))
      again()
    }
    for (const leave of leaves) leave(this.steps.length)
  }

  private node(node: Node): void {
    if (++this.work > maxWork) throw new Unsupported()
    switch (node.kind) {
      case 'text':
        for (let at = 0; at < node.text.length; at++) this.codeUnit(node.text.charAt(at))
        return
      case 'set':
        return this.one(node.set)
      case 'start':
      case 'end':
        return void this.add(node.kind)
      case 'raw':
        return void this.add(node.text === '\\b' ? 'edge' : 'inside')
      case 'repeated':
        return this.repeated(node)
      case 'group': {
        if (node.open.lookaround !== undefined) return this.look(node.open.lookaround, node.alternatives)
        const group = node.open.capturing && this.groups < maxCaptures ? this.groups++ : undefined
        if (group !== undefined) this.add('save', {slot: group * 2 + 1})
        this.compileAlternatives(node.alternatives)
        if (group !== undefined) this.add('save', {slot: group * 2 + 2})
        return
      }
      default:
        node satisfies never
    }
  }

  private look(written: string, alternatives: readonly Sequence[]): void {
    const isBehind = written.includes('<')
    const step = this.add('look', {isBehind, isWanted: written.endsWith('=')})
    const {groups} = this
    this.compileAlternatives(alternatives)
    // JavaScript fills captures in a look-behind from right to left.
    if (isBehind && this.groups > groups) throw new Unsupported()
    this.add('found')
    step.next = this.steps.length
  }

  private codeUnit(unit: string): void {
    if (unit <= '\x7f') return this.one(getCharacterSet(unit))
    const cases = this.ignoreCase ? [unit, unit.toLowerCase(), unit.toUpperCase()] : [unit]
    this.add('unit', {units: cases.filter(each => each.length === 1).map(each => each.charCodeAt(0))})
  }

  private one(set: AsciiSet): void {
    const beyondAscii = matchesBeyondAscii(set)
    // A dot matches no line end: neither RE2 nor JavaScript is given the `s` flag.
    if (set === allCharacters) this.add('one', {set: anyButLineEnd, beyondAscii})
    else this.add('one', {set: this.ignoreCase ? withBothCases(set) : set, beyondAscii})
  }
}

/** `groups` is the number of stored captures. */
export type Program = {readonly steps: readonly Step[]; readonly groups: number}

/** Returns undefined when the regex is too large, or has a capture inside a look-behind. */
export function compileProgram(tokens: readonly Token[], ignoreCase: boolean): Program | undefined {
  try {
    return new Compiler(ignoreCase).compile(parseAlternatives(tokens))
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

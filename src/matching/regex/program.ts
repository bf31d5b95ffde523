import {anyButLineEnd, eitherCase, everything, matchesBeyondAscii, setOfCharacter, type AsciiSet} from './ascii-set'
import type {Token} from './tokens'

/** One instruction of the matcher. Only `one` and `unit` consume a character. */
export type Step =
  /** A character of the set, or any character beyond ASCII where `beyondAscii` is true. */
  | {readonly do: 'one'; readonly set: AsciiSet; readonly beyondAscii: boolean}
  /** One of these UTF-16 code units, which are beyond ASCII. */
  | {readonly do: 'unit'; readonly units: readonly number[]}
  | {readonly do: 'split'; first: number; second: number}
  | {readonly do: 'jump'; to: number}
  | {readonly do: 'save'; readonly slot: number}
  /** What comes behind it, up to `next`, stands here or not, after this place or before it; that itself takes no character. */
  | {readonly do: 'look'; readonly isBehind: boolean; readonly isWanted: boolean; next: number}
  | {readonly do: 'start' | 'end' | 'edge' | 'inside' | 'found'}

/** RE2 in Chrome accepts far smaller programs; a pattern of 4,000 characters without counted repeats fits. */
export const mostSteps = 20_000
// Nothing, a thousand times a thousand times over, makes no steps and yet no end.
const mostWork = 50_000

/** `$1` to `$9` are all that anybody asks for, and every way that is tried keeps its own. */
const mostRemembered = 9

class Unsupported extends Error {}

/** Tokens to the steps of a machine that tries all ways at once, as RE2 does. */
class Compiler {
  readonly steps: Step[] = []
  private at = 0
  private groups = 0
  private work = 0

  constructor(
    private readonly tokens: readonly Token[],
    private readonly ignoreCase: boolean,
  ) {}

  private add<S extends Step>(step: S): S {
    if (this.steps.length >= mostSteps) throw new Unsupported()
    this.steps.push(step)
    return step
  }

  compile(): Program {
    this.alternatives()
    this.add({do: 'found'})
    return {steps: this.steps, groups: this.groups}
  }

  private alternatives(): void {
    const ends: {to: number}[] = []
    for (;;) {
      const from = this.steps.length
      this.sequence()
      if (this.tokens[this.at]?.kind !== 'or') break
      this.at++
      // The branch that was just written moves one step down, behind the choice.
      this.insert(from, {do: 'split', first: from + 1, second: 0})
      ends.push(this.add({do: 'jump', to: 0}))
      ;(this.steps[from] as {second: number}).second = this.steps.length
    }
    for (const end of ends) end.to = this.steps.length
  }

  private insert(place: number, step: Step): void {
    if (this.steps.length >= mostSteps) throw new Unsupported()
    this.steps.splice(place, 0, step)
    for (const each of this.steps.slice(place + 1)) {
      if (each.do === 'jump' && each.to >= place) each.to++
      if (each.do === 'look' && each.next >= place) each.next++
      if (each.do === 'split') {
        if (each.first >= place) each.first++
        if (each.second >= place) each.second++
      }
    }
  }

  private sequence(): void {
    for (;;) {
      const token = this.tokens[this.at]
      if (token === undefined || token.kind === 'or' || token.kind === 'close') return
      this.item()
    }
  }

  private item(): void {
    const [from, groups] = [this.at, this.groups]
    const place = this.steps.length
    this.once()
    const repeat = this.tokens[this.at]
    if (repeat?.kind !== 'repeat') return
    const until = this.at + 1
    const again = () => {
      this.at = from
      this.groups = groups
      this.once()
    }
    this.steps.length = place
    const {least, most, lazy} = rangeOf(repeat.text)
    for (let count = 0; count < least; count++) again()
    if (most === Infinity) this.loop(again, lazy)
    else this.maybe(again, lazy, most - least)
    this.at = until
  }

  private choice(lazy: boolean): (out: number) => void {
    const split = this.add({do: 'split', first: 0, second: 0})
    const inside = this.steps.length
    return out => {
      split.first = lazy ? out : inside
      split.second = lazy ? inside : out
    }
  }

  private loop(again: () => void, lazy: boolean): void {
    const top = this.steps.length
    const leave = this.choice(lazy)
    again()
    this.add({do: 'jump', to: top})
    leave(this.steps.length)
  }

  private maybe(again: () => void, lazy: boolean, times: number): void {
    const leaves: ((out: number) => void)[] = []
    for (let count = 0; count < times; count++) {
      leaves.push(this.choice(lazy))
      again()
    }
    for (const leave of leaves) leave(this.steps.length)
  }

  private once(): void {
    if (++this.work > mostWork) throw new Unsupported()
    const token = this.tokens[this.at++]
    switch (token?.kind) {
      case 'text':
        for (let at = 0; at < token.text.length; at++) this.codeUnit(token.text.charAt(at))
        return
      case 'set':
        return this.one(token.set)
      case 'start':
      case 'end':
        return void this.add({do: token.kind})
      case 'raw':
        if (token.text !== '\\b' && token.text !== '\\B') throw new Unsupported()
        return void this.add({do: token.text === '\\b' ? 'edge' : 'inside'})
      case 'open': {
        if (token.look !== undefined) return this.look(token.look)
        const group = token.capturing && this.groups < mostRemembered ? this.groups++ : undefined
        if (group !== undefined) this.add({do: 'save', slot: group * 2})
        this.alternatives()
        this.at++
        if (group !== undefined) this.add({do: 'save', slot: group * 2 + 1})
        return
      }
      default:
        throw new Unsupported()
    }
  }

  private look(written: string): void {
    const isBehind = written.includes('<')
    const step = this.add({do: 'look', isBehind, isWanted: written.endsWith('='), next: 0} as const satisfies Step)
    const {groups} = this
    this.alternatives()
    this.at++
    // JavaScript fills them from the right to the left.
    if (isBehind && this.groups > groups) throw new Unsupported()
    this.add({do: 'found'})
    ;(step as {next: number}).next = this.steps.length
  }

  private codeUnit(unit: string): void {
    if (unit <= '\x7f') return this.one(setOfCharacter(unit))
    const cases = this.ignoreCase ? [unit, unit.toLowerCase(), unit.toUpperCase()] : [unit]
    this.add({do: 'unit', units: cases.filter(each => each.length === 1).map(each => each.charCodeAt(0))})
  }

  private one(set: AsciiSet): void {
    const beyondAscii = matchesBeyondAscii(set)
    // A dot matches no line end: neither RE2 nor JavaScript is given the `s` flag.
    if (set === everything) this.add({do: 'one', set: anyButLineEnd, beyondAscii})
    else this.add({do: 'one', set: this.ignoreCase ? eitherCase(set) : set, beyondAscii})
  }
}

function rangeOf(repeat: string): {readonly least: number; readonly most: number; readonly lazy: boolean} {
  const lazy = repeat.length > 1 && repeat.endsWith('?')
  const [, from = '', comma, to = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(repeat) ?? []
  if (from !== '')
    return {least: Number(from), most: comma === '' ? Number(from) : to === '' ? Infinity : Number(to), lazy}
  return {least: repeat.startsWith('+') ? 1 : 0, most: repeat.startsWith('?') ? 1 : Infinity, lazy}
}

/** `groups`: how many of them are remembered. */
export type Program = {readonly steps: readonly Step[]; readonly groups: number}

/** The steps for an expression; undefined where it is too large, or captures inside a look-behind. */
export function programOf(tokens: readonly Token[], ignoreCase: boolean): Program | undefined {
  try {
    return new Compiler(tokens, ignoreCase).compile()
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

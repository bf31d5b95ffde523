import {eitherCase, setOfCharacter, type AsciiSet} from './regex/ascii-set'
import type {Token} from './regex/tokens'

/** What an expression found: where, and its captures, the first nine at least, empty where one took no part. */
export type RegexFound = {readonly from: number; readonly to: number; readonly captures: readonly string[]}

type Step =
  | {readonly do: 'one'; readonly set: AsciiSet}
  | {readonly do: 'split'; first: number; second: number}
  | {readonly do: 'jump'; to: number}
  | {readonly do: 'save'; readonly slot: number}
  /** What comes behind it, up to `next`, stands here or not, after this place or before it; that itself takes no character. */
  | {readonly do: 'look'; readonly isBehind: boolean; readonly isWanted: boolean; next: number}
  | {readonly do: 'start' | 'end' | 'edge' | 'inside' | 'found'}

/** Chrome takes far smaller ones only; larger ones that pages look for are rarer still. */
const mostSteps = 12_000
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

  compile(): {readonly steps: readonly Step[]; readonly groups: number} {
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
    for (const [index, each] of this.steps.entries()) {
      if (index <= place) continue
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
        for (const character of token.text) this.one(setOfCharacter(character))
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

  private one(set: AsciiSet): void {
    this.add({do: 'one', set: this.ignoreCase ? eitherCase(set) : set})
  }
}

function rangeOf(repeat: string): {readonly least: number; readonly most: number; readonly lazy: boolean} {
  const lazy = repeat.length > 1 && repeat.endsWith('?')
  const [, from = '', comma, to = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(repeat) ?? []
  if (from !== '')
    return {least: Number(from), most: comma === '' ? Number(from) : to === '' ? Infinity : Number(to), lazy}
  return {least: repeat.startsWith('+') ? 1 : 0, most: repeat.startsWith('?') ? 1 : Infinity, lazy}
}

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)

/**
 * A regular expression that takes time in proportion to the text, whatever it is: `(a+)+$` and its kind would hold up the page for
 * years in JavaScript's own. Look-around, which RE2 does not take, takes that time once for each place; back-references give undefined.
 */
export function linearRegex(
  tokens: readonly Token[],
  ignoreCase: boolean,
): ((text: string, at: number) => RegexFound | null) | undefined {
  let program: ReturnType<Compiler['compile']>
  try {
    program = new Compiler(tokens, ignoreCase).compile()
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
  const {steps, groups} = program
  return (text, at) => run(steps, groups, text, at)
}

type Thread = {readonly at: number; readonly from: number; readonly slots: readonly number[]}
type Ended = {readonly from: number; readonly to: number; readonly slots: readonly number[]}

/** One text, and what was looked for in it. */
class Run {
  private readonly none: readonly number[]
  /** What stands after a place, by the step that looks and the place; it is asked of many ways. */
  private readonly ahead = new Map<number, Ended | null>()
  /** By the step that looks: where what it looks for ends. */
  private readonly behind = new Map<number, Uint8Array>()

  constructor(
    private readonly steps: readonly Step[],
    groups: number,
    private readonly text: string,
  ) {
    this.none = Array.from({length: groups * 2}, () => -1)
  }

  /** What begins with the step `start` at the first place from `first` on, or, `isFixed`, there alone. */
  find(start: number, first: number, isFixed = false): Ended | null {
    const seen = new Int32Array(this.steps.length).fill(-1)
    let found: Ended | null = null
    let now: Thread[] = []
    for (let place = first; place <= this.text.length; place++) {
      if (found === null && (place === first || !isFixed))
        this.follow(now, {at: start, from: place, slots: this.none}, place, seen)
      const next: Thread[] = []
      for (const {at, from, slots} of now) {
        if (this.steps[at]?.do === 'found') {
          found = {from, to: place, slots}
          // What comes after is a way that is less preferred.
          break
        }
        this.take({at, from, slots}, place, next, seen)
      }
      now = next
      if (now.length === 0 && (found !== null || isFixed)) break
    }
    return found
  }

  private take({at, from, slots}: Thread, place: number, next: Thread[], seen: Int32Array): void {
    const step = this.steps[at]
    if (step?.do === 'one' && step.set[this.text.charCodeAt(place)] === true)
      this.follow(next, {at: at + 1, from, slots}, place + 1, seen)
  }

  /** Follows what takes no character, the preferred way first. Without recursion: a pattern may be long. */
  private follow(into: Thread[], start: Thread, place: number, seen: Int32Array): void {
    const {steps, text} = this
    const open = [start]
    for (let thread = open.pop(); thread; thread = open.pop()) {
      const {at, from, slots} = thread
      const step = steps[at]
      if (step === undefined || seen[at] === place) continue
      seen[at] = place
      const go = (to: number, given = slots) => open.push({at: to, from, slots: given})
      if (step.do === 'jump') go(step.to)
      else if (step.do === 'split') {
        go(step.second)
        go(step.first)
      } else if (step.do === 'save') go(at + 1, slots.with(step.slot, place))
      else if (step.do === 'look') {
        const taken = step.isBehind ? this.behindOf(at)[place] === 1 && this.none : this.aheadOf(at, place)?.slots
        if (Boolean(taken) !== step.isWanted) continue
        go(step.next, taken ? slots.map((slot, index) => (taken[index] === -1 ? slot : (taken[index] ?? slot))) : slots)
      } else if (step.do === 'start') {
        if (place === 0) go(at + 1)
      } else if (step.do === 'end') {
        if (place === text.length) go(at + 1)
      } else if (step.do === 'edge' || step.do === 'inside') {
        const isEdge = isWord(text.charCodeAt(place - 1)) !== isWord(text.charCodeAt(place))
        if (isEdge === (step.do === 'edge')) go(at + 1)
      } else into.push(thread)
    }
  }

  private aheadOf(at: number, place: number): Ended | null {
    const key = at * (this.text.length + 1) + place
    const known = this.ahead.get(key)
    if (known !== undefined) return known
    const found = this.find(at + 1, place, true)
    this.ahead.set(key, found)
    return found
  }

  /** One for each place where something ends that began with the step behind this one, wherever. */
  private behindOf(at: number): Uint8Array {
    const known = this.behind.get(at)
    if (known) return known
    const ends = new Uint8Array(this.text.length + 1)
    const seen = new Int32Array(this.steps.length).fill(-1)
    let now: Thread[] = []
    for (let place = 0; place <= this.text.length; place++) {
      this.follow(now, {at: at + 1, from: place, slots: this.none}, place, seen)
      const next: Thread[] = []
      for (const thread of now) {
        if (this.steps[thread.at]?.do === 'found') ends[place] = 1
        this.take(thread, place, next, seen)
      }
      now = next
    }
    this.behind.set(at, ends)
    return ends
  }
}

function run(steps: readonly Step[], groups: number, text: string, first: number): RegexFound | null {
  const found = new Run(steps, groups, text).find(0, first)
  if (found === null) return null
  const {slots} = found
  const captures = Array.from({length: groups}, (_, group) =>
    text.slice(slots[group * 2] ?? 0, slots[group * 2 + 1] ?? 0),
  )
  return {from: found.from, to: found.to, captures}
}

import {programOf, type Step} from './regex/program'
import type {Token} from './regex/tokens'

/** What an expression found: where, and its captures, the first nine at least, empty where one took no part. */
export type RegexFound = {readonly from: number; readonly to: number; readonly captures: readonly string[]}

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
  const program = programOf(tokens, ignoreCase)
  if (!program) return undefined
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

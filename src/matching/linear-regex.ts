import {compileProgram, type Program, type Step} from './regex/program'
import type {Token} from './regex/tokens'

/** The position of a match, and its first nine captures. A group that took no part is empty. */
export type TextMatch = {readonly from: number; readonly to: number; readonly captures: readonly string[]}

/** Steps of one search, about 3 ms (`npm run bench -- regex`). Beyond them, nothing is found. */
export const maxSearchSteps = 200_000

/** The cost of starting the scan for a look-ahead, in steps. */
const stepsOfLookAhead = 50

/** Counts down during one or more searches. A search without steps left finds nothing. */
export type StepBudget = {left: number}

export const createStepBudget = (): StepBudget => ({left: maxSearchSteps})

/** Finds the first match at or after `at`. */
export type RegexSearch = (text: string, at?: number, budget?: StepBudget) => TextMatch | null

/**
 * Creates a search in linear time (Thompson's algorithm). Undefined when the program is too large.
 */
export function createLinearSearch(tokens: readonly Token[], ignoreCase: boolean): RegexSearch | undefined {
  const program = compileProgram(tokens, ignoreCase)
  if (!program) return undefined
  const search = new Search(program)
  return (text, at = 0, budget = createStepBudget()) => search.run(text, at, budget)
}

/** `code` is NaN after the last character. */
const consumes = (step: Step, code: number): boolean =>
  step.do === 'one'
    ? code < 128
      ? step.set[code] === true
      : step.beyondAscii && code >= 128
    : step.do === 'unit' && step.units.includes(code)

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)

/**
 * Slot 0 is the start of the match, slots 1 and 2 are the first capture, and so on. -1 is unset.
 */
type Slots = Int32Array

/** The alternatives at one position with their slots, the preferred one first. */
type Threads = {count: number; readonly steps: Int32Array; readonly slots: Slots}

/**
 * One scan of the text. `visited` holds, for each step, the mark of the last position that reached
 * it.
 */
type Scan = {now: Threads; next: Threads; mark: number; readonly visited: Int32Array; readonly slots: Slots}

class Search {
  private readonly steps: readonly Step[]
  private readonly width: number
  private readonly idleScans: Scan[] = []
  private readonly stack: number[] = []
  private lastMark = 0
  private text = ''
  private budget: StepBudget = {left: 0}
  /**
   * The result of each look-ahead, by its step and position. Several alternatives may need the same
   * one.
   */
  private readonly lookAheads = new Map<number, (Slots | null | undefined)[]>()
  /** By the step of a look-behind: 1 for each position where it matches. */
  private readonly lookBehinds = new Map<number, Uint8Array>()

  constructor({steps, groups}: Program) {
    this.steps = steps
    this.width = 1 + groups * 2
  }

  run(text: string, first: number, budget: StepBudget): TextMatch | null {
    this.text = text
    this.budget = budget
    this.lookAheads.clear()
    this.lookBehinds.clear()
    const found = this.find(0, first, false)
    // With an exhausted budget, a negative look-around may match by mistake.
    if (found === null || budget.left < 0) return null
    const {slots, to} = found
    const captures: string[] = []
    for (let slot = 1; slot < this.width; slot += 2) captures.push(text.slice(slots[slot], slots[slot + 1]))
    return {from: slots[0] as number, to, captures}
  }

  private startScan(): Scan {
    const {length} = this.steps
    const createThreads = (): Threads => ({
      count: 0,
      steps: new Int32Array(length),
      slots: new Int32Array(length * this.width),
    })
    const scan = this.idleScans.pop() ?? {
      now: createThreads(),
      next: createThreads(),
      mark: 0,
      visited: new Int32Array(length),
      slots: new Int32Array(this.width),
    }
    scan.next.count = 0
    this.moveOn(scan)
    return scan
  }

  private moveOn(scan: Scan): void {
    const {now, next} = scan
    this.budget.left -= now.count + 1
    scan.now = next
    scan.next = now
    now.count = 0
  }

  /**
   * Finds the preferred match from step `start` at position `first`, or at a later one unless
   * `isFixed`.
   */
  private find(start: number, first: number, isFixed: boolean): {readonly to: number; readonly slots: Slots} | null {
    const {steps, text, budget} = this
    const scan = this.startScan()
    scan.mark = ++this.lastMark
    let found: {readonly to: number; readonly slots: Slots} | null = null
    for (let position = first; position <= text.length && budget.left >= 0; position++) {
      const {now, slots} = scan
      if (found === null && (position === first || !isFixed)) {
        slots.fill(-1)
        slots[0] = position
        this.addThreads(scan, now, start, position)
      }
      if (now.count === 0 && (found !== null || isFixed)) break
      scan.mark = ++this.lastMark
      for (let index = 0; index < now.count; index++) {
        const at = now.steps[index] as number
        if ((steps[at] as Step).do === 'found') {
          found = {to: position, slots: now.slots.slice(index * this.width, (index + 1) * this.width)}
          // The remaining threads are less preferred.
          break
        }
        for (let slot = 0; slot < this.width; slot++) slots[slot] = now.slots[index * this.width + slot] as number
        this.addThreads(scan, scan.next, at + 1, position + 1)
      }
      this.moveOn(scan)
    }
    this.idleScans.push(scan)
    return found
  }

  /**
   * Adds the alternatives that begin at a step, the preferred one first. Restores the slots of the
   * scan.
   */
  private addThreads({visited, slots, mark}: Scan, into: Threads, start: number, position: number): void {
    const {steps, stack, text, width} = this
    const bottom = stack.length
    const code = text.charCodeAt(position)
    stack.push(start)
    while (stack.length > bottom) {
      const at = stack.pop() as number
      if (at < 0) {
        slots[~at] = stack.pop() as number
        continue
      }
      if (visited[at] === mark) continue
      visited[at] = mark
      this.budget.left--
      const step = steps[at] as Step
      switch (step.do) {
        case 'one':
        case 'unit':
        case 'found':
          // An alternative that cannot consume the next character is dropped before its slots are
          // copied.
          if (step.do !== 'found' && !consumes(step, code)) break
          into.steps[into.count] = at
          for (let slot = 0; slot < width; slot++) into.slots[into.count * width + slot] = slots[slot] as number
          into.count++
          break
        case 'split':
          stack.push(step.otherNext, step.next)
          break
        case 'jump':
          stack.push(step.next)
          break
        case 'save':
          this.setSlot(slots, step.slot, position)
          stack.push(step.next)
          break
        case 'look':
          if (this.holdsLook(step, at, position, slots)) stack.push(step.next)
          break
        case 'start':
          if (position === 0) stack.push(step.next)
          break
        case 'end':
          if (position === text.length) stack.push(step.next)
          break
        case 'edge':
        case 'inside': {
          const isEdge = isWord(text.charCodeAt(position - 1)) !== isWord(text.charCodeAt(position))
          if (isEdge === (step.do === 'edge')) stack.push(step.next)
          break
        }
        default:
          step.do satisfies never
      }
    }
  }

  private setSlot(slots: Slots, slot: number, value: number): void {
    this.stack.push(slots[slot] as number, ~slot)
    slots[slot] = value
  }

  /** Stores the captures of a positive look-ahead. */
  private holdsLook({isBehind, isWanted}: Step, at: number, position: number, slots: Slots): boolean {
    if (isBehind) return (this.lookBehind(at)[position] === 1) === isWanted
    const captured = this.lookAhead(at, position)
    if (captured !== null && isWanted)
      for (let slot = 1; slot < this.width; slot++)
        if (captured[slot] !== -1) this.setSlot(slots, slot, captured[slot] as number)
    return (captured !== null) === isWanted
  }

  private lookAhead(at: number, position: number): Slots | null {
    let results = this.lookAheads.get(at)
    if (!results) this.lookAheads.set(at, (results = []))
    const known = results[position]
    if (known !== undefined) return known
    this.budget.left -= stepsOfLookAhead
    const found = this.find(at + 1, position, true)?.slots ?? null
    results[position] = found
    return found
  }

  /** Returns 1 for each position where a match of the look-behind at step `at` ends. */
  private lookBehind(at: number): Uint8Array {
    const known = this.lookBehinds.get(at)
    if (known) return known
    const {steps, text, budget} = this
    const ends = new Uint8Array(text.length + 1)
    const scan = this.startScan()
    scan.mark = ++this.lastMark
    for (let position = 0; position <= text.length && budget.left >= 0; position++) {
      const {now} = scan
      this.addThreads(scan, now, at + 1, position)
      scan.mark = ++this.lastMark
      for (let index = 0; index < now.count; index++) {
        const reached = now.steps[index] as number
        if ((steps[reached] as Step).do === 'found') ends[position] = 1
        else this.addThreads(scan, scan.next, reached + 1, position + 1)
      }
      this.moveOn(scan)
    }
    this.idleScans.push(scan)
    this.lookBehinds.set(at, ends)
    return ends
  }
}

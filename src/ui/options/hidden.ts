import {effect, signal, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../contract/problems'
import type {Drafted, Library} from '../../engine/why/contest'
import type {LibraryState} from '../state/library'
import type {FindHidden} from './find-hidden'

/** Which rules another one hides, as far as is known. */
export type HiddenRules = {
  readonly problems: ReadonlySignal<ReadonlyMap<string, Problem>>
  /** Null where nothing hides it, undefined where that was not found out. */
  ofDraft(draft: Drafted, isStale: () => boolean): Promise<Problem | null | undefined>
  stop(): void
}

const isSame = (before: ReadonlyMap<string, Problem>, next: ReadonlyMap<string, Problem>) =>
  before.size === next.size && [...next].every(([id, problem]) => before.get(id) === problem)

/** Looks again whenever rules have changed, once whoever caused it has been served. */
export function createHidden(library: LibraryState): HiddenRules {
  const problems = signal<ReadonlyMap<string, Problem>>(new Map())
  let part: Promise<FindHidden> | undefined
  let isStopped = false
  let isLooking = false
  let isDue = false
  async function load(): Promise<FindHidden> {
    const {createFindHidden} = await import('./find-hidden')
    return createFindHidden()
  }
  const finder = () => (part ??= load())
  const now = (): Library => ({
    rules: library.rows.peek().map(row => row.peek()),
    groups: library.groups.peek(),
    paused: false,
  })
  async function look(): Promise<void> {
    isDue = true
    if (isLooking || isStopped) return
    isLooking = true
    try {
      // What changes meanwhile is looked at in the next turn: begun anew each time, it might never end.
      while (isDue) {
        isDue = false
        const {find} = await finder()
        const found = await find(now(), () => isStopped)
        if (found && !isSame(problems.peek(), found)) problems.value = found
      }
    } catch {
      // Without it no rule is marked, and the tester tells all the same.
      part = undefined
    }
    isLooking = false
  }
  const stopWatching = effect(() => {
    void library.changes.value
    void library.groups.value
    if (library.isWhole.value && library.rows.value.length > 1) void look()
    else if (problems.peek().size > 0) problems.value = new Map()
  })
  return {
    problems,
    async ofDraft(draft, isStale) {
      const {ofDraft} = await finder()
      return ofDraft(now(), draft, () => isStopped || isStale())
    },
    stop() {
      isStopped = true
      isDue = false
      stopWatching()
    },
  }
}

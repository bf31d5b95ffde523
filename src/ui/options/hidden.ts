import {effect, signal, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../contract/problems'
import {draftId, type Drafted, type Library} from '../../simulator/contest'
import type {LibraryState} from '../state/library'
import type * as part from './find-hidden'
import {same} from '../same'

export type HiddenRules = {
  readonly problems: ReadonlySignal<ReadonlyMap<string, Problem>>
  /** Null where nothing overrides it, undefined where the search was stopped. */
  ofDraft(draft: Drafted, isStale: () => boolean): Promise<Problem | null | undefined>
  stop(): void
}

const isSame = (before: ReadonlyMap<string, Problem>, next: ReadonlyMap<string, Problem>) =>
  before.size === next.size && [...next].every(([id, problem]) => same(before.get(id), problem))

/** Updates the marks in idle time whenever rules have changed. */
export function createHidden(library: LibraryState): HiddenRules {
  const problems = signal<ReadonlyMap<string, Problem>>(new Map())
  let isStopped = false
  let isLooking = false
  let isDue = false
  const load = (): Promise<typeof part> => import('./find-hidden')
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
      // A change during a search starts another one afterwards; a restart each time might never end.
      while (isDue) {
        isDue = false
        const {findHidden} = await load()
        const found = await findHidden(now(), null, () => isStopped)
        if (found && !isSame(problems.peek(), found)) problems.value = found
      }
    } catch {
      // Then no rule is marked.
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
      const {findHidden} = await load()
      const found = await findHidden(now(), draft, () => isStopped || isStale())
      return found && (found.get(draft.id ?? draftId) ?? null)
    },
    stop() {
      isStopped = true
      isDue = false
      stopWatching()
    },
  }
}

import {shortenName} from '../sentences/quote'
import {effect, signal, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../model/problems'
import {newRuleId, type DraftRule, type Library} from '../../simulator/candidate-rules'
import type {Override} from '../../simulator/overridden'
import {isJsonEqual} from '../json-equality'
import type {LibraryState} from '../state/library'
import {inSlices} from '../tester/sliced'
import {commonTexts} from '../../locales/common'

export type HiddenRules = {
  readonly problems: ReadonlySignal<ReadonlyMap<string, Problem>>
  /** Null where nothing overrides it, undefined where the search was stopped. */
  ofDraft(draft: DraftRule, isStale: () => boolean): Promise<Problem | null | undefined>
  stop(): void
}

const isSame = (before: ReadonlyMap<string, Problem>, next: ReadonlyMap<string, Problem>) =>
  before.size === next.size && [...next].every(([id, problem]) => isJsonEqual(before.get(id), problem))

/** Updates the marks in idle time whenever rules have changed. */
export function createHidden(library: LibraryState): HiddenRules {
  const problems = signal<ReadonlyMap<string, Problem>>(new Map())
  let isStopped = false
  let isLooking = false
  let isDue = false
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
      // A change during a search starts another one afterwards; restarting each time might never end.
      while (isDue) {
        isDue = false
        const found = await findHidden(now(), null, () => isStopped)
        if (found && !isSame(problems.peek(), found)) problems.value = found
      }
    } catch {
      // Then no rule is marked.
    }
    isLooking = false
  }
  const stopWatching = effect(() => {
    void library.revision.value
    void library.groups.value
    if (library.isComplete.value && library.rows.value.length > 1) void look()
    else if (problems.peek().size > 0) problems.value = new Map()
  })
  return {
    problems,
    async ofDraft(draft, isStale) {
      const found = await findHidden(now(), draft, () => isStopped || isStale())
      return found && (found.get(draft.id ?? newRuleId) ?? null)
    },
    stop() {
      isStopped = true
      isDue = false
      stopWatching()
    },
  }
}

/** Milliseconds after which a search no longer waits for an idle moment. */
const longestWait = 500
/** Milliseconds of work at a time. */
const longest = 4

const idle = () => new Promise<void>(go => void requestIdleCallback(() => go(), {timeout: longestWait}))

const problemOf = ({by, header, delay}: Override): Problem => ({
  code: 'hidden',
  says: {
    by: by.rule.name.trim() || commonTexts('untitled'),
    ...(header === null ? {} : {header: shortenName(header)}),
    ...(delay === null ? {} : {waits: delay}),
  },
  rules: [by.id],
})

/** The overridden rules, with the draft in its place; undefined if the search was stopped. */
async function findHidden(
  library: Library,
  draft: DraftRule | null,
  isStale: () => boolean,
): Promise<ReadonlyMap<string, Problem> | undefined> {
  const {findOverridden} = await import('../../simulator/overridden')
  const found = await inSlices(findOverridden(library, draft), {later: true, longest, pause: idle, isStale})
  return found && new Map([...found].map(([id, override]) => [id, problemOf(override)]))
}

import {shortenName} from '../sentences/quote'
import {effect, signal, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../model/problems'
import {newRuleId, type DraftRule, type Library} from '../../simulator/candidate-rules'
import type {Override} from '../../simulator/overridden'
import {isJsonEqual} from '../json-equality'
import type {LibraryState} from '../state/library'
import {runInSlices} from '../tester/run-in-slices'
import {commonTexts} from '../../locales/common'

export type OverriddenRules = {
  readonly problems: ReadonlySignal<ReadonlyMap<string, Problem>>
  /** Null if no rule overrides the draft, undefined if the search was stopped. */
  checkDraft(draft: DraftRule, isStale: () => boolean): Promise<Problem | null | undefined>
  stop(): void
}

const areProblemsEqual = (before: ReadonlyMap<string, Problem>, next: ReadonlyMap<string, Problem>) =>
  before.size === next.size && [...next].every(([id, problem]) => isJsonEqual(before.get(id), problem))

/** Updates the problems in idle time whenever rules change. */
export function createOverriddenRules(library: LibraryState): OverriddenRules {
  const problems = signal<ReadonlyMap<string, Problem>>(new Map())
  let isStopped = false
  let isUpdating = false
  let isDue = false
  const getLibrary = (): Library => ({
    rules: library.rows.peek().map(row => row.peek()),
    groups: library.groups.peek(),
    paused: false,
  })
  async function update(): Promise<void> {
    isDue = true
    if (isUpdating || isStopped) return
    isUpdating = true
    try {
      // A change starts another search afterwards. Restarting at once might never end.
      while (isDue) {
        isDue = false
        const found = await findProblems(getLibrary(), null, () => isStopped)
        if (found && !areProblemsEqual(problems.peek(), found)) problems.value = found
      }
    } catch {
      // After an error no rule is marked.
    }
    isUpdating = false
  }
  const stopWatching = effect(() => {
    void library.revision.value
    void library.groups.value
    if (library.isComplete.value && library.rows.value.length > 1) void update()
    else if (problems.peek().size > 0) problems.value = new Map()
  })
  return {
    problems,
    async checkDraft(draft, isStale) {
      const found = await findProblems(getLibrary(), draft, () => isStopped || isStale())
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
const maxIdleWait = 500
/** Milliseconds of work per slice. */
const maxSliceTime = 4

const waitForIdle = () => new Promise<void>(go => void requestIdleCallback(() => go(), {timeout: maxIdleWait}))

const toProblem = ({by, header, delay}: Override): Problem => ({
  code: 'hidden',
  params: {
    by: by.rule.name.trim() || commonTexts('untitled'),
    ...(header === null ? {} : {header: shortenName(header)}),
    ...(delay === null ? {} : {waits: delay}),
  },
  rules: [by.id],
})

/** The problems of overridden rules, including the draft; undefined if the search was stopped. */
async function findProblems(
  library: Library,
  draft: DraftRule | null,
  isStale: () => boolean,
): Promise<ReadonlyMap<string, Problem> | undefined> {
  const {findOverridden} = await import('../../simulator/overridden')
  const found = await runInSlices(findOverridden(library, draft), {
    isDeferred: true,
    sliceTime: maxSliceTime,
    pause: waitForIdle,
    isStale,
  })
  return found && new Map([...found].map(([id, override]) => [id, toProblem(override)]))
}

import {computed, effect, signal, type ReadonlySignal} from '@preact/signals'
import {useEffect, useMemo} from 'preact/hooks'
import type {Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {RuleView} from '../../../../model/views'
import {usePage} from '../../../state/page-context'
import {isJsonEqual} from '../../../json-equality'
import type {LibraryState, Row} from '../../../state/library'
import {explainDraft, type DraftExplanation} from '../../../../simulator/explain'
import {createRuleIndexCache, type RuleIndexCache} from '../../../../simulator/rule-index'
import {runInSlices} from '../../../tester/run-in-slices'
import type {TestRequestFault, TestRequest} from '../../../../simulator/test-request'
import {useDraftValidator} from '../model/draft-validator'
import {getRemainingProblems} from '../model/draft-faults'

export type ExplainedRequest = {
  readonly request: TestRequest
  readonly result: DraftExplanation | {readonly fault: TestRequestFault}
}

type ExplanationOptions = {
  readonly request: ReadonlySignal<TestRequest | null>
  readonly rule: ReadonlySignal<Rule>
  readonly base: ReadonlySignal<Rule>
  readonly id: string | undefined
  readonly row: Row | undefined
}

const indexes = new WeakMap<LibraryState, RuleIndexCache>()

function getRuleIndexCache(library: LibraryState): RuleIndexCache {
  const index = indexes.get(library) ?? createRuleIndexCache()
  indexes.set(library, index)
  return index
}

function removeLoop(id: string | undefined, view: RuleView): RuleView {
  const isLoopOnRule = ({code, rules = []}: Problem) => code === 'loop' && id !== undefined && rules.includes(id)
  return view.problems.some(isLoopOnRule)
    ? {...view, problems: view.problems.filter(each => !isLoopOnRule(each))}
    : view
}

const getCurrentLibrary = (library: LibraryState, rewritten: ReadonlySignal<string | undefined>) =>
  computed(() => {
    void library.revision.value
    const rules = library.rows.value.map(each => removeLoop(rewritten.value, each.peek()))
    return {rules, groups: library.groups.value, paused: library.isPaused.value}
  })

/** Explains the test request as if the draft were saved, again after each change. */
export function useExplanation({
  request,
  rule,
  base: savedRule,
  id,
  row,
}: ExplanationOptions): ReadonlySignal<ExplainedRequest | null> {
  const {library} = usePage()
  const validator = useDraftValidator()
  const explained = useMemo(() => signal<ExplainedRequest | null>(null), [])
  useEffect(() => {
    let lastRunId = 0
    const index = getRuleIndexCache(library)
    const isRewritten = () =>
      !isJsonEqual(savedRule.value.pairs, rule.value.pairs) || savedRule.value.groupId !== rule.value.groupId
    const currentLibrary = getCurrentLibrary(
      library,
      computed(() => (isRewritten() ? id : undefined)),
    )
    const draft = computed(() => {
      const edited = rule.value
      const status = row?.value.rule?.status ?? edited.status
      const problems = getRemainingProblems(row?.value.problems ?? [], savedRule.value, edited)
      return {
        id,
        rule: status === edited.status ? edited : {...edited, status},
        validation: validator.validate(edited),
        problems,
      }
    })
    let previousLibrary: typeof currentLibrary.value | null = null
    const stop = effect(() => {
      const currentRequest = request.value
      const currentDraft = draft.value
      const now = currentLibrary.value
      // Typing updates the result at once, a change of other rules in the next task.
      const isDeferred = now !== previousLibrary
      previousLibrary = now
      if (currentRequest === null) return
      const runId = ++lastRunId
      const isStale = () => runId !== lastRunId
      const explain = async () => {
        // A later answer of Chrome changes the validation, which runs this effect again.
        await validator.whenChecked(rule.peek())
        if (isStale()) return
        const work = explainDraft({request: currentRequest, draft: currentDraft, library: now, indexCache: index})
        const result = await runInSlices(work, {isStale, isDeferred})
        if (result !== undefined && !isStale()) explained.value = {request: currentRequest, result}
      }
      void explain()
    })
    return () => {
      lastRunId = -1
      stop()
    }
  }, [request, rule, id, row])
  return explained
}

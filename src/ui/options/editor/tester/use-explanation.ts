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
import {inSlices} from '../../../tester/sliced'
import type {TestRequestFault, TestRequest} from '../../../../simulator/test-request'
import {useJudge} from '../model/judge'
import {stillHolding} from '../model/faults-of-problems'

export type Explained = {
  readonly tested: TestRequest
  readonly result: DraftExplanation | {readonly fault: TestRequestFault}
}

type Asking = {
  readonly tested: ReadonlySignal<TestRequest | null>
  readonly rule: ReadonlySignal<Rule>
  readonly base: ReadonlySignal<Rule>
  readonly id: string | undefined
  readonly row: Row | undefined
}

const indexes = new WeakMap<LibraryState, RuleIndexCache>()

function indexOf(library: LibraryState): RuleIndexCache {
  const index = indexes.get(library) ?? createRuleIndexCache()
  indexes.set(library, index)
  return index
}

function withoutLoopBy(id: string | undefined, view: RuleView): RuleView {
  const isBy = ({code, rules = []}: Problem) => code === 'loop' && id !== undefined && rules.includes(id)
  return view.problems.some(isBy) ? {...view, problems: view.problems.filter(each => !isBy(each))} : view
}

const rulesIn = (library: LibraryState, rewritten: ReadonlySignal<string | undefined>) =>
  computed(() => {
    void library.revision.value
    const rules = library.rows.value.map(each => withoutLoopBy(rewritten.value, each.peek()))
    return {rules, groups: library.groups.value, paused: library.isPaused.value}
  })

/** Explains the tested request with the draft in force, again after each change. */
export function useExplanation({tested, rule, base, id, row}: Asking): ReadonlySignal<Explained | null> {
  const {library} = usePage()
  const judge = useJudge()
  const explained = useMemo(() => signal<Explained | null>(null), [])
  useEffect(() => {
    let latest = 0
    const index = indexOf(library)
    const isRewritten = () =>
      !isJsonEqual(base.value.pairs, rule.value.pairs) || base.value.groupId !== rule.value.groupId
    const inForce = rulesIn(
      library,
      computed(() => (isRewritten() ? id : undefined)),
    )
    const draft = computed(() => {
      const written = rule.value
      const status = row?.value.rule?.status ?? written.status
      const problems = stillHolding(row?.value.problems ?? [], base.value, written)
      return {
        id,
        rule: status === written.status ? written : {...written, status},
        validation: judge.judged(written),
        problems,
      }
    })
    let before: typeof inForce.value | null = null
    const stop = effect(() => {
      const asked = tested.value
      const drafted = draft.value
      const now = inForce.value
      // Typing is answered at once, changed rules when there is time.
      const later = now !== before
      before = now
      if (asked === null) return
      const turn = ++latest
      const isStale = () => turn !== latest
      const ask = async () => {
        // A later answer of Chrome changes the judgement, which asks again.
        await judge.answered(rule.peek())
        if (isStale()) return
        const work = explainDraft({request: asked, draft: drafted, library: now, indexCache: index})
        const result = await inSlices(work, {isStale, later})
        if (result !== undefined && !isStale()) explained.value = {tested: asked, result}
      }
      void ask()
    })
    return () => {
      latest = -1
      stop()
    }
  }, [tested, rule, id, row])
  return explained
}

import {effect, signal, type ReadonlySignal} from '@preact/signals'
import {useEffect, useMemo} from 'preact/hooks'
import type {Rule} from '../../../../contract/rule'
import {usePage} from '../../../parts/library-context'
import type {Row} from '../../../state/library'
import {explain, type Explanation} from '../../../tester/explain'
import {inSlices} from '../../../tester/sliced'
import type {NotTested, Tested} from '../../../tester/tested'

export type Explained = {readonly tested: Tested; readonly result: Explanation | {readonly not: NotTested}}

type Asking = {
  readonly tested: ReadonlySignal<Tested | null>
  readonly rule: ReadonlySignal<Rule>
  readonly isDirty: ReadonlySignal<boolean>
  readonly id: string | undefined
  readonly row: Row | undefined
}

/** What becomes of the tested request with the draft in force, anew whenever anything changes that it hangs on. */
export function useExplanation({tested, rule, isDirty, id, row}: Asking): ReadonlySignal<Explained | null> {
  const {library} = usePage()
  const explained = useMemo(() => signal<Explained | null>(null), [])
  useEffect(() => {
    let latest = 0
    const stop = effect(() => {
      const asked = tested.value
      void library.changes.value
      const rows = library.rows.value
      const groups = library.groups.value
      const paused = library.paused.value
      const written = rule.value
      const isKept = !isDirty.value
      // The switch in the head acts at once, so the list knows better than the draft.
      const status = row?.value.rule?.status ?? written.status
      const drafted = status === written.status ? written : ({...written, status} as Rule)
      if (asked === null) return
      const turn = ++latest
      const work = explain({
        tested: asked,
        draft: {id, rule: drafted, isKept},
        library: {rules: rows.map(each => each.peek()), groups, paused},
      })
      const ask = async () => {
        const result = await inSlices(work, {isStale: () => turn !== latest})
        if (result !== undefined && turn === latest) explained.value = {tested: asked, result}
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

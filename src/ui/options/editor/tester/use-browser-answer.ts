import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {differenceOf, questionOf, type Difference} from '../../../../simulator/browser-answer'
import {explainKept} from '../../../../simulator/explain'
import type {Tested} from '../../../../simulator/tested'
import {usePage} from '../../../parts/library-context'
import {inSlices} from '../../../tester/sliced'
import {useOptions} from '../../options-context'

/** Nobody waits for it: when one has stopped typing, and what was changed has been installed. */
const pause = 800

/** Where Chrome says of the saved rules what we do not say. It answers only where the extension is installed unpacked. */
export function useBrowserAnswer(tested: ReadonlySignal<Tested | null>): Difference | null {
  const {library} = usePage()
  const {outcomeOf} = useOptions().surface
  const difference = useSignal<Difference | null>(null)
  useSignalEffect(() => {
    void library.changes.value
    const asked = tested.value
    const rules = library.rows.value.map(row => row.peek())
    const now = {rules, groups: library.groups.value, paused: library.paused.value}
    const question = asked && questionOf(asked)
    difference.value = null
    // While Chrome does not take the rules, what it holds is not what they say.
    if (!asked || !question || !library.isWhole.value || library.trouble.value !== null) return
    let isStale = false
    const compare = async () => {
      const matched = await outcomeOf(question)
      if (matched === null || isStale) return
      const told = await inSlices(explainKept({tested: asked, library: now}), {isStale: () => isStale, later: true})
      if (isStale || !told || 'not' in told) return
      difference.value = differenceOf(told, rules, matched)
    }
    // What cannot be asked cannot be compared.
    const timer = setTimeout(() => void compare().catch(() => undefined), pause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
  return difference.value
}

import {useSignalEffect} from '@preact/signals'
import {useRef} from 'preact/hooks'
import type {RuleType} from '../../../contract/rules'
import {usePage} from '../../parts/library-context'
import {payloadOf} from '../../payload'
import type {Draft} from './draft'

/** Long enough not to ask at every key, short enough to be there when one looks up. */
const pause = 200
const leading: ReadonlySet<RuleType> = new Set(['Redirect', 'Replace', 'QueryParam'])

/** Asks a moment after each change whether the draft, kept as it is now, would be left out for a circle. The worker knows, which sees all rules. */
export function useCircle(draft: Draft): void {
  const {library, client} = usePage()
  const last = useRef(Promise.resolve())
  useSignalEffect(() => {
    if (!leading.has(draft.ruleType)) return
    void library.changes.value
    const rule = draft.rule.value
    // What cannot be kept leads nowhere yet.
    if (!draft.isDirty.value || draft.faults.value.length > 0) {
      draft.circle.value = undefined
      return
    }
    let isStale = false
    const ask = async () => {
      if (isStale) return
      // What is not answered is told when the rule is saved.
      const circle = await client.ask('rule.circle', {id: rule.id, payload: payloadOf(rule)}).catch(() => undefined)
      if (!isStale) draft.circle.value = circle
    }
    const timer = setTimeout(() => {
      // One after the other: where the worker is slow, what was typed meanwhile is asked once.
      last.current = last.current.then(ask)
    }, pause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
}

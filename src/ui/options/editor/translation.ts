import {useSignalEffect} from '@preact/signals'
import {same} from '../../same'
import type {Draft} from './draft'

/** Long enough not to translate at every key, short enough to be there when one looks up. */
const pause = 200

/** What the draft would come to, in its `problems`. The translator comes when first needed: the rules list does without it. */
export async function translateNow(draft: Draft): Promise<void> {
  try {
    const {translate} = await import('../../../translate/translate')
    const {problems} = translate(draft.rule.peek())
    if (!same(problems, draft.problems.peek())) draft.problems.value = problems
  } catch {
    // A rule that is half written can be anything; the worker judges it when it is saved.
    draft.problems.value = []
  }
}

export function useTranslation(draft: Draft): void {
  useSignalEffect(() => {
    void draft.rule.value
    const timer = setTimeout(() => void translateNow(draft), pause)
    return () => clearTimeout(timer)
  })
}

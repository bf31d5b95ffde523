import {useSignalEffect} from '@preact/signals'
import {batch} from '@preact/signals'
import type {Problem} from '../../../contract/problems'
import type {Rule} from '../../../contract/rule'
import {translate} from '../../../translate/translate'
import {same} from '../../same'
import type {Draft} from './draft'

/** Long enough not to translate at every key, short enough to be there when one looks up. */
const pause = 200

/** What the draft would come to. A rule that is half written can be anything, so a failure says nothing here: the worker judges. */
function problemsIn(rule: Rule): readonly Problem[] {
  try {
    return translate(rule, {}).problems
  } catch {
    return []
  }
}

export function translateNow(draft: Draft): void {
  const found = problemsIn(draft.rule.peek())
  batch(() => {
    if (!same(found, draft.problems.peek())) draft.problems.value = found
  })
}

export function useTranslation(draft: Draft): void {
  useSignalEffect(() => {
    void draft.rule.value
    const timer = setTimeout(() => translateNow(draft), pause)
    return () => clearTimeout(timer)
  })
}

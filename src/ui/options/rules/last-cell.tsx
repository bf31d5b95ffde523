import {TriangleAlert} from 'lucide-preact'
import {inOneSentence, type SaidProblem} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {LastApplied} from './last-applied'

/** When it acted last, or the word for what is wrong with it. What is only worth knowing is said by the tooltip, and takes no place. */
export function LastCell({row, problems}: {readonly row: Row; readonly problems: readonly SaidProblem[]}) {
  const [worst] = problems
  const isShown = worst !== undefined && (worst.tone !== 'note' || worst.isLeftOut)
  return (
    <span
      role="gridcell"
      class="rule-last"
      data-tone={isShown ? worst.tone : undefined}
      title={worst && problems.map(inOneSentence).join(' ')}
    >
      {isShown && worst.tone !== 'note' && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
      {isShown ? worst.word : <LastApplied row={row} />}
    </span>
  )
}

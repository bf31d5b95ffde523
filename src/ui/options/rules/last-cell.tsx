import {TriangleAlert} from 'lucide-preact'
import {inOneSentence, type SaidProblem} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {LastApplied} from './last-applied'

/** When it acted last, or the word for what is wrong with it. */
export function LastCell({row, problems}: {readonly row: Row; readonly problems: readonly SaidProblem[]}) {
  const [worst] = problems
  if (!worst)
    return (
      <span role="gridcell" class="rule-last">
        <LastApplied row={row} />
      </span>
    )
  return (
    <span role="gridcell" class="rule-last" data-tone={worst.tone} title={problems.map(inOneSentence).join(' ')}>
      {worst.tone !== 'note' && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
      {worst.word}
    </span>
  )
}

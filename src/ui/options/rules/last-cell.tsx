import {useComputed} from '@preact/signals'
import {TriangleAlert} from 'lucide-preact'
import {formatTime} from '../../format'
import {usePage} from '../../state/page-context'
import {formatProblem, type DescribedProblem} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {rulesTexts} from '../../../locales/rules'

export function LastCell({row, problems}: {readonly row: Row; readonly problems: readonly DescribedProblem[]}) {
  const [worst] = problems
  const isShown = worst !== undefined && (worst.tone !== 'note' || worst.isLeftOut)
  const title = worst && problems.map(formatProblem).join(' ')
  return (
    <span role="gridcell" class="rule-last" data-tone={isShown ? worst.tone : undefined} title={title}>
      {isShown && worst.tone !== 'note' && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
      {isShown && <span title={title}>{worst.label}</span>}
      {(!isShown || !worst.isLeftOut) && (
        <span class="rule-time">
          <LastApplied row={row} />
        </span>
      )}
    </span>
  )
}

const isDayBefore = (time: number, now: number): boolean => {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return new Date(time).toDateString() === day.toDateString()
}

export const formatLastApplied = (lastApplied: number | 'never' | 'unknown', now: number): string => {
  if (lastApplied === 'never') return rulesTexts('neverApplied')
  if (lastApplied === 'unknown') return rulesTexts('unknownApplied')
  return isDayBefore(lastApplied, now) ? rulesTexts('yesterday') : formatTime(lastApplied, now)
}

function LastApplied({row}: {readonly row: Row}) {
  const {applied} = usePage()
  const text = useComputed(() => {
    void applied.lastApplied.value
    void applied.snapshot.value
    return formatLastApplied(applied.getLastApplied(row.value), Date.now())
  })
  return <>{text}</>
}

import {useComputed} from '@preact/signals'
import {when} from '../../numbers'
import {usePage} from '../../parts/library-context'
import type {Row} from '../../state/library'
import {rulesWords} from '../../words'

const isDayBefore = (time: number, now: number): boolean => {
  const day = new Date(now)
  day.setDate(day.getDate() - 1)
  return new Date(time).toDateString() === day.toDateString()
}

export const appliedText = (word: number | 'never' | 'unknown', now: number): string => {
  if (word === 'never') return rulesWords.neverApplied
  if (word === 'unknown') return rulesWords.unknownApplied
  return isDayBefore(word, now) ? rulesWords.yesterday : when(word, now)
}

/** What was seen, never a guess. A look that tells nothing new of this rule draws nothing. */
export function LastApplied({row}: {readonly row: Row}) {
  const {applied} = usePage()
  const text = useComputed(() => {
    void applied.lastApplied.value
    void applied.seen.value
    return appliedText(applied.wordOf(row.value), Date.now())
  })
  return <>{text}</>
}

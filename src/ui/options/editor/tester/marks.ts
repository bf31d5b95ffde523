import {readTested, type Tested} from '../../../../engine/why/tested'
import {inTyped, partOf} from '../../../../matching/spans'
import type {Explanation} from '../../../../engine/why/explain'
import type {Mark} from './url-field'

/** What to tint in the address: what the draft's condition found there, or how near it came. */
export function marksOf({draft, url}: Explanation, tested: Tested): readonly Mark[] {
  const read = readTested(tested)
  if ('not' in read || read.url !== url) return []
  const {touch, reason} = draft
  if (touch?.condition.pattern) {
    // What it found on the way is not in the address that was typed.
    if (touch.url !== url) return []
    const {from} = partOf(read.at(url).address, touch.condition.pattern.text)
    const span = inTyped(tested.url, url, {from: from + touch.found.from, to: from + touch.found.to})
    return span ? [{...span, tone: 'found'}] : []
  }
  if (reason?.why !== 'source' || !reason.missed.span) return []
  const span = inTyped(tested.url, url, reason.missed.span)
  return span ? [{...span, tone: reason.missed.miss.kind === 'equals' ? 'differs' : 'near'}] : []
}

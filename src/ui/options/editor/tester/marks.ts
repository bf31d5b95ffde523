import {readTested, type Tested} from '../../../../simulator/tested'
import {inTyped, partOf} from '../../../../matching/spans'
import type {Explanation} from '../../../../simulator/explain'
import type {Mark} from './request-fields'

/** What to tint in the address: what the draft's condition found there, or how near it came. */
export function marksOf({draft, url}: Explanation, tested: Tested): readonly Mark[] {
  const read = readTested(tested)
  if ('not' in read || read.url !== url) return []
  const {touch, reason} = draft
  if (touch?.condition.pattern) {
    // What it found on the way, as after another rule has changed the query, need not be in the address that was typed.
    const {address} = read.at(url)
    const found = touch.url === url ? touch.found : touch.condition.compare(address)
    if (found === null) return []
    const {from} = partOf(address, touch.condition.pattern.text)
    const span = inTyped(tested.url, url, {from: from + found.from, to: from + found.to})
    return span ? [{...span, tone: 'found'}] : []
  }
  if (reason?.why !== 'source' || !reason.missed.span) return []
  const span = inTyped(tested.url, url, reason.missed.span)
  return span ? [{...span, tone: reason.missed.miss.kind === 'equals' ? 'differs' : 'near'}] : []
}

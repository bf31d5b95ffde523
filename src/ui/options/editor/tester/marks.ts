import {readTested, type Tested} from '../../../../simulator/tested'
import {inTyped, partOf} from '../../../../matching/spans'
import type {Explanation} from '../../../../simulator/explain'
import type {Mark} from './request-fields'

/** The parts of the URL that the draft's condition matches or nearly matches. */
export function marksOf({draft, url}: Explanation, tested: Tested): readonly Mark[] {
  const read = readTested(tested)
  if ('not' in read || read.url !== url) return []
  const {touch, reason} = draft
  if (touch?.condition.pattern) {
    // The condition may match a later URL of the request, which differs from the typed one.
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

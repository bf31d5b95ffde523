import {noBodyInGet} from '../../model/reasons'
import {gather, takePagePart} from '../translation-builder'
import type {Translators} from '../translation'

const bodiless: readonly string[] = ['get', 'head']

/** declarativeNetRequest cannot see a body: all of it is done in the page. */
export const request: Translators['Request'] = rule => {
  const made = gather()
  rule.pairs.forEach(({source}, pair) => {
    const part = takePagePart(made, source, pair, true)
    if (part === null) return
    if (!part.reaches) made.problems.push({code: 'in-page-only', pair, field: 'source.filters'})
    if (part.narrowing.requestMethods?.every(method => bodiless.includes(method))) {
      const says = {reason: noBodyInGet}
      made.problems.push({code: 'never-matches', pair, field: 'source.filters', says})
    }
  })
  return made
}

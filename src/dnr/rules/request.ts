import {faultText} from '../../model/faults'
import {createBuilder, addInPagePart} from '../translation-builder'
import type {Translators} from '../translation'

const bodilessMethods: readonly string[] = ['get', 'head']

/** declarativeNetRequest cannot change a body, so the page script does. */
export const request: Translators['Request'] = rule => {
  const builder = createBuilder()
  rule.pairs.forEach(({source}, pair) => {
    const part = addInPagePart(builder, source, pair, true)
    if (part === null) return
    if (!part.hasFetch) builder.problems.push({code: 'in-page-only', pair, field: 'source.filters'})
    if (part.filter.requestMethods?.every(method => bodilessMethods.includes(method))) {
      const params = {reason: faultText('noBodyInGet')}
      builder.problems.push({code: 'never-matches', pair, field: 'source.filters', params})
    }
  })
  return builder
}

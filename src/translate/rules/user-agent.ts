import {add, gather} from '../build'
import {userAgentHeaders} from '../client-hints'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

/** The User-Agent header and the client hints that go with it. What scripts read of `navigator` is the page's part. */
export const userAgent: Translators['UserAgent'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach(({source, userAgent: claimed}, pair) => {
    if (claimed.trim() === '' || /[\r\n\0]/.test(claimed)) {
      made.problems.push({code: 'header-value', pair, field: 'userAgent', says: {header: 'User-Agent'}})
      return
    }
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (!place) return
    made.problems.push({code: 'in-page-too', pair})
    const action = {type: 'modifyHeaders', requestHeaders: userAgentHeaders(claimed)} as const
    add(made, place, {pair, band: 'headers', action}, surroundings)
  })
  return made
}

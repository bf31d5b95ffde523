import {resourceTypes, type ResourceType} from '../../model/source'
import {addDrafts, addPortable, gather, reaches} from '../translation-builder'
import {userAgentHeaders, navigatorTiming} from '../user-agent-override'
import {placeOf} from '../condition'
import type {Translators} from '../translation'

const documents: readonly ResourceType[] = ['main_frame', 'sub_frame']
const others = resourceTypes.filter(type => !documents.includes(type))

/** The User-Agent header and client hints. Responses to documents carry `navigator` values, which no script reads earlier. */
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
    const requestHeaders = userAgentHeaders(claimed)
    const action = {type: 'modifyHeaders', requestHeaders} as const
    const portable = addPortable(made, place, action, surroundings)
    if (reaches(place.narrowing, documents)) {
      made.problems.push({code: 'not-in-workers', pair})
      const responseHeaders = [{header: 'server-timing', operation: 'append', value: navigatorTiming(claimed)}] as const
      addDrafts(
        made,
        place,
        {pair, band: 'headers', action: {...action, responseHeaders}, able: documents},
        portable,
        surroundings,
      )
    }
    if (reaches(place.narrowing, others))
      addDrafts(made, place, {pair, band: 'headers', action, able: others}, portable, surroundings)
  })
  return made
}

import {largestDataUrl} from '../../contract/rules/redirect'
import type {ResourceType} from '../../contract/source'
import {add, gather, reaches} from '../build'
import {placeOf} from '../condition'
import {dataUrl, documentType} from '../data-url'
import type {Translators} from '../translation'

/** Whether a value is a data: URL itself, as a picture or font is kept. */
const isDataUrl = (value: string): boolean => /^data:[^,]*,/i.test(value)

/** The content types that a page accepts for each kind of request; undefined where the value cannot be one. */
const answers: readonly {
  readonly able: readonly ResourceType[]
  readonly contentType: (value: string) => string | undefined
}[] = [
  {able: ['main_frame', 'sub_frame'], contentType: documentType},
  {able: ['script'], contentType: () => 'text/javascript'},
  {able: ['stylesheet'], contentType: () => 'text/css'},
  {
    able: ['image'],
    contentType: value => (/^\s*<(\?xml|svg|!--|!doctype svg)/i.test(value) ? 'image/svg+xml' : undefined),
  },
  // A font is no text: it comes as a data: URL or not at all.
  {able: ['font'], contentType: () => undefined},
]

const answered = answers.flatMap(({able}) => able)

/** A static response of what is not fetch or XHR, as a redirect to its text. Code, and fetch and XHR, are the page's part. */
export const response: Translators['Response'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach((given, pair) => {
    const {source, type, value, statusCode = 200} = given
    const everyFetch = source === undefined || source.value.trim() === ''
    if (everyFetch || type === 'code') return void made.problems.push({code: 'in-page-only', pair})
    const {place, problems} = placeOf(source, pair)
    made.problems.push(...problems)
    if (!place) return
    if (!reaches(place.narrowing, answered)) return void made.problems.push({code: 'in-page-only', pair})
    // A data: redirect always comes as 200 OK.
    if (statusCode !== 200) return void made.problems.push({code: 'status-in-page-only', pair, field: 'statusCode'})
    made.problems.push({code: 'in-page-too', pair})
    for (const {able, contentType} of answers) {
      if (!reaches(place.narrowing, able)) continue
      const typed = isDataUrl(value) ? undefined : contentType(value)
      if (typed === undefined && !isDataUrl(value)) {
        if (place.narrowing.resourceTypes !== null) made.problems.push({code: 'content-type', pair, field: 'value'})
        continue
      }
      const url = typed === undefined ? value : dataUrl(typed, value)
      if (url.length > largestDataUrl) {
        made.problems.push({
          code: 'file-too-large',
          pair,
          field: 'value',
          says: {size: url.length, limit: largestDataUrl},
        })
        return
      }
      add(made, place, {pair, band: 'response', action: {type: 'redirect', redirect: {url}}, able}, surroundings)
    }
  })
  return made
}

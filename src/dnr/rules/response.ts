import type {Problem} from '../../model/problems'
import {largestDataUrl} from '../../model/rules/redirect'
import type {PairOf} from '../../model/rules'
import type {ResourceType} from '../../model/source'
import {bareType} from '../../model/type-of-text'
import {add, gather, reaches, isForEvery, takePagePart} from '../translation-builder'
import {placeOf} from '../condition'
import {dataUrl, documentType, hasNamedFrames, withoutUnnamedFrames} from '../data-url'
import type {Translators} from '../translation'

const isDataUrl = (value: string): boolean => /^data:[^,]*,/i.test(value)

const asGiven = (url: string) => (url.length > largestDataUrl ? {size: url.length} : {url})

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

function saidType({responseHeaders = []}: PairOf<'Response'>): string | undefined {
  const said = responseHeaders.findLast(({header}) => header.trim().toLowerCase() === 'content-type')
  const type = bareType(said?.value ?? '')
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined
}

const answered = answers.flatMap(({able}) => able)

/** Fetch and XHR are answered in the page; a static response of everything else is a redirect to its text. */
export const response: Translators['Response'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach((given, pair) => {
    const {source, type, value, statusCode = 200} = given
    const part = takePagePart(made, source, pair, true)
    if (part === null) return
    const only = (problem: Problem) => void made.problems.push(problem)
    const fetchOnly = (because: string): Problem => ({code: 'fetch-only', pair, says: {because}})
    const others =
      source !== undefined &&
      !isForEvery(source) &&
      type === 'static' &&
      !part.hasPayload &&
      reaches(part.narrowing, answered)
    if (!others) return part.reaches ? undefined : only({code: 'in-page-only', pair, field: 'source.filters'})
    // A data: redirect always comes as 200 OK.
    if (statusCode !== 200)
      return only(
        part.reaches
          ? fetchOnly('status')
          : {code: 'in-page-only', pair, field: 'statusCode', says: {because: 'status'}},
      )
    const {place, problems} = placeOf(source, pair)
    if (!place) return part.reaches ? only(fetchOnly('source')) : void made.problems.push(...problems)
    made.problems.push(...problems)
    let isUnfit = false
    let isIn = part.reaches
    for (const {able, contentType} of answers) {
      if (!reaches(place.narrowing, able)) continue
      const fits = contentType(value)
      const answer = isDataUrl(value) ? asGiven(value) : fits && dataUrl(saidType(given) ?? fits, value)
      if (!answer) {
        isUnfit ||= place.narrowing.resourceTypes !== null
        continue
      }
      if ('size' in answer) {
        const says = {size: answer.size, limit: largestDataUrl}
        return only(part.reaches ? fetchOnly('size') : {code: 'file-too-large', pair, field: 'value', says})
      }
      const action = {type: 'redirect', redirect: answer} as const
      add(
        made,
        place,
        {pair, band: 'response', action, able: withoutUnnamedFrames(place.narrowing, able)},
        surroundings,
      )
      isIn = true
    }
    if (isIn && hasNamedFrames(place.narrowing)) only({code: 'frame-text', pair})
    if (isUnfit) only({code: isIn ? 'content-type' : 'no-picture', pair, field: 'value'})
  })
  return made
}

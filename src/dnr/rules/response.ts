import type {Problem} from '../../model/problems'
import {largestDataUrl} from '../../model/rules/redirect'
import type {PairOf} from '../../model/rules'
import type {ResourceType} from '../../model/source'
import {getMimeType, getResourceTypeOfMime} from '../../model/content-type'
import {addAction, createBuilder, allowsAnyType, matchesEveryFetch, addInPagePart} from '../translation-builder'
import {compileCondition} from '../condition'
import {createDataUrl, detectDocumentType, hasExplicitFrames} from '../data-url'
import type {Translators} from '../translation'

type Pair = PairOf<'Response'>

const isDataUrl = (value: string): boolean => /^data:[^,]*,/i.test(value)
const isSvg = (value: string): boolean => /^\s*<(\?xml|svg|!--|!doctype svg)/i.test(value)

const toDataUrl = (url: string) => (url.length > largestDataUrl ? {size: url.length} : {url})

type ContentTypes = {
  readonly types: readonly ResourceType[]
  readonly contentType: (value: string) => string | undefined
}

/** The content type that a page accepts for each type; undefined where the value cannot be one. */
const contentTypes: readonly ContentTypes[] = [
  {types: ['main_frame', 'sub_frame'], contentType: detectDocumentType},
  {types: ['script'], contentType: () => 'text/javascript'},
  {types: ['stylesheet'], contentType: () => 'text/css'},
  {types: ['image'], contentType: value => (isSvg(value) ? 'image/svg+xml' : undefined)},
  // A font is binary, so only a data: URL can provide it.
  {types: ['font'], contentType: () => undefined},
]

function getContentType({responseHeaders = []}: Pair): string | undefined {
  const contentType = responseHeaders.findLast(({header}) => header.trim().toLowerCase() === 'content-type')
  const type = getMimeType(contentType?.value ?? '')
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined
}

const redirectableTypes = contentTypes.flatMap(({types}) => types)

/** The types other than fetch and XHR that a static body can answer. */
export const getAnswerableTypes = (value: string): readonly ResourceType[] =>
  contentTypes.flatMap(({types, contentType}) => (isDataUrl(value) || contentType(value) !== undefined ? types : []))

const typesByExtension: readonly (readonly [RegExp, ResourceType])[] = [
  [/\.html?(?![\w.-])/i, 'main_frame'],
  [/\.[cm]?js(?![\w.-])/i, 'script'],
  [/\.css(?![\w.-])/i, 'stylesheet'],
  [/\.(?:svg|png|jpe?g|gif|webp|avif|ico)(?![\w.-])/i, 'image'],
  [/\.(?:woff2?|ttf|otf)(?![\w.-])/i, 'font'],
]

/** The type that a body was written for, by content type, file extension or text. */
function guessResourceType(pair: Pair): ResourceType | undefined {
  const {source, value} = pair
  const given = getContentType(pair) ?? /^data:([^;,]+)/i.exec(value)?.[1]
  if (given !== undefined) return getResourceTypeOfMime(given)
  const path = source === undefined || source.key === 'host' ? '' : source.value
  const byExtension = typesByExtension.find(([extension]) => extension.test(path))?.[1]
  if (byExtension !== undefined) return byExtension
  if (/^\s*<svg/i.test(value)) return 'image'
  return /^\s*<(?!\?xml)/i.test(value) ? 'main_frame' : undefined
}

/** Why a response works for fetch and XHR only, even if the Type filter names other types. */
function getFetchOnlyCause({source, type, statusCode = 200}: Pair) {
  if (matchesEveryFetch(source)) return 'any'
  if (type === 'code') return 'code'
  if (source?.filters?.some(({requestPayload}) => requestPayload !== undefined)) return 'payload'
  // A redirect to a data: URL always has status 200.
  return statusCode === 200 ? undefined : 'status'
}

const createFetchOnlyProblem = (pair: number, because: string): Problem => ({
  code: 'fetch-only',
  pair,
  params: {because},
})

/** Why a response does not answer requests of a type that no Type filter names or excludes. */
export function findUnnamedTypeProblem(given: Pair, pair: number, requestType: string): Problem | undefined {
  const hasTypeFilter = given.source?.filters?.some(({resourceType = []}) => resourceType.length > 0)
  const type = redirectableTypes.find(each => each === requestType)
  if (hasTypeFilter || type === undefined) return undefined
  const cause = getFetchOnlyCause(given) ?? (given.value.length > largestDataUrl ? 'size' : undefined)
  if (cause !== undefined) return createFetchOnlyProblem(pair, cause)
  return getAnswerableTypes(given.value).includes(type)
    ? {code: 'type-not-named', pair, field: 'source.filters', params: {type}}
    : undefined
}

/**
 * The page script answers fetch and XHR. Where the Type filter names other requests, a static
 * response to them is a redirect to a data: URL.
 */
export const response: Translators['Response'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach((given, pair) => {
    const {source, value} = given
    const part = addInPagePart(builder, source, pair, true)
    if (part === null) return
    const report = (problem: Problem) => void builder.problems.push(problem)
    const guessed = guessResourceType(given)
    const note = guessed && findUnnamedTypeProblem(given, pair, guessed)
    if (note?.code === 'type-not-named') report(note)
    const namesOtherTypes = part.filter.resourceTypes !== null && allowsAnyType(part.filter, redirectableTypes)
    const cause = namesOtherTypes ? getFetchOnlyCause(given) : 'type'
    if (source === undefined || cause !== undefined) {
      if (!part.hasFetch)
        report({
          code: 'in-page-only',
          pair,
          ...(cause === 'status' ? {field: 'statusCode', params: {because: cause}} : {field: 'source.filters'}),
        })
      else if (cause !== undefined && cause !== 'type') report(createFetchOnlyProblem(pair, cause))
      return
    }
    const {compiled, problems} = compileCondition(source, pair)
    if (!compiled)
      return part.hasFetch ? report(createFetchOnlyProblem(pair, 'source')) : void builder.problems.push(...problems)
    builder.problems.push(...problems)
    let isContentTypeMissing = false
    let hasPart = part.hasFetch
    for (const {types, contentType} of contentTypes) {
      if (!allowsAnyType(compiled.filter, types)) continue
      const defaultType = contentType(value)
      const dataUrl = isDataUrl(value)
        ? toDataUrl(value)
        : defaultType && createDataUrl(getContentType(given) ?? defaultType, value)
      if (!dataUrl) {
        isContentTypeMissing = true
        continue
      }
      if ('size' in dataUrl) {
        const params = {size: dataUrl.size, limit: largestDataUrl}
        return report(
          part.hasFetch ? createFetchOnlyProblem(pair, 'size') : {code: 'file-too-large', pair, field: 'value', params},
        )
      }
      const action = {type: 'redirect', redirect: dataUrl} as const
      addAction(builder, compiled, {pair, band: 'response', action, supportedTypes: types}, options)
      hasPart = true
    }
    if (hasPart && hasExplicitFrames(compiled.filter)) report({code: 'frame-text', pair})
    if (isContentTypeMissing) report({code: hasPart ? 'content-type' : 'no-picture', pair, field: 'value'})
  })
  return builder
}

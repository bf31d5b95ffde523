import type {Problem} from '../../model/problems'
import {largestDataUrl} from '../../model/rules/redirect'
import type {PairOf} from '../../model/rules'
import type {ResourceType} from '../../model/source'
import {getMimeType} from '../../model/content-type'
import {addAction, createBuilder, allowsAnyType, matchesEveryFetch, addInPagePart} from '../translation-builder'
import {compileCondition} from '../condition'
import {createDataUrl, detectDocumentType, hasExplicitFrames, excludeImplicitFrames} from '../data-url'
import type {Translators} from '../translation'

const isDataUrl = (value: string): boolean => /^data:[^,]*,/i.test(value)

const toDataUrl = (url: string) => (url.length > largestDataUrl ? {size: url.length} : {url})

/** The content type that a page accepts for each type; undefined where the value cannot be one. */
const contentTypes: readonly {
  readonly types: readonly ResourceType[]
  readonly contentType: (value: string) => string | undefined
}[] = [
  {types: ['main_frame', 'sub_frame'], contentType: detectDocumentType},
  {types: ['script'], contentType: () => 'text/javascript'},
  {types: ['stylesheet'], contentType: () => 'text/css'},
  {
    types: ['image'],
    contentType: value => (/^\s*<(\?xml|svg|!--|!doctype svg)/i.test(value) ? 'image/svg+xml' : undefined),
  },
  // A font is binary, so only a data: URL can provide it.
  {types: ['font'], contentType: () => undefined},
]

function getContentType({responseHeaders = []}: PairOf<'Response'>): string | undefined {
  const contentType = responseHeaders.findLast(({header}) => header.trim().toLowerCase() === 'content-type')
  const type = getMimeType(contentType?.value ?? '')
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : undefined
}

const redirectableTypes = contentTypes.flatMap(({types}) => types)

/**
 * The page script answers fetch and XHR; a static response to other requests is a redirect to a
 * data: URL.
 */
export const response: Translators['Response'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach((given, pair) => {
    const {source, type, value, statusCode = 200} = given
    const part = addInPagePart(builder, source, pair, true)
    if (part === null) return
    const report = (problem: Problem) => void builder.problems.push(problem)
    const createFetchOnlyProblem = (because: string): Problem => ({code: 'fetch-only', pair, params: {because}})
    const hasRedirectableTypes =
      source !== undefined &&
      !matchesEveryFetch(source) &&
      type === 'static' &&
      !part.hasPayload &&
      allowsAnyType(part.filter, redirectableTypes)
    if (!hasRedirectableTypes)
      return part.hasFetch ? undefined : report({code: 'in-page-only', pair, field: 'source.filters'})
    // A redirect to a data: URL always has status 200.
    if (statusCode !== 200)
      return report(
        part.hasFetch
          ? createFetchOnlyProblem('status')
          : {code: 'in-page-only', pair, field: 'statusCode', params: {because: 'status'}},
      )
    const {compiled, problems} = compileCondition(source, pair)
    if (!compiled)
      return part.hasFetch ? report(createFetchOnlyProblem('source')) : void builder.problems.push(...problems)
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
        isContentTypeMissing ||= compiled.filter.resourceTypes !== null
        continue
      }
      if ('size' in dataUrl) {
        const params = {size: dataUrl.size, limit: largestDataUrl}
        return report(
          part.hasFetch ? createFetchOnlyProblem('size') : {code: 'file-too-large', pair, field: 'value', params},
        )
      }
      const action = {type: 'redirect', redirect: dataUrl} as const
      addAction(
        builder,
        compiled,
        {pair, band: 'response', action, supportedTypes: excludeImplicitFrames(compiled.filter, types)},
        options,
      )
      hasPart = true
    }
    if (hasPart && hasExplicitFrames(compiled.filter)) report({code: 'frame-text', pair})
    if (isContentTypeMissing) report({code: hasPart ? 'content-type' : 'no-picture', pair, field: 'value'})
  })
  return builder
}

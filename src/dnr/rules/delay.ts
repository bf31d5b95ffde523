import {navigationTypes} from '../../model/source'
import {longestDelay} from '../../model/rules/delay'
import {addAction, createBuilder, allowsAnyType, addInPagePart} from '../translation-builder'
import {compileCondition} from '../condition'
import type {Translators} from '../translation'
import {waitingPage} from '../../model/delay-page'

/**
 * Redirects a GET navigation to the delay page (`#1500,https://…`).
 * The page script delays fetch and XHR.
 */
export const delay: Translators['Delay'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach(({source, delay: milliseconds}, pair) => {
    const part = addInPagePart(builder, source, pair)
    if (part === null) return
    const {requestMethods, resourceTypes} = part.filter
    const allowsGet = requestMethods === undefined || requestMethods.includes('get')
    const hasNavigations = allowsGet && !part.hasPayload && allowsAnyType(part.filter, navigationTypes)
    if (!hasNavigations && !part.hasFetch)
      return void builder.problems.push({code: 'in-page-only', pair, field: 'source.filters'})
    if (
      resourceTypes === null ||
      !resourceTypes.every(type => type === 'xmlhttprequest' || (hasNavigations && navigationTypes.includes(type)))
    )
      builder.problems.push({code: 'delay-in-part', pair})
    if (!hasNavigations) return
    const {compiled, problems} = compileCondition(source, pair, {whole: true})
    if (!compiled)
      return void builder.problems.push(
        ...(part.hasFetch ? [{code: 'fetch-only', pair, params: {because: 'source'}} as const] : problems),
      )
    builder.problems.push(...problems)
    const {filter} = compiled
    const delayMs = Math.min(Math.max(0, Math.round(milliseconds)), longestDelay)
    addAction(
      builder,
      {...compiled, filter: {...filter, requestMethods: ['get']}},
      {
        pair,
        band: 'delay',
        action: {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#${delayMs},\\0`}},
        supportedTypes: navigationTypes,
        delayMs,
      },
      options,
    )
  })
  return builder
}

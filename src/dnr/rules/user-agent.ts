import {navigationTypes, resourceTypes} from '../../model/source'
import {addTemplates, addPortableRule, createBuilder, allowsAnyType} from '../translation-builder'
import {createUserAgentHeaders, createServerTimingEntry} from '../user-agent-override'
import {compileCondition} from '../condition'
import type {Translators} from '../translation'

const otherTypes = resourceTypes.filter(type => !navigationTypes.includes(type))

/**
 * Sets the User-Agent header and client hints. Responses to documents carry the `navigator` values.
 */
export const userAgent: Translators['UserAgent'] = (rule, options) => {
  const builder = createBuilder()
  rule.pairs.forEach(({source, userAgent: value}, pair) => {
    if (value.trim() === '' || /[\r\n\0]/.test(value)) {
      builder.problems.push({code: 'header-value', pair, field: 'userAgent', params: {header: 'User-Agent'}})
      return
    }
    const {compiled, problems} = compileCondition(source, pair)
    builder.problems.push(...problems)
    if (!compiled) return
    const requestHeaders = createUserAgentHeaders(value)
    const action = {type: 'modifyHeaders', requestHeaders} as const
    const portable = addPortableRule(builder, compiled, action, options)
    if (allowsAnyType(compiled.filter, navigationTypes)) {
      builder.problems.push({code: 'not-in-workers', pair})
      const responseHeaders = [
        {header: 'server-timing', operation: 'append', value: createServerTimingEntry(value)},
      ] as const
      addTemplates(
        builder,
        compiled,
        {pair, band: 'headers', action: {...action, responseHeaders}, supportedTypes: navigationTypes},
        portable,
        options,
      )
    }
    if (allowsAnyType(compiled.filter, otherTypes))
      addTemplates(builder, compiled, {pair, band: 'headers', action, supportedTypes: otherTypes}, portable, options)
  })
  return builder
}

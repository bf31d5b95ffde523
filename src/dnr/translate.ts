import {fallbackProblems, type Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {findPayloadFaults} from '../matching/prepare'
import {addFallbacks} from './fallback'
import {createBuilder} from './translation-builder'
import {cancel} from './rules/cancel'
import {delay} from './rules/delay'
import {headers} from './rules/headers'
import {queryParam} from './rules/query-param'
import {redirect} from './rules/redirect'
import {replace} from './rules/replace'
import {request} from './rules/request'
import {response} from './rules/response'
import {userAgent} from './rules/user-agent'
import type {TranslateOptions, Translation, Translators} from './translation'

const translators: Translators = {
  Redirect: redirect,
  Cancel: cancel,
  Replace: replace,
  Headers: headers,
  UserAgent: userAgent,
  QueryParam: queryParam,
  Request: request,
  Response: response,
  Delay: delay,
}

/** Translates a rule, whatever its status. Pure: the same rule and options give the same result. */
export function translateRule(rule: Rule, options: TranslateOptions = {}): Translation {
  if (rule.pairs.length === 0) return {...createBuilder(), problems: [{code: 'empty-change', field: 'pairs'}]}
  // TypeScript cannot follow that the table entry accepts this ruleType.
  const translator = translators[rule.ruleType] as (rule: Rule, options: TranslateOptions) => Translation
  const translated = translator(rule, options)
  const translation = {...translated, problems: [...findPayloadFilterProblems(rule), ...translated.problems]}
  return translation.problems.some(({code}) => fallbackProblems.has(code))
    ? addFallbacks(rule, translation)
    : translation
}

const findPayloadFilterProblems = ({pairs}: Rule): Problem[] =>
  pairs.flatMap(({source}, pair) =>
    findPayloadFaults(source?.filters ?? []).map(({index, reason}) => ({
      code: 'regex-syntax',
      pair,
      field: `source.filters[${index}].requestPayload.value`,
      params: {reason},
    })),
  )

import type * as z from 'zod/mini'
import {cancelPairs} from './cancel'
import {delayPairs} from './delay'
import {headersPairs} from './headers'
import {queryParamPairs} from './query-param'
import {redirectPairs} from './redirect'
import {replacePairs} from './replace'
import {requestPairs} from './request'
import {responsePairs} from './response'
import {userAgentPairs} from './user-agent'

/** The nine types in display order. Everything per type is a total table over these keys. */
export const pairKinds = {
  Redirect: redirectPairs,
  Cancel: cancelPairs,
  Replace: replacePairs,
  Headers: headersPairs,
  UserAgent: userAgentPairs,
  QueryParam: queryParamPairs,
  Request: requestPairs,
  Response: responsePairs,
  Delay: delayPairs,
} as const

export type RuleType = keyof typeof pairKinds
export type PairOf<T extends RuleType> = z.infer<(typeof pairKinds)[T]['schema']>

export const ruleTypes = Object.keys(pairKinds) as readonly RuleType[]
export const isRuleType = (value: unknown): value is RuleType => ruleTypes.some(type => type === value)

import * as z from 'zod/mini'
import type {ResourceType} from './source'

/** A header change as declarativeNetRequest writes it; `header` in lower case. */
const headerChange = z.object({
  header: z.string(),
  operation: z.enum(['append', 'set', 'remove']),
  value: z.optional(z.string()),
})

const redirect = z.object({
  url: z.optional(z.string()),
  regexSubstitution: z.optional(z.string()),
  transform: z.optional(
    z.object({
      query: z.optional(z.string()),
      queryTransform: z.optional(
        z.object({
          removeParams: z.optional(z.array(z.string())),
          addOrReplaceParams: z.optional(z.array(z.object({key: z.string(), value: z.string()}))),
        }),
      ),
    }),
  ),
})

const action = z.looseObject({
  type: z.enum(['block', 'redirect', 'modifyHeaders', 'allow']),
  redirect: z.optional(redirect),
  requestHeaders: z.optional(z.array(headerChange)),
  responseHeaders: z.optional(z.array(headerChange)),
})

const condition = z.looseObject({
  urlFilter: z.optional(z.string()),
  regexFilter: z.optional(z.string()),
  isUrlFilterCaseSensitive: z.optional(z.boolean()),
  requestDomains: z.optional(z.array(z.string())),
  excludedRequestDomains: z.optional(z.array(z.string())),
  initiatorDomains: z.optional(z.array(z.string())),
  excludedInitiatorDomains: z.optional(z.array(z.string())),
  topDomains: z.optional(z.array(z.string())),
  requestMethods: z.optional(z.array(z.string())),
  resourceTypes: z.optional(z.array(z.string())),
})

/** A rule's browser-level form as the contract shows it: an action and a condition, without what only installing needs. */
export const extensionRule = z.looseObject({action, condition})

export type ExtensionRule = z.infer<typeof extensionRule>

/** What declarativeNetRequest is told to do. */
export type RuleAction = {
  readonly type: 'block' | 'redirect' | 'modifyHeaders' | 'allow'
  readonly redirect?: {
    readonly url?: string
    readonly regexSubstitution?: string
    readonly transform?: {
      readonly query?: string
      readonly queryTransform?: {
        readonly removeParams?: readonly string[]
        readonly addOrReplaceParams?: readonly {readonly key: string; readonly value: string}[]
      }
    }
  }
  readonly requestHeaders?: readonly HeaderChange[]
  readonly responseHeaders?: readonly HeaderChange[]
}
export type HeaderChange = {
  readonly header: string
  readonly operation: 'append' | 'set' | 'remove'
  readonly value?: string
}

/** Which requests declarativeNetRequest does it to. Lists are never empty: Chrome refuses those. */
export type RuleCondition = {
  readonly urlFilter?: string
  readonly regexFilter?: string
  readonly isUrlFilterCaseSensitive?: boolean
  readonly requestDomains?: readonly string[]
  readonly excludedRequestDomains?: readonly string[]
  readonly initiatorDomains?: readonly string[]
  readonly excludedInitiatorDomains?: readonly string[]
  readonly topDomains?: readonly string[]
  readonly requestMethods?: readonly string[]
  readonly resourceTypes?: readonly ResourceType[]
}

/** A rule as the browser holds it. Ids and priorities are at least 1. */
export type BrowserRule = {
  readonly id: number
  readonly priority: number
  readonly action: RuleAction
  readonly condition: RuleCondition
}

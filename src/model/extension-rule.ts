import * as z from 'zod/mini'
import type {ResourceType} from './source'

/** A header change as declarativeNetRequest writes it; `header` in lower case. */
const headerChange = z.object({
  header: z.string(),
  operation: z.enum(['append', 'set', 'remove']),
  value: z.exactOptional(z.string()),
})

const redirect = z.object({
  url: z.exactOptional(z.string()),
  regexSubstitution: z.exactOptional(z.string()),
  transform: z.exactOptional(
    z.object({
      scheme: z.exactOptional(z.enum(['http', 'https'])),
      host: z.exactOptional(z.string()),
      port: z.exactOptional(z.string()),
      query: z.exactOptional(z.string()),
      queryTransform: z.exactOptional(
        z.object({
          removeParams: z.exactOptional(z.array(z.string())),
          addOrReplaceParams: z.exactOptional(z.array(z.object({key: z.string(), value: z.string()}))),
        }),
      ),
    }),
  ),
})

const action = {
  type: z.enum(['block', 'redirect', 'modifyHeaders', 'allow']),
  redirect: z.exactOptional(redirect),
  requestHeaders: z.exactOptional(z.array(headerChange)),
  responseHeaders: z.exactOptional(z.array(headerChange)),
}

const condition = {
  urlFilter: z.exactOptional(z.string()),
  regexFilter: z.exactOptional(z.string()),
  isUrlFilterCaseSensitive: z.exactOptional(z.boolean()),
  requestDomains: z.exactOptional(z.array(z.string())),
  excludedRequestDomains: z.exactOptional(z.array(z.string())),
  initiatorDomains: z.exactOptional(z.array(z.string())),
  excludedInitiatorDomains: z.exactOptional(z.array(z.string())),
  topDomains: z.exactOptional(z.array(z.string())),
  requestMethods: z.exactOptional(z.array(z.string())),
  resourceTypes: z.exactOptional(z.array(z.string())),
}

/** A browser rule as the contract shows it: an action and a condition. */
export const extensionRule = z.looseObject({action: z.looseObject(action), condition: z.looseObject(condition)})

export type ExtensionRule = z.infer<typeof extensionRule>

type DeepReadonly<T> = T extends object ? {readonly [K in keyof T]: DeepReadonly<T[K]>} : T
type Fields<Shape extends z.core.$ZodLooseShape> = DeepReadonly<z.infer<z.ZodMiniObject<Shape>>>

export type RuleAction = Fields<typeof action>
export type HeaderChange = DeepReadonly<z.infer<typeof headerChange>>

/** Which requests declarativeNetRequest changes. Lists are never empty: Chrome refuses those. */
export type RuleCondition = Omit<Fields<typeof condition>, 'resourceTypes'> & {
  readonly resourceTypes?: readonly ResourceType[]
}

/** A rule as the browser holds it. Ids and priorities are at least 1. */
export type BrowserRule = {
  readonly id: number
  readonly priority: number
  readonly action: RuleAction
  readonly condition: RuleCondition
}

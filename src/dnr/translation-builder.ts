import type {ExtensionRule, RuleAction, RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import type {QueryChanges} from '../model/page-rules'
import type {ResourceType, Source} from '../model/source'
import {readPattern} from '../matching/pattern'
import {createRuleCondition, compileFilters, type CompiledFilter, type CompiledCondition} from './condition'
import type {Band} from './priorities'
import type {DnrRuleTemplate, TranslateOptions} from './translation'

export type TranslationBuilder = {
  extensionRules: ExtensionRule[]
  templates: DnrRuleTemplate[]
  problems: Problem[]
  inPagePairs: number[]
  fallbackPairs: number[]
}

export const createBuilder = (): TranslationBuilder => ({
  extensionRules: [],
  templates: [],
  problems: [],
  inPagePairs: [],
  fallbackPairs: [],
})

type PairAction = {
  readonly pair: number
  readonly band: Band
  readonly action: RuleAction
  readonly supportedTypes?: readonly ResourceType[]
  readonly query?: QueryChanges
  /** Duration of a Delay in milliseconds. */
  readonly delayMs?: number
  readonly isBroader?: true
}

const excludeApiHost = ({apiHost}: TranslateOptions): RuleCondition =>
  apiHost === undefined ? {} : {excludedInitiatorDomains: [apiHost], excludedRequestDomains: [apiHost]}

/**
 * Adds the documented portable form of an action: no id, no priority, and resource types only from
 * a filter. The rule service's own host is excluded.
 */
export function addPortableRule(
  builder: TranslationBuilder,
  {portable, filter: {resourceTypes, ...filterConditions}}: CompiledCondition,
  action: RuleAction,
  {apiHost}: TranslateOptions,
): ExtensionRule {
  const apiHosts = apiHost === undefined ? [] : [apiHost]
  const rule = {
    action,
    condition: {
      ...portable,
      ...filterConditions,
      ...(resourceTypes === null ? {} : {resourceTypes}),
      excludedInitiatorDomains: apiHosts,
      excludedRequestDomains: apiHosts,
    },
  } as ExtensionRule
  builder.extensionRules.push(rule)
  return rule
}

/** Adds the browser rules of an action under one condition. */
export function addTemplates(
  builder: TranslationBuilder,
  compiled: CompiledCondition,
  {pair, band, action, supportedTypes, query, delayMs, isBroader}: PairAction,
  portable: ExtensionRule,
  options: TranslateOptions,
): void {
  const exclusions = excludeApiHost(options)
  const toInstalledCondition = (condition: RuleCondition) => ({
    ...createRuleCondition(condition, compiled.filter, supportedTypes),
    ...exclusions,
  })
  for (const condition of compiled.conditions)
    builder.templates.push({
      band,
      action,
      pair,
      portable,
      condition: toInstalledCondition(condition),
      ...(query && {query}),
      ...(isBroader && {isBroader}),
      ...(delayMs === undefined ? {} : {delayMs}),
      ...(compiled.fallbackConditions === undefined
        ? {}
        : {
            fallbackConditions: {
              ...compiled.fallbackConditions,
              conditions: compiled.fallbackConditions.conditions.map(toInstalledCondition),
            },
          }),
    })
}

/** Adds an action under one condition: its portable form and its browser rules. */
export function addAction(
  builder: TranslationBuilder,
  compiled: CompiledCondition,
  pairAction: PairAction,
  options: TranslateOptions,
): void {
  addTemplates(builder, compiled, pairAction, addPortableRule(builder, compiled, pairAction.action, options), options)
}

export const allowsAnyType = ({resourceTypes}: CompiledFilter, types: readonly ResourceType[]): boolean =>
  resourceTypes === null || resourceTypes.some(type => types.includes(type))

export type InPagePart = {readonly filter: CompiledFilter; readonly hasFetch: boolean; readonly hasPayload: boolean}

/**
 * A Request or Response pair without a source, or with an empty one, matches every fetch and XHR.
 */
export const matchesEveryFetch = (source: Source | undefined): boolean =>
  source === undefined || source.value.trim() === ''

/** Records that the page script handles fetch and XHR requests of a pair. */
export function addInPagePart(
  builder: TranslationBuilder,
  source: Source | undefined,
  pair: number,
  isSourceOptional = false,
): InPagePart | null {
  const filters = source?.filters ?? []
  const hasPayload = filters.some(({requestPayload}) => requestPayload !== undefined)
  const fail = (problems: readonly Problem[]) => {
    builder.problems.push(...problems)
    return null
  }
  if (source !== undefined && !(isSourceOptional && matchesEveryFetch(source))) {
    const read = readPattern(source)
    if ('fault' in read)
      return fail([{code: read.fault.code, pair, field: 'source.value', params: {reason: read.fault.reason}}])
  }
  // The page script reads payloads itself, so payload filters do not restrict it.
  const {filter, problems} = compileFilters(
    filters.map(({requestPayload: _read, ...rest}) => rest),
    pair,
  )
  if (filter === null) return fail(problems)
  const hasFetch = allowsAnyType(filter, ['xmlhttprequest'])
  if (hasFetch) builder.inPagePairs.push(pair)
  return {filter, hasFetch, hasPayload}
}

import type {ExtensionRule, RuleAction, RuleCondition} from '../contract/extension-rule'
import type {Problem} from '../contract/problems'
import type {QueryOutcome} from '../contract/page-way'
import type {ResourceType} from '../contract/source'
import {conditionFor, type Narrowing, type Place} from './condition'
import type {Band} from './priorities'
import type {Draft, Surroundings, Translation} from './translation'

/** Gathers what the pairs of one rule become. */
export type Gathering = {extensionRules: ExtensionRule[]; drafts: Draft[]; problems: Problem[]; inPage: number[]}

export const gather = (): Gathering => ({extensionRules: [], drafts: [], problems: [], inPage: []})

export const only = (...problems: Problem[]): Translation => ({extensionRules: [], drafts: [], problems, inPage: []})

/** The portable form: no id, priority or resource types (but those a filter names), and the API's own host left alone. */
function portableRule(
  action: RuleAction,
  condition: RuleCondition,
  {resourceTypes, ...narrowing}: Narrowing,
  {apiHost}: Surroundings,
): ExtensionRule {
  const api = apiHost === undefined ? [] : [apiHost]
  return {
    action,
    condition: {
      ...condition,
      ...narrowing,
      ...(resourceTypes === null ? {} : {resourceTypes}),
      excludedInitiatorDomains: api,
      excludedRequestDomains: api,
    },
  } as ExtensionRule
}

type Doing = {
  readonly pair: number
  readonly band: Band
  readonly action: RuleAction
  /** The types of request that the action can be done to; all when absent. */
  readonly able?: readonly ResourceType[]
  /** The query changes that the action does. */
  readonly query?: QueryOutcome
  /** The milliseconds that the action takes. */
  readonly wait?: number
}

/** No rule touches the rule service. */
const sparing = ({apiHost}: Surroundings): RuleCondition =>
  apiHost === undefined ? {} : {excludedInitiatorDomains: [apiHost], excludedRequestDomains: [apiHost]}

/** Adds the portable form of an action at one place. */
export function addPortable(
  to: Gathering,
  place: Place,
  action: RuleAction,
  surroundings: Surroundings,
): ExtensionRule {
  const portable = portableRule(action, place.portable, place.narrowing, surroundings)
  to.extensionRules.push(portable)
  return portable
}

/** Adds the browser rules that do an action at one place, as parts of a portable rule. */
export function addDrafts(
  to: Gathering,
  place: Place,
  {pair, band, action, able, query, wait}: Doing,
  portable: ExtensionRule,
  surroundings: Surroundings,
): void {
  const spared = sparing(surroundings)
  const installed = (condition: RuleCondition) => ({...conditionFor(condition, place.narrowing, able), ...spared})
  for (const condition of place.conditions)
    to.drafts.push({
      band,
      action,
      pair,
      portable,
      condition: installed(condition),
      ...(query && {query}),
      ...(wait === undefined ? {} : {wait}),
      ...(place.instead === undefined
        ? {}
        : {instead: {...place.instead, conditions: place.instead.conditions.map(installed)}}),
    })
}

/** Adds one action at one place: its portable form, and the browser rules that do it. */
export function add(to: Gathering, place: Place, doing: Doing, surroundings: Surroundings): void {
  addDrafts(to, place, doing, addPortable(to, place, doing.action, surroundings), surroundings)
}

type Substituting = {
  readonly regexFilter: string
  readonly regexSubstitution: string
  /** The rule does as well without it. */
  readonly dispensable?: true
  readonly narrowing: Narrowing
  readonly pair: number
  readonly band: Band
}

/** Adds one substitution that its own regex says where to make. */
export function addRegex(
  to: Gathering,
  {regexFilter, regexSubstitution, dispensable, narrowing, pair, band}: Substituting,
  surroundings: Surroundings,
): void {
  const action: RuleAction = {type: 'redirect', redirect: {regexSubstitution}}
  const condition: RuleCondition = {regexFilter, isUrlFilterCaseSensitive: true}
  const portable = portableRule(action, condition, narrowing, surroundings)
  to.extensionRules.push(portable)
  to.drafts.push({
    band,
    action,
    pair,
    portable,
    condition: {...conditionFor(condition, narrowing), ...sparing(surroundings)},
    ...(dispensable ? {instead: {conditions: []}} : {}),
  })
}

/** Whether any of the types an action can be done to is left by the filters. */
export const reaches = ({resourceTypes}: Narrowing, able: readonly ResourceType[]): boolean =>
  resourceTypes === null || resourceTypes.some(type => able.includes(type))

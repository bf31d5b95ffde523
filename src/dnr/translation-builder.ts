import type {ExtensionRule, RuleAction, RuleCondition} from '../model/extension-rule'
import type {Problem} from '../model/problems'
import type {QueryOutcome} from '../model/page-rules'
import type {ResourceType, Source} from '../model/source'
import {readPattern} from '../matching/pattern'
import {conditionFor, narrow, type Narrowing, type Place} from './condition'
import type {Band} from './priorities'
import type {Draft, Surroundings, Translation} from './translation'

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
  readonly able?: readonly ResourceType[]
  readonly query?: QueryOutcome
  /** The milliseconds that the action takes. */
  readonly wait?: number
}

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

export const reaches = ({resourceTypes}: Narrowing, able: readonly ResourceType[]): boolean =>
  resourceTypes === null || resourceTypes.some(type => able.includes(type))

export type PagePart = {readonly narrowing: Narrowing; readonly reaches: boolean; readonly hasPayload: boolean}

/** A pair of Request or Response without a value in its source, or without one at all, is for every fetch and XMLHttpRequest. */
export const isForEvery = (source: Source | undefined): boolean => source === undefined || source.value.trim() === ''

/** Takes the part of a pair that is done inside pages, for fetch and XMLHttpRequest. */
export function takePagePart(
  to: Gathering,
  source: Source | undefined,
  pair: number,
  mayBeForEvery = false,
): PagePart | null {
  const filters = source?.filters ?? []
  const hasPayload = filters.some(({requestPayload}) => requestPayload !== undefined)
  const fault = (problems: readonly Problem[]) => {
    to.problems.push(...problems)
    return null
  }
  if (source !== undefined && !(mayBeForEvery && isForEvery(source))) {
    const read = readPattern(source)
    if ('fault' in read)
      return fault([{code: read.fault.code, pair, field: 'source.value', says: {reason: read.fault.reason}}])
  }
  // Pages can read what a request sends.
  const {narrowing, problems} = narrow(
    filters.map(({requestPayload: _read, ...rest}) => rest),
    pair,
  )
  if (narrowing === null) return fault(problems)
  const isReached = reaches(narrowing, ['xmlhttprequest'])
  if (isReached) to.inPage.push(pair)
  return {narrowing, reaches: isReached, hasPayload}
}

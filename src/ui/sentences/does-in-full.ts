import type {Rule, RuleOf} from '../../contract/rule'
import {plain} from '../phrase'
import {fullWords as words} from '../words'
import {doesInList} from './does'

type Changes = RuleOf<'Headers'>['pairs'][number]['modifications']
type Parameters = RuleOf<'QueryParam'>['pairs'][number]['modifications']

/** "sets Authorization, X-Env, removes Cookie": each verb once, in the order in which they first come. */
function byVerb(changes: readonly {readonly verb: string; readonly what: string}[]): string {
  const verbs = new Map<string, Set<string>>()
  for (const {verb, what} of changes) verbs.set(verb, (verbs.get(verb) ?? new Set()).add(what))
  return [...verbs].map(([verb, names]) => [verb, [...names].join(', ')].filter(Boolean).join(' ')).join(', ')
}

const ofHeaders = (changes: Changes) => changes.map(({type, header}) => ({verb: words.header[type], what: header}))
const ofParameters = (changes: Parameters) =>
  changes.map(change =>
    change.type === 'Remove All'
      ? {verb: words.removesAll, what: ''}
      : change.type === 'Remove'
        ? {verb: words.header.Remove, what: change.param}
        : {verb: '', what: `${change.param}=${change.value ?? ''}`},
  )

/** All that a rule does, of all its conditions; an address without its scheme. */
export function doesInFull(rule: Rule): string {
  if (rule.ruleType === 'Headers') return byVerb(rule.pairs.flatMap(pair => ofHeaders(pair.modifications)))
  if (rule.ruleType === 'QueryParam') return byVerb(rule.pairs.flatMap(pair => ofParameters(pair.modifications)))
  const each = rule.pairs.map(pair => plain(doesInList({...rule, pairs: [pair]} as Rule)))
  // In what other types say an address may be a part of a text, which has to be whole.
  const said = rule.ruleType === 'Redirect' ? each.map(inShort) : each
  return [...new Set(said)].join(', ')
}

const inShort = (goes: string): string => goes.replace(/^to https?:\/\//, 'to ').replace(/\/(?:\$1)?$/, '')

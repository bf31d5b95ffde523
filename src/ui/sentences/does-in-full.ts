import type {Rule, RuleOf} from '../../contract/rule'
import {plain} from '../phrase'
import {fullWords as words} from '../words'
import {doesFirst} from './does'

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

/** All that a rule does: of several conditions what each of them does, where they differ; an address without its scheme. */
export function doesInFull(rule: Rule): string {
  const each =
    rule.ruleType === 'Headers'
      ? rule.pairs.map(pair => byVerb(ofHeaders(pair.modifications)))
      : rule.ruleType === 'QueryParam'
        ? rule.pairs.map(pair => byVerb(ofParameters(pair.modifications)))
        : rule.pairs.map(pair => plain(doesFirst({...rule, pairs: [pair]} as Rule)))
  // In what other types say an address may be a part of a text, which has to be whole.
  const said = rule.ruleType === 'Redirect' ? each.map(inShort) : each
  return [...new Set(said)].join(words.or)
}

const inShort = (goes: string): string => goes.replace(/^to https?:\/\//, 'to ').replace(/\/(?:\$1)?$/, '')

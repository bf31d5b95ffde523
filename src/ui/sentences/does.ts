import {hasNoBody} from '../../model/rules/response'
import type {Rule, RuleOf} from '../../model/rule'
import type {PairOf, RuleType} from '../../model/rules'
import {byteLength} from '../numbers'
import {joined, plain, prose, type Phrase} from '../phrase'
import {sentenceWords as words, fullWords} from '../words'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).* Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iOS'],
  [/iPad/, 'iPadOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Such as "Safari 26 on iOS" or "Googlebot"; undefined if unknown. */
export function browserNamed(userAgent: string): string | undefined {
  const robot = /\b[\w-]+bot\b/i.exec(userAgent)?.[0]
  if (robot !== undefined) return robot
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    const system = systems.find(([each]) => each.test(userAgent))?.[1]
    if (version !== undefined && system !== undefined) return `${name} ${version} on ${system}`
  }
  return undefined
}

const {andMore} = words

/** Characters; longer bodies are classified by their first character, since lists and typing have no time to parse them. */
const long = 20_000

function kindOf(body: string): string {
  if (body.length > long) return /^\s*[[{]/.test(body) ? words.json : words.text
  try {
    JSON.parse(body)
    return words.json
  } catch {
    return words.text
  }
}

const firstOf = <Item>(changes: readonly Item[], say: (change: Item) => Phrase): Phrase =>
  changes[0] === undefined ? words.nothing : andMore(say(changes[0]), changes.length - 1)

type ParameterChange = PairOf<'QueryParam'>['modifications'][number]
const ofParameter = (change: ParameterChange): Phrase =>
  change.type === 'Remove All'
    ? words.removesAll
    : change.param.trim() === ''
      ? words.nothing
      : change.type === 'Remove'
        ? words.removes(change.param)
        : words.setsParameter(change.param, change.value ?? '')

type HeaderChange = PairOf<'Headers'>['modifications'][number]
const ofHeader = (change: HeaderChange): Phrase =>
  change.header.trim() === ''
    ? words.nothing
    : {Add: words.addsHeader, Modify: words.setsHeader, Remove: words.removes}[change.type](change.header)

const doesOfPair: {readonly [T in RuleType]: (pair: PairOf<T>) => Phrase} = {
  Redirect: pair =>
    pair.file
      ? words.goesToFile(pair.file.name)
      : pair.destination.trim() === ''
        ? words.nothing
        : words.goesTo(pair.destination),
  Cancel: () => words.stops,
  Replace: pair => (pair.from === '' ? words.nothing : words.swaps(pair.from, pair.to)),
  Headers: pair => firstOf(pair.modifications, ofHeader),
  UserAgent(pair) {
    if (pair.userAgent.trim() === '') return words.nothing
    const named = browserNamed(pair.userAgent)
    return named === undefined ? words.posesAs(pair.userAgent) : words.poses(named)
  },
  QueryParam: pair =>
    pair.modifications.length === 2
      ? joined(pair.modifications.map(ofParameter), ', ')
      : firstOf(pair.modifications, ofParameter),
  Request: pair => (pair.type === 'code' ? words.runsCode : words.sends(kindOf(pair.value), byteLength(pair.value))),
  Response: pair =>
    pair.type === 'code'
      ? words.answersByCode(pair.statusCode)
      : hasNoBody(pair.statusCode)
        ? words.answersBare(pair.statusCode)
        : words.answers(pair.statusCode, kindOf(pair.value), byteLength(pair.value)),
  Delay: pair => words.waits(pair.delay),
}

const does = <T extends RuleType>(rule: {readonly ruleType: T; readonly pairs: RuleOf<T>['pairs']}): Phrase => {
  const [first] = rule.pairs
  // The pairs are of the rule's own type, which the compiler loses on the way out of the union.
  return first === undefined ? prose('') : doesOfPair[rule.ruleType](first as PairOf<T>)
}

export const doesFirst = (rule: Pick<Rule, 'ruleType' | 'pairs'>): Phrase => does(rule as RuleOf<RuleType>)

export function doesInList(rule: Rule): Phrase {
  const first = doesFirst(rule)
  if (rule.pairs.length < 2) return first
  const each = new Set(rule.pairs.map(pair => plain(doesFirst({...rule, pairs: [pair]} as Rule))))
  return words.orMore(first, each.size - 1)
}

export const doesAsText = (rule: Rule): string => plain(doesInList(rule))

type Changes = RuleOf<'Headers'>['pairs'][number]['modifications']
type Parameters = RuleOf<'QueryParam'>['pairs'][number]['modifications']

function byVerb(changes: readonly {readonly verb: string; readonly what: string}[]): string {
  const verbs = new Map<string, Set<string>>()
  for (const {verb, what} of changes) verbs.set(verb, (verbs.get(verb) ?? new Set()).add(what))
  return [...verbs].map(([verb, names]) => [verb, [...names].join(', ')].filter(Boolean).join(' ')).join(', ')
}

const ofHeaders = (changes: Changes) => changes.map(({type, header}) => ({verb: fullWords.header[type], what: header}))
const ofParameters = (changes: Parameters) =>
  changes.map(change =>
    change.type === 'Remove All'
      ? {verb: fullWords.removesAll, what: ''}
      : change.type === 'Remove'
        ? {verb: fullWords.header.Remove, what: change.param}
        : {verb: '', what: `${change.param}=${change.value ?? ''}`},
  )

/** All that a rule does; different effects of its conditions are joined. */
export function doesInFull(rule: Rule): string {
  const each =
    rule.ruleType === 'Headers'
      ? rule.pairs.map(pair => byVerb(ofHeaders(pair.modifications)))
      : rule.ruleType === 'QueryParam'
        ? rule.pairs.map(pair => byVerb(ofParameters(pair.modifications)))
        : rule.pairs.map(pair => plain(doesFirst({...rule, pairs: [pair]} as Rule)))
  // In other types an address may be part of a longer text.
  const said = rule.ruleType === 'Redirect' ? each.map(inShort) : each
  return [...new Set(said)].join(fullWords.or)
}

const inShort = (goes: string): string => goes.replace(/^to https?:\/\//, 'to ').replace(/\/(?:\$1)?$/, '')

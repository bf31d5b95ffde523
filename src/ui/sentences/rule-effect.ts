import {hasNoBody} from '../../model/rules/response'
import type {Rule, RuleOf} from '../../model/rule'
import type {PairOf, RuleType} from '../../model/rules'
import {getByteLength, formatBytes} from '../format'
import {joinSegments, toPlainText, toTextSegments, type TextSegments, createSegmentedTexts} from '../text-segments'
import {sentenceTexts} from '../../locales/sentences'

const phrase = createSegmentedTexts(sentenceTexts)

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
    if (version !== undefined && system !== undefined) return sentenceTexts('browser', {name, version, system})
  }
  return undefined
}

/** Characters; longer bodies are classified by their first character, since lists and typing have no time to parse them. */
const long = 20_000

function kindOf(body: string): string {
  if (body.length > long) return /^\s*[[{]/.test(body) ? sentenceTexts('json') : sentenceTexts('text')
  try {
    JSON.parse(body)
    return sentenceTexts('json')
  } catch {
    return sentenceTexts('text')
  }
}

function firstOf<Item>(changes: readonly Item[], say: (change: Item) => TextSegments | null): TextSegments | null {
  const [first] = changes
  if (first === undefined || (changes.length === 1 && say(first) === null)) return null
  return phrase('andMore', {rest: say(first) ?? phrase('nothing'), more: changes.length - 1})
}

type ParameterChange = PairOf<'QueryParam'>['modifications'][number]
const ofParameter = (change: ParameterChange): TextSegments | null =>
  change.type === 'Remove All'
    ? phrase('removesAll')
    : change.param.trim() === ''
      ? null
      : change.type === 'Remove'
        ? phrase('removes', {name: change.param})
        : phrase('setsParameter', {name: change.param, value: change.value ?? ''})

type HeaderChange = PairOf<'Headers'>['modifications'][number]
const ofHeader = (change: HeaderChange): TextSegments | null =>
  change.header.trim() === '' ? null : phrase(`header.${change.type}`, {header: change.header})

/** Null while a field that the effect depends on is empty. */
const doesOfPair: {readonly [T in RuleType]: (pair: PairOf<T>) => TextSegments | null} = {
  Redirect: pair =>
    pair.file
      ? phrase('goesToFile', {name: pair.file.name})
      : pair.destination.trim() === ''
        ? null
        : phrase('goesTo', {destination: pair.destination}),
  Cancel: () => phrase('stops'),
  Replace({from, to}) {
    if (from === '') return null
    return to === '' ? phrase('swapsToNothing', {from}) : phrase('swaps', {from, to})
  },
  Headers: pair => firstOf(pair.modifications, ofHeader),
  UserAgent(pair) {
    if (pair.userAgent.trim() === '') return null
    const named = browserNamed(pair.userAgent)
    return named === undefined ? phrase('posesAs', {userAgent: pair.userAgent}) : phrase('poses', {name: named})
  },
  QueryParam: pair =>
    pair.modifications.length === 2
      ? joinSegments(
          pair.modifications.map(each => ofParameter(each) ?? phrase('nothing')),
          ', ',
        )
      : firstOf(pair.modifications, ofParameter),
  Request: pair =>
    pair.type === 'code'
      ? phrase('runsCode')
      : phrase('sends', {kind: kindOf(pair.value), size: formatBytes(getByteLength(pair.value))}),
  Response: pair =>
    pair.type === 'code'
      ? phrase('answersByCode', {status: pair.statusCode ?? 'none'})
      : hasNoBody(pair.statusCode)
        ? phrase('answersBare', {status: pair.statusCode ?? ''})
        : phrase('answers', {
            status: pair.statusCode ?? 'none',
            kind: kindOf(pair.value),
            size: formatBytes(getByteLength(pair.value)),
          }),
  Delay: pair => (Number.isFinite(pair.delay) ? phrase('waits', {milliseconds: pair.delay}) : phrase('nothing')),
}

const does = <T extends RuleType>(rule: {
  readonly ruleType: T
  readonly pairs: RuleOf<T>['pairs']
}): TextSegments | null => {
  const [first] = rule.pairs
  // The pairs are of the rule's own type, which the compiler loses on the way out of the union.
  return first === undefined ? toTextSegments('') : doesOfPair[rule.ruleType](first as PairOf<T>)
}

export const isIncomplete = (rule: Pick<Rule, 'ruleType' | 'pairs'>): boolean => does(rule as RuleOf<RuleType>) === null

export const doesFirst = (rule: Pick<Rule, 'ruleType' | 'pairs'>): TextSegments =>
  does(rule as RuleOf<RuleType>) ?? phrase('nothing')

export function doesInList(rule: Rule): TextSegments {
  const first = doesFirst(rule)
  if (rule.pairs.length < 2) return first
  const each = new Set(rule.pairs.map(pair => toPlainText(doesFirst({...rule, pairs: [pair]} as Rule))))
  return phrase('orMore', {rest: first, more: each.size - 1})
}

export const doesAsText = (rule: Rule): string => toPlainText(doesInList(rule))

type Changes = RuleOf<'Headers'>['pairs'][number]['modifications']
type Parameters = RuleOf<'QueryParam'>['pairs'][number]['modifications']

function byVerb(changes: readonly {readonly verb: string; readonly what: string}[]): string {
  const verbs = new Map<string, Set<string>>()
  for (const {verb, what} of changes) verbs.set(verb, (verbs.get(verb) ?? new Set()).add(what))
  return [...verbs].map(([verb, names]) => [verb, [...names].join(', ')].filter(Boolean).join(' ')).join(', ')
}

const ofHeaders = (changes: Changes) =>
  changes.map(({type, header}) => ({verb: sentenceTexts(`full.header.${type}`), what: header}))
const ofParameters = (changes: Parameters) =>
  changes.map(change =>
    change.type === 'Remove All'
      ? {verb: sentenceTexts('full.removesAll'), what: ''}
      : change.type === 'Remove'
        ? {verb: sentenceTexts('full.header.Remove'), what: change.param}
        : {verb: '', what: `${change.param}=${change.value ?? ''}`},
  )

/** All that a rule does; different effects of its conditions are joined. */
export function doesInFull(rule: Rule): string {
  const each =
    rule.ruleType === 'Headers'
      ? rule.pairs.map(pair => byVerb(ofHeaders(pair.modifications)))
      : rule.ruleType === 'QueryParam'
        ? rule.pairs.map(pair => byVerb(ofParameters(pair.modifications)))
        : rule.pairs.map(pair => toPlainText(doesFirst({...rule, pairs: [withShortDestination(pair)]} as Rule)))
  return [...new Set(each)].join(sentenceTexts('full.or'))
}

function withShortDestination(pair: Rule['pairs'][number]): Rule['pairs'][number] {
  const {destination} = pair as Partial<PairOf<'Redirect'>>
  if (destination === undefined) return pair
  return {...pair, destination: destination.replace(/^https?:\/\//, '').replace(/\/(?:\$1)?$/, '')}
}

/** Where a redirect goes, without a verb. */
export function destinationText({file, destination = ''}: Partial<PairOf<'Redirect'>>): string {
  if (file) return sentenceTexts('theFile', {name: file.name})
  return destination.trim() === '' ? sentenceTexts('nothing') : destination
}

import {keepsPathAndQuery} from '../../model/rules/redirect'
import {hasNoBody} from '../../model/rules/response'
import type {Rule, RuleOf} from '../../model/rule'
import type {PairOf, RuleType} from '../../model/rules'
import {getByteLength, formatBytes} from '../format'
import {joinSegments, toPlainText, toTextSegments, type TextSegments, createSegmentedTexts} from '../text-segments'
import {sentenceTexts} from '../../locales/sentences'

const format = createSegmentedTexts(sentenceTexts)

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
export function describeUserAgent(userAgent: string): string | undefined {
  const robot = /\b[\w-]+bot\b/i.exec(userAgent)?.[0]
  if (robot !== undefined) return robot
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    const system = systems.find(([each]) => each.test(userAgent))?.[1]
    if (version !== undefined && system !== undefined) return sentenceTexts('browser', {name, version, system})
  }
  return undefined
}

/** Characters. Longer bodies are classified by their first character, which is faster. */
const maxParsedLength = 20_000

function getBodyKind(body: string): string {
  if (body.length > maxParsedLength) return /^\s*[[{]/.test(body) ? sentenceTexts('json') : sentenceTexts('text')
  try {
    JSON.parse(body)
    return sentenceTexts('json')
  } catch {
    return sentenceTexts('text')
  }
}

function describeFirstChange<Item>(
  changes: readonly Item[],
  describe: (change: Item) => TextSegments | null,
): TextSegments | null {
  const [first] = changes
  if (first === undefined || (changes.length === 1 && describe(first) === null)) return null
  return format('andMore', {rest: describe(first) ?? format('nothing'), more: changes.length - 1})
}

type ParameterChange = PairOf<'QueryParam'>['modifications'][number]
const describeParameterChange = (change: ParameterChange): TextSegments | null =>
  change.type === 'Remove All'
    ? format('removesAll')
    : change.param.trim() === ''
      ? null
      : change.type === 'Remove'
        ? format('removes', {name: change.param})
        : format('setsParameter', {name: change.param, value: change.value ?? ''})

type HeaderChange = PairOf<'Headers'>['modifications'][number]
const describeHeaderChange = (change: HeaderChange): TextSegments | null =>
  change.header.trim() === '' ? null : format(`header.${change.type}`, {header: change.header})

/** Null while a field that the effect depends on is empty. */
const pairDescriptions: {readonly [T in RuleType]: (pair: PairOf<T>) => TextSegments | null} = {
  Redirect: pair =>
    pair.file
      ? format('goesToFile', {name: pair.file.name})
      : pair.destination.trim() === ''
        ? null
        : keepsPathAndQuery(pair)
          ? format('goesToHost', {destination: pair.destination.trim().replace(/\/$/, '')})
          : format('goesTo', {destination: pair.destination}),
  Cancel: () => format('stops'),
  Replace({from, to}) {
    if (from === '') return null
    return to === '' ? format('swapsToNothing', {from}) : format('swaps', {from, to})
  },
  Headers: pair => describeFirstChange(pair.modifications, describeHeaderChange),
  UserAgent(pair) {
    if (pair.userAgent.trim() === '') return null
    const browser = describeUserAgent(pair.userAgent)
    return browser === undefined ? format('posesAs', {userAgent: pair.userAgent}) : format('poses', {name: browser})
  },
  QueryParam: pair =>
    pair.modifications.length === 2
      ? joinSegments(
          pair.modifications.map(each => describeParameterChange(each) ?? format('nothing')),
          ', ',
        )
      : describeFirstChange(pair.modifications, describeParameterChange),
  Request: pair =>
    pair.type === 'code'
      ? format('runsCode')
      : format('sends', {kind: getBodyKind(pair.value), size: formatBytes(getByteLength(pair.value))}),
  Response: pair =>
    pair.type === 'code'
      ? format('answersByCode', {status: pair.statusCode ?? 'none'})
      : hasNoBody(pair.statusCode)
        ? format('answersBare', {status: pair.statusCode ?? ''})
        : format('answers', {
            status: pair.statusCode ?? 'none',
            kind: getBodyKind(pair.value),
            size: formatBytes(getByteLength(pair.value)),
          }),
  Delay: pair => (Number.isFinite(pair.delay) ? format('waits', {milliseconds: pair.delay}) : format('nothing')),
}

const describeFirstPair = <T extends RuleType>(rule: {
  readonly ruleType: T
  readonly pairs: RuleOf<T>['pairs']
}): TextSegments | null => {
  const [first] = rule.pairs
  // The pairs have the rule's type, which the compiler cannot infer from the union.
  return first === undefined ? toTextSegments('') : pairDescriptions[rule.ruleType](first as PairOf<T>)
}

export const isIncomplete = (rule: Pick<Rule, 'ruleType' | 'pairs'>): boolean =>
  describeFirstPair(rule as RuleOf<RuleType>) === null

export const describeEffect = (rule: Pick<Rule, 'ruleType' | 'pairs'>): TextSegments =>
  describeFirstPair(rule as RuleOf<RuleType>) ?? format('nothing')

export function describeEffectInList(rule: Rule): TextSegments {
  const first = describeEffect(rule)
  if (rule.pairs.length < 2) return first
  const each = new Set(rule.pairs.map(pair => toPlainText(describeEffect({...rule, pairs: [pair]} as Rule))))
  return format('orMore', {rest: first, more: each.size - 1})
}

export const describeEffectAsText = (rule: Rule): string => toPlainText(describeEffectInList(rule))

type Changes = RuleOf<'Headers'>['pairs'][number]['modifications']
type Parameters = RuleOf<'QueryParam'>['pairs'][number]['modifications']

function joinByVerb(changes: readonly {readonly verb: string; readonly what: string}[]): string {
  const verbs = new Map<string, Set<string>>()
  for (const {verb, what} of changes) verbs.set(verb, (verbs.get(verb) ?? new Set()).add(what))
  return [...verbs].map(([verb, names]) => [verb, [...names].join(', ')].filter(Boolean).join(' ')).join(', ')
}

const listHeaderChanges = (changes: Changes) =>
  changes.map(({type, header}) => ({verb: sentenceTexts(`full.header.${type}`), what: header}))
const listParameterChanges = (changes: Parameters) =>
  changes.map(change =>
    change.type === 'Remove All'
      ? {verb: sentenceTexts('full.removesAll'), what: ''}
      : change.type === 'Remove'
        ? {verb: sentenceTexts('full.header.Remove'), what: change.param}
        : {verb: '', what: `${change.param}=${change.value ?? ''}`},
  )

/** All effects of a rule, joined if its conditions have different ones. */
export function describeAllEffects(rule: Rule): string {
  const each =
    rule.ruleType === 'Headers'
      ? rule.pairs.map(pair => joinByVerb(listHeaderChanges(pair.modifications)))
      : rule.ruleType === 'QueryParam'
        ? rule.pairs.map(pair => joinByVerb(listParameterChanges(pair.modifications)))
        : rule.pairs.map(pair => toPlainText(describeEffect({...rule, pairs: [shortenDestination(pair)]} as Rule)))
  return [...new Set(each)].join(sentenceTexts('full.or'))
}

function shortenDestination(pair: Rule['pairs'][number]): Rule['pairs'][number] {
  const {destination} = pair as Partial<PairOf<'Redirect'>>
  if (destination === undefined) return pair
  return {...pair, destination: destination.replace(/^https?:\/\//, '').replace(/\/(?:\$1)?$/, '')}
}

/** The destination of a redirect, without a verb. */
export function formatDestination({file, destination = ''}: Partial<PairOf<'Redirect'>>): string {
  if (file) return sentenceTexts('theFile', {name: file.name})
  return destination.trim() === '' ? sentenceTexts('nothing') : destination
}

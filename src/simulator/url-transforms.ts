import type {NavigationAction} from '../model/page-rules'
import type {Rule} from '../model/rule'
import type {PairOf, RuleType} from '../model/rules'
import {isLocalFile, keepsPathAndQuery} from '../model/rules/redirect'
import {encodeUrlText} from '../matching/address'
import {sumModifications} from '../matching/query-changes'
import {readSearchPattern, prepareReplacement} from '../matching/replace-text'
import type {Band} from '../dnr/priorities'
import type {CandidateRule} from './candidate-rules'
import {applyMove} from '../matching/replacement'
import type {AnyPair, Condition} from './conditions'

/** The URL change of a rule type, and its priority band. */
export type UrlTransform = {readonly band: Band; readonly move: NavigationAction}

/** Undefined for types that do not change the URL. */
const urlTransforms: {readonly [T in RuleType]: (pair: PairOf<T>) => UrlTransform | undefined} = {
  Cancel: () => ({band: 'cancel', move: {kind: 'stop'}}),
  Redirect(pair) {
    const destination = pair.destination.trim()
    const hasOtherScheme = /^[a-z][a-z\d+.-]*:/i.test(destination) && !/^https?:/i.test(destination)
    // A file and a `data:` URL are the response itself.
    const isAnswer = pair.file !== undefined || isLocalFile(pair) || hasOtherScheme
    if (isAnswer) return {band: 'redirect', move: {kind: 'answer'}}
    const keeps = keepsPathAndQuery(pair) ? ({keepsPathAndQuery: true} as const) : {}
    return {band: 'redirect', move: {kind: 'redirect', to: destination, ...keeps}}
  },
  Replace({from, to}) {
    const pattern = readSearchPattern(from)
    // An empty search text would match at every hop.
    if ('reason' in pattern || from === '') return undefined
    const encoded = pattern.kind === 'text' ? {...pattern, text: encodeUrlText(pattern.text)} : pattern
    return {band: 'replace', move: {kind: 'replace', ...prepareReplacement(encoded, encodeUrlText(to))}}
  },
  QueryParam: ({modifications}) => ({band: 'queryParam', move: {kind: 'query', ...sumModifications(modifications)}}),
  Headers: () => undefined,
  UserAgent: () => undefined,
  Request: () => undefined,
  Response: () => undefined,
  Delay: () => undefined,
}

const knownTransforms = new WeakMap<AnyPair, {readonly transform: UrlTransform | undefined}>()

export function getUrlTransform({ruleType}: Rule, pair: AnyPair): UrlTransform | undefined {
  const before = knownTransforms.get(pair)
  if (before) return before.transform
  // TypeScript cannot correlate the rule type with the pair type.
  const transform = urlTransforms[ruleType](pair as never)
  knownTransforms.set(pair, {transform})
  return transform
}

/**
 * Returns the URL after the change of a condition, whether or not its source matches. Null when the
 * request ends.
 */
export function transformUrl(
  {rule}: Pick<CandidateRule, 'rule'>,
  {pair}: Pick<Condition, 'pair'>,
  url: string,
  captures: readonly string[],
): string | null | undefined {
  const found = getUrlTransform(rule, pair)
  return found && applyMove(found.move, url, captures)
}

/**
 * Returns the URL after a Replace. Null when the search text is missing, undefined for other types.
 */
export const replaceInUrl = ({rule}: CandidateRule, {pair}: Condition, url: string) =>
  rule.ruleType === 'Replace' ? (transformUrl({rule}, {pair}, url, []) ?? null) : undefined

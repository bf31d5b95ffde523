import type {NavigationAction} from '../model/page-rules'
import type {Rule} from '../model/rule'
import type {PairOf, RuleType} from '../model/rules'
import {isLocalFile} from '../model/rules/redirect'
import {asWritten} from '../matching/address'
import {outcomeOf} from '../matching/query-changes'
import {readSought, replacementOf} from '../matching/replace-text'
import type {Band} from '../dnr/priorities'
import type {Contender} from './contest'
import {moveUrl} from '../matching/replacement'
import type {AnyPair, Condition} from './prepared'

/** What a pair does to the URL of a request, and its place among all rules. */
export type Move = {readonly band: Band; readonly move: NavigationAction}

/** By type; undefined where a pair does nothing to the URL. */
const moves: {readonly [T in RuleType]: (pair: PairOf<T>) => Move | undefined} = {
  Cancel: () => ({band: 'cancel', move: {kind: 'stop'}}),
  Redirect(pair) {
    const destination = pair.destination.trim()
    const isOffTheWeb = /^[a-z][a-z\d+.-]*:/i.test(destination) && !/^https?:/i.test(destination)
    // A file and a data: URL are the response itself.
    const isAnswer = pair.file !== undefined || isLocalFile(pair) || isOffTheWeb
    return {band: 'redirect', move: isAnswer ? {kind: 'answer'} : {kind: 'redirect', to: destination}}
  },
  Replace({from, to}) {
    const sought = readSought(from)
    // The empty text would be found at every place, hop after hop.
    if ('reason' in sought || from === '') return undefined
    const written = sought.kind === 'text' ? {...sought, text: asWritten(sought.text)} : sought
    return {band: 'replace', move: {kind: 'replace', ...replacementOf(written, asWritten(to))}}
  },
  QueryParam: ({modifications}) => ({band: 'queryParam', move: {kind: 'query', ...outcomeOf(modifications)}}),
  Headers: () => undefined,
  UserAgent: () => undefined,
  Request: () => undefined,
  Response: () => undefined,
  Delay: () => undefined,
}

const known = new WeakMap<AnyPair, {readonly made: Move | undefined}>()

export function moveOf({ruleType}: Rule, pair: AnyPair): Move | undefined {
  const before = known.get(pair)
  if (before) return before.made
  // The table has the function of this very type, which the compiler cannot follow.
  const made = moves[ruleType](pair as never)
  known.set(pair, {made})
  return made
}

/** What a condition makes of a URL, whether or not its source matches. */
export function movedBy(
  {rule}: Pick<Contender, 'rule'>,
  {pair}: Pick<Condition, 'pair'>,
  url: string,
  captures: readonly string[],
): string | null | undefined {
  const found = moveOf(rule, pair)
  return found && moveUrl(found.move, url, captures)
}

/** The URL after a Replace; null where its text is not in it, undefined for other types. */
export const replacing = ({rule}: Contender, {pair}: Condition, url: string) =>
  rule.ruleType === 'Replace' ? (movedBy({rule}, {pair}, url, []) ?? null) : undefined

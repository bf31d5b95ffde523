import type {PairOf, RuleType} from '../contract/rules'
import {isLocalFile} from '../contract/rules/redirect'
import {asWritten} from '../matching/address'
import {fillCaptures} from '../matching/captures'
import {changeQuery, outcomeOf} from '../matching/query-changes'
import {readSought, replaceInAddress} from '../matching/replace-text'
import type {Band} from './priorities'

/** Where a pair sends a request whose source it matches: an address, null where the way ends, undefined where it does nothing. */
export type Going = {
  readonly band: Band
  readonly next: (url: string, captures: readonly string[]) => string | null | undefined
}

/** What a pair does to an address, by type; undefined for a pair that does nothing to it. */
export const goings: {readonly [T in RuleType]: (pair: PairOf<T>) => Going | undefined} = {
  Redirect(pair) {
    const destination = pair.destination.trim()
    const fill = isLocalFile(pair) ? () => destination : fillCaptures
    return {
      band: 'redirect',
      next: (_url, captures) => (pair.file === undefined ? fill(destination, captures) : null),
    }
  },
  Replace({from, to}) {
    const sought = readSought(from)
    // No text at all would be found at every place, hop after hop.
    if ('reason' in sought || from === '') return undefined
    const written = sought.kind === 'text' ? {...sought, text: asWritten(sought.text)} : sought
    const next = (url: string) => {
      const replaced = replaceInAddress(url, written, asWritten(to))
      // Without the text in it an address is not the rule's.
      return replaced === url ? undefined : replaced
    }
    return {band: 'replace', next}
  },
  QueryParam({modifications}) {
    const outcome = outcomeOf(modifications)
    return {band: 'queryParam', next: url => changeQuery(url, outcome)}
  },
  Cancel: () => ({band: 'cancel', next: () => null}),
  Headers: () => undefined,
  UserAgent: () => undefined,
  Request: () => undefined,
  Response: () => undefined,
  Delay: () => undefined,
}

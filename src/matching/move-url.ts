import type {PageMove} from '../contract/page-way'
import {fillCaptures} from './captures'
import {changeQuery} from './query-changes'
import {replaceBy} from './replacement'

/** The redirects that Chrome follows for a page: at the next one it shows an error. */
export const mostHops = 19

/** Where a move leads; null where the way ends, undefined where it does nothing. */
export function moveUrl(move: PageMove, url: string, captures: readonly string[]): string | null | undefined {
  if (move.kind === 'stop' || move.kind === 'answer') return null
  if (move.kind === 'replace') {
    const replaced = replaceBy(url, move)
    return replaced === url ? undefined : replaced
  }
  return move.kind === 'query' ? changeQuery(url, move) : fillCaptures(move.to, captures)
}

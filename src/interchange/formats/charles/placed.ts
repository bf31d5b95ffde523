import {readRegex} from '../../../matching/regex/read'
import {firstOf, startsWithAll, waysOf} from '../../../matching/regex/tree'
import {countGroups, saysWhere} from '../../url-change'
import type {Rewrite} from './rewriting'

/** An expression that is found in one part of an address alone: what stands before it there, and the new text where that is not the same. */
export type Placed = {readonly before: string; readonly place: string; readonly to?: string}

/** What stands before the first place in a path, by whether that begins with a slash, as the path itself does. */
export const aheadInPath = {slash: '[^/?#]+(?:\\/[^?#]*?)??', other: '[^/?#]+\\/[^?#]*?'} as const

/** Chrome knows nine groups, and one is what stands before. */
const mostGroups = 8

/** Any character of a part, by what stands for any: `none` are those that end the part. Null where it cannot be told. */
function within(pattern: string, none: string): string | null {
  let isTold = true
  const piecesOf = /\\[^]|\[\^((?:\\[^]|[^\]\\])*)\]|\[((?:\\[^]|[^\]\\])*)\]|\./g
  const kept = pattern.replace(piecesOf, (piece, others?: string, some?: string) => {
    if (piece === '.') return `[^${none}]`
    if (others !== undefined) return `[^${others}${none}]`
    if (/^\\[SDW]$/.test(piece)) return `[^\\${piece.slice(1).toLowerCase()}${none}]`
    // A class of all but some beside others, and a group that is named by its number.
    if (/^\\[1-9kpP]/.test(piece) || (some !== undefined && /\\[SDWpP]/.test(some))) isTold = false
    return piece
  })
  return isTold ? kept : null
}

/** One group further, for what stands before. */
const shifted = (to: string): string => to.replace(/\$([1-8])/g, (_sign, group: string) => `$${Number(group) + 1}`)

/** How a place of an expression begins: always with a slash, never with one, or with any text. Null where that depends. */
function beginningOf(pattern: string): 'slash' | 'other' | 'any' | null {
  // Slashes around it would be taken for those of an expression with flags.
  const read = readRegex(`(?:${pattern})`)
  if ('reason' in read) return null
  const ways = waysOf(read.regex.tokens)
  if (ways.every(startsWithAll)) return 'any'
  const firsts = ways.map(firstOf)
  if (firsts.every(({slash, other, empty}) => slash && !other && !empty)) return 'slash'
  return firsts.every(({slash, empty}) => !slash && !empty) ? 'other' : null
}

const canBePlaced = ({matchValue, newValue}: Rewrite): boolean =>
  !saysWhere(matchValue) && countGroups(matchValue) <= mostGroups && !/\$[09&]/.test(newValue)

/** Any text ahead, which begins with the slash of the path: that stays before it, so that nothing of the host can be taken. */
function placedFromStart({matchValue, newValue}: Rewrite): Placed | null {
  const [, group, slash, rest] = /^(?:\.[*+]|(\(\.[*+]\)))(\\?\/)?(.*)$/s.exec(matchValue) ?? []
  const behind = rest === undefined ? null : within(rest, '?#')
  const isSlashTold = group === undefined ? newValue.startsWith('/') : /^\$1(?!.*\$1)/s.test(newValue)
  if (behind === null || !isSlashTold) return null
  const any = group === undefined ? '[^?#]*' : '([^?#]*)'
  const place = slash === undefined ? `${any}${behind}` : `(?:${any}\\/)?${behind}`
  return {before: '[^/?#]+\\/', place: `(?:${place})`, to: shifted(newValue.replace(/^\//, ''))}
}

/** An expression in the path: its first place, as Charles finds it. Null where it cannot be held to the path. */
export function placedInPath(rewrite: Rewrite): Placed | null {
  const {matchValue, newValue} = rewrite
  if (!canBePlaced(rewrite)) return null
  const begins = beginningOf(matchValue)
  if (begins === 'any') return placedFromStart(rewrite)
  const place = within(matchValue, '?#')
  if (begins === null || place === null) return null
  return {before: aheadInPath[begins], place: `(?:${place})`, to: shifted(newValue)}
}

/** An expression in the host. Null where it cannot be held to it. */
export function placedInHost(rewrite: Rewrite): Placed | null {
  const {matchValue, newValue, isWhole} = rewrite
  if (!canBePlaced(rewrite)) return null
  const begins = beginningOf(matchValue)
  const place = within(matchValue, '/:?#')
  // A host holds no slash, whatever else a place may begin with.
  if (begins === 'slash' || place === null) return null
  const before = begins === 'any' || isWhole ? '' : '[^/:?#]*?'
  if (!isWhole) return {before, place: `(?:${place})`, to: shifted(newValue)}
  const groups = countGroups(matchValue)
  return groups === mostGroups ? null : {before, place: `(?:${place})([:/])`, to: `${shifted(newValue)}$${groups + 2}`}
}

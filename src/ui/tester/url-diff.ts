import type {PairOf} from '../../model/rules'
import {encodeUrlText} from '../../matching/address'
import {fillCaptures} from '../../matching/replacement'
import {findOccurrences, readSearchPattern} from '../../matching/replace-text'
import {compileExpression} from '../../matching/expression'

export type Piece = {readonly text: string; readonly isChanged: boolean}
export type Change = {readonly before: readonly Piece[]; readonly after: readonly Piece[]}

type Swap = {readonly from: number; readonly to: number; readonly text: string}

/** Characters of unchanged text beside a change. */
const around = 24
/** More would hide the sentence around them. */
const mostShown = 8
/** More places would slow down typing. */
const mostPlaces = 100

function swapsIn(before: string, {from, to}: Pick<PairOf<'Replace'>, 'from' | 'to'>): readonly Swap[] {
  const sought = readSearchPattern(from)
  if ('reason' in sought) return []
  const written = encodeUrlText(to)
  const swaps: Swap[] = []
  const text = sought.kind === 'text' ? encodeUrlText(sought.text) : ''
  // The text inside its own replacement stays.
  const inside = text === '' ? [] : findOccurrences(text, written)
  const find =
    sought.kind === 'regex'
      ? compileExpression(sought.tokens, false)
      : (whole: string, at: number) => {
          const place = whole.indexOf(text, at)
          return place < 0 ? null : {from: place, to: place + text.length, captures: []}
        }
  for (let at = 0; ;) {
    const found = find(before, at)
    if (!found || found.to === found.from || swaps.length === mostPlaces) return swaps
    if (!inside.some(place => before.startsWith(written, found.from - place)))
      swaps.push({
        from: found.from,
        to: found.to,
        text: sought.kind === 'regex' ? fillCaptures(written, found.captures) : written,
      })
    at = found.to
  }
}

const swapped = (before: string, swaps: readonly Swap[]): string => {
  const pieces = swaps.map(({from, text}, index) => before.slice(swaps[index - 1]?.to ?? 0, from) + text)
  return pieces.join('') + before.slice(swaps.at(-1)?.to ?? 0)
}

/** From the first to the last character that differs, extended to whole words: v1, not 1. */
function differing(before: string, after: string): Swap {
  const isWordly = (character = '') => /\w/.test(character)
  let start = 0
  while (start < before.length && before.charAt(start) === after.charAt(start)) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  const [isFirst, isLast] = [start, -1 - end].map(at => [before, after].some(text => isWordly(text.at(at))))
  if (isFirst) while (start > 0 && isWordly(before.charAt(start - 1))) start--
  if (isLast) while (end > 0 && isWordly(before.at(-end))) end--
  return {from: start, to: before.length - end, text: after.slice(start, after.length - end)}
}

function swapsOf(before: string, after: string, pair: Pick<PairOf<'Replace'>, 'from' | 'to'>): readonly Swap[] {
  const all = swapsIn(before, pair)
  // Chrome may have replaced the first places only.
  for (let count = all.length; count > 0; count--) {
    const first = all.slice(0, count)
    if (swapped(before, first) === after) return first
  }
  // Several conditions acted, or the browser writes it differently.
  return [differing(before, after)]
}

function cut(text: string, isFirst: boolean, isLast: boolean): string {
  const [head, tail] = [text.slice(0, around - 1), text.slice(1 - around)]
  if (isFirst) return text.length > around ? `…${tail}` : text
  if (isLast) return text.length > around ? `${head}…` : text
  return text.length > 2 * around ? `${head}…${tail}` : text
}

export function changeOf(before: string, after: string, pair: Pick<PairOf<'Replace'>, 'from' | 'to'>): Change {
  const swaps = swapsOf(before, after, pair)
  const rest = swaps.length > mostShown ? '…' : cut(before.slice(swaps.at(-1)?.to ?? 0), false, true)
  const piecesWith = (textOf: (swap: Swap) => string): readonly Piece[] =>
    [
      ...swaps.slice(0, mostShown).flatMap((swap, index) => [
        {text: cut(before.slice(swaps[index - 1]?.to ?? 0, swap.from), index === 0, false), isChanged: false},
        {text: textOf(swap), isChanged: true},
      ]),
      {text: rest, isChanged: false},
    ].filter(({text}) => text !== '')
  return {before: piecesWith(({from, to}) => before.slice(from, to)), after: piecesWith(({text}) => text)}
}

import type {PairOf} from '../../model/rules'
import {encodeUrlText} from '../../matching/address'
import {fillCaptures} from '../../matching/replacement'
import {findOccurrences, readSearchPattern} from '../../matching/replace-text'
import {compileExpression} from '../../matching/expression'

export type DiffSegment = {readonly text: string; readonly isChanged: boolean}
export type UrlDiff = {readonly before: readonly DiffSegment[]; readonly after: readonly DiffSegment[]}

type ReplacePair = Pick<PairOf<'Replace'>, 'from' | 'to'>
type Replacement = {readonly from: number; readonly to: number; readonly text: string}

/** Characters of unchanged text next to a change. */
const contextLength = 24
/** More changes would hide the sentence around them. */
const maxShownReplacements = 8
/** More matches would slow down typing. */
const maxReplacements = 100

function findReplacements(before: string, {from, to}: ReplacePair): readonly Replacement[] {
  const pattern = readSearchPattern(from)
  if ('reason' in pattern) return []
  const encodedText = encodeUrlText(to)
  const replacements: Replacement[] = []
  const text = pattern.kind === 'text' ? encodeUrlText(pattern.text) : ''
  // A match that is already part of the replacement is not replaced.
  const selfMatches = text === '' ? [] : findOccurrences(text, encodedText)
  const find =
    pattern.kind === 'regex'
      ? compileExpression(pattern.tokens, false)
      : (value: string, at: number) => {
          const start = value.indexOf(text, at)
          return start < 0 ? null : {from: start, to: start + text.length, captures: []}
        }
  for (let at = 0; ;) {
    const match = find(before, at)
    if (!match || match.to === match.from || replacements.length === maxReplacements) return replacements
    if (!selfMatches.some(offset => before.startsWith(encodedText, match.from - offset)))
      replacements.push({
        from: match.from,
        to: match.to,
        text: pattern.kind === 'regex' ? fillCaptures(encodedText, match.captures) : encodedText,
      })
    at = match.to
  }
}

const applyReplacements = (before: string, replacements: readonly Replacement[]): string => {
  const parts = replacements.map(({from, text}, index) => before.slice(replacements[index - 1]?.to ?? 0, from) + text)
  return parts.join('') + before.slice(replacements.at(-1)?.to ?? 0)
}

/** Returns the range that differs, extended to full words: `v1` instead of `1`. */
function findDifference(before: string, after: string): Replacement {
  const isWordCharacter = (character = '') => /\w/.test(character)
  let start = 0
  while (start < before.length && before.charAt(start) === after.charAt(start)) start++
  let end = 0
  const maxCommon = Math.min(before.length, after.length) - start
  while (end < maxCommon && before.at(-1 - end) === after.at(-1 - end)) end++
  const [isFirst, isLast] = [start, -1 - end].map(at => [before, after].some(text => isWordCharacter(text.at(at))))
  if (isFirst) while (start > 0 && isWordCharacter(before.charAt(start - 1))) start--
  if (isLast) while (end > 0 && isWordCharacter(before.at(-end))) end--
  return {from: start, to: before.length - end, text: after.slice(start, after.length - end)}
}

function getReplacements(before: string, after: string, pair: ReplacePair): readonly Replacement[] {
  const candidates = findReplacements(before, pair)
  // Chrome may have replaced only the first matches (tester-parts.test.ts).
  for (let count = candidates.length; count > 0; count--) {
    const subset = candidates.slice(0, count)
    if (applyReplacements(before, subset) === after) return subset
  }
  // Several conditions changed the URL, or the browser normalised it.
  return [findDifference(before, after)]
}

function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const [head, tail] = [text.slice(0, contextLength - 1), text.slice(1 - contextLength)]
  if (isFirst) return text.length > contextLength ? `…${tail}` : text
  if (isLast) return text.length > contextLength ? `${head}…` : text
  return text.length > 2 * contextLength ? `${head}…${tail}` : text
}

export function diffUrls(before: string, after: string, pair: ReplacePair): UrlDiff {
  const replacements = getReplacements(before, after, pair)
  const rest =
    replacements.length > maxShownReplacements ? '…' : shorten(before.slice(replacements.at(-1)?.to ?? 0), false, true)
  const toSegments = (getText: (replacement: Replacement) => string): readonly DiffSegment[] =>
    [
      ...replacements.slice(0, maxShownReplacements).flatMap((replacement, index) => [
        {
          text: shorten(before.slice(replacements[index - 1]?.to ?? 0, replacement.from), index === 0, false),
          isChanged: false,
        },
        {text: getText(replacement), isChanged: true},
      ]),
      {text: rest, isChanged: false},
    ].filter(({text}) => text !== '')
  return {before: toSegments(({from, to}) => before.slice(from, to)), after: toSegments(({text}) => text)}
}

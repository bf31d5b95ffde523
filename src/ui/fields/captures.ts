import type {Source} from '../../contract/source'
import {readRegex} from '../../matching/regex/read'
import {countCaptures} from '../../matching/regex/tokens'
import {formWords} from '../words'

const most = 9

function countGroups(pattern: string): number {
  const read = readRegex(pattern)
  return 'regex' in read ? countCaptures(read.regex.tokens) : 0
}

/** What $1, $2 … stand for in a destination: each * of a wildcard, each group of a regex. */
export function capturesOf({operator, value}: Source): readonly {readonly mark: string; readonly says: string}[] {
  const count =
    operator === 'Wildcard_Matches' ? value.split('*').length - 1 : operator === 'Matches' ? countGroups(value) : 0
  const what = operator === 'Matches' ? formWords.redirect.nthGroup : formWords.redirect.nthStar
  return Array.from({length: Math.min(count, most)}, (_, index) => ({mark: `$${index + 1}`, says: what(index)}))
}

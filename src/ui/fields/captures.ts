import type {Source} from '../../contract/source'
import {formWords} from '../words'

const most = 9

function groupsIn(pattern: string): number {
  const bare = /^\/(.*)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern
  try {
    // With an empty alternative it always matches, so that its groups can be counted.
    return (new RegExp(`${bare}|`).exec('')?.length ?? 1) - 1
  } catch {
    return 0
  }
}

/** What $1, $2 … stand for in a destination: each * of a wildcard, each group of a regex. */
export function capturesOf({operator, value}: Source): readonly {readonly mark: string; readonly says: string}[] {
  const count =
    operator === 'Wildcard_Matches' ? value.split('*').length - 1 : operator === 'Matches' ? groupsIn(value) : 0
  const what = operator === 'Matches' ? formWords.redirect.nthGroup : formWords.redirect.nthStar
  return Array.from({length: Math.min(count, most)}, (_, index) => ({mark: `$${index + 1}`, says: what(index)}))
}

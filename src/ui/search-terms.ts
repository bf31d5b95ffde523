export const splitSearchTerms = (typed: string): readonly string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** The text split at the typed words, so that matches can be shown in bold. */
export function splitAtMatches(text: string, typed: string): readonly {readonly text: string; readonly hit: boolean}[] {
  const terms = splitSearchTerms(typed)
  if (terms.length === 0) return [{text, hit: false}]
  const escaped = terms.map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'gi'))
  // split keeps the captured matches at odd indexes.
  return parts.flatMap((part, index) => (part === '' ? [] : [{text: part, hit: index % 2 === 1}]))
}

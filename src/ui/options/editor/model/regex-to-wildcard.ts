import type {SourceKey} from '../../../../model/source'

/** Characters that are literal in a regex as they are, or after a backslash. */
const literalCharacter = /^[\w/:\-%=&~,;@!' ]$/
const escapableCharacter = /^[.*+?^${}()|[\]\\/\-:=&]$/

/**
 * Returns the wildcard that is equivalent to a regex of literal text and `.*`, else undefined.
 * If captures are used, only one `(.*)` is allowed: each `*` captures the shortest text.
 */
export function regexToWildcard(regex: string, key: SourceKey, usesCaptures: boolean): string | undefined {
  const [, pattern = regex, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(regex) ?? []
  // Only hosts are case-insensitive in a wildcard.
  if (flags !== '' && !(flags === 'i' && key === 'host')) return undefined
  const [isStart, isEnd] = [pattern.startsWith('^'), pattern.endsWith('$') && !pattern.endsWith('\\$')]
  let rest = pattern.slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
  let text = ''
  let captureCount = 0
  let starCount = 0
  while (rest !== '') {
    const star = /^(?:\(\.\*\??\)|\.\*\??)/.exec(rest)?.[0]
    const escape = rest.slice(0, 2)
    if (star !== undefined) {
      if (star.startsWith('(')) captureCount++
      starCount++
      text += '*'
      rest = rest.slice(star.length)
    } else if (escape.startsWith('\\') && escapableCharacter.test(escape.slice(1)) && escape !== '\\*') {
      text += escape.slice(1)
      rest = rest.slice(2)
    } else if (literalCharacter.test(rest.charAt(0)) && !/^.[*+?{]/.test(rest)) {
      text += rest.charAt(0)
      rest = rest.slice(1)
    } else return undefined
  }
  const addedStars = (isStart ? 0 : 1) + (isEnd ? 0 : 1)
  if (usesCaptures && (captureCount !== 1 || starCount !== 1 || addedStars > 0)) return undefined
  // A wildcard adds the trailing slash of an origin, a regex does not.
  if (isEnd && /^[a-z]+:\/\/[^/?*]*$/.test(text)) return undefined
  const wildcard = `${isStart || text.startsWith('*') ? '' : '*'}${text}${isEnd || text.endsWith('*') ? '' : '*'}`
  return text === '' ? undefined : wildcard
}

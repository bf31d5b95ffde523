import type {SourceKey} from '../../../../model/source'

/** Characters that stand for themselves in a regex, or do so after a backslash. */
const literalCharacter = /^[\w/:\-%=&~,;@!' ]$/
const escapableCharacter = /^[.*+?^${}()|[\]\\/\-:=&]$/

/**
 * The wildcard that matches exactly what a regex does, where it consists of literal text and `.*`; otherwise nothing. Where captures are
 * used, there may be one `(.*)` only: a wildcard is shortest first, so several would hold other texts.
 */
export function regexToWildcard(regex: string, key: SourceKey, usesCaptures: boolean): string | undefined {
  const [, pattern = regex, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(regex) ?? []
  // A host has no case; in the rest a wildcard cannot leave it aside.
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
  // A bare origin gets its slash in a wildcard, which the regex does not have.
  if (isEnd && /^[a-z]+:\/\/[^/?*]*$/.test(text)) return undefined
  const wildcard = `${isStart || text.startsWith('*') ? '' : '*'}${text}${isEnd || text.endsWith('*') ? '' : '*'}`
  return text === '' ? undefined : wildcard
}

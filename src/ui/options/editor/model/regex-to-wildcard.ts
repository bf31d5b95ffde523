import type {SourceKey} from '../../../../model/source'

/** Characters that stand for themselves in a regex, or do so after a backslash. */
const plain = /^[\w/:\-%=&~,;@!' ]$/
const escaped = /^[.*+?^${}()|[\]\\/\-:=&]$/

/**
 * The wildcard that matches exactly what a regex does, where it consists of literal text and `.*`; otherwise nothing. Where captures are
 * used, there may be one `(.*)` only: a wildcard is shortest first, so several would hold other texts.
 */
export function regexToWildcard(regex: string, key: SourceKey, usesCaptures: boolean): string | undefined {
  const [, bare = regex, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(regex) ?? []
  // A host has no case; in the rest a wildcard cannot leave it aside.
  if (flags !== '' && !(flags === 'i' && key === 'host')) return undefined
  const [isStart, isEnd] = [bare.startsWith('^'), bare.endsWith('$') && !bare.endsWith('\\$')]
  let rest = bare.slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
  let text = ''
  let captured = 0
  let stars = 0
  while (rest !== '') {
    const any = /^(?:\(\.\*\??\)|\.\*\??)/.exec(rest)?.[0]
    const two = rest.slice(0, 2)
    if (any !== undefined) {
      if (any.startsWith('(')) captured++
      stars++
      text += '*'
      rest = rest.slice(any.length)
    } else if (two.startsWith('\\') && escaped.test(two.slice(1)) && two !== '\\*') {
      text += two.slice(1)
      rest = rest.slice(2)
    } else if (plain.test(rest.charAt(0)) && !/^.[*+?{]/.test(rest)) {
      text += rest.charAt(0)
      rest = rest.slice(1)
    } else return undefined
  }
  const added = (isStart ? 0 : 1) + (isEnd ? 0 : 1)
  if (usesCaptures && (captured !== 1 || stars !== 1 || added > 0)) return undefined
  // A bare origin gets its slash in a wildcard, which the regex does not have.
  if (isEnd && /^[a-z]+:\/\/[^/?*]*$/.test(text)) return undefined
  const written = `${isStart || text.startsWith('*') ? '' : '*'}${text}${isEnd || text.endsWith('*') ? '' : '*'}`
  return text === '' ? undefined : written
}

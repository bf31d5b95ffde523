import {capturePieces, fillCaptures} from './captures'
import {eitherCase, setOfCharacter} from './regex/ascii-set'
import {readRegex, splitRegex} from './regex/read'
import {countCaptures, text, type Token} from './regex/tokens'
import {escapeRegex} from './escape-regex'
import {writeRegex} from './regex/write'

/** What a Replace rule looks for: text, or `/pattern/flags`. Its tokens are case-sensitive: `i` is spelt out. */
export type Sought =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'regex'; readonly tokens: readonly Token[]; readonly groups: number}

/** Both cases of each letter, so that a pattern can stand beside a case-sensitive one. */
export const spellOutCases = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token): Token[] => {
    if (token.kind === 'set') return [{kind: 'set', set: eitherCase(token.set)}]
    if (token.kind !== 'text') return [token]
    return [...token.text].map(character =>
      /[a-z]/i.test(character) ? {kind: 'set', set: eitherCase(setOfCharacter(character))} : text(character),
    )
  })

/** Reads `from`. Slashes around it make it a regular expression, as in `/v\d/`; `/v1/` alone is text, as people write paths. */
export function readSought(from: string): Sought | {readonly reason: string} {
  if (!/^\/.+\/[gimsuy]*$/.test(from) || (splitRegex(from).flags === '' && !/[\\^$.*+?()[\]{}|]/.test(from)))
    return {kind: 'text', text: from}
  const read = readRegex(from)
  if ('reason' in read) return read
  const tokens = read.regex.ignoreCase ? spellOutCases(read.regex.tokens) : read.regex.tokens
  // An expression that is nothing but text is told to Chrome more exactly as one.
  const texts = tokens.flatMap(token => (token.kind === 'text' ? [token.text] : []))
  if (texts.length === tokens.length) return {kind: 'text', text: texts.join('')}
  return {kind: 'regex', tokens, groups: countCaptures(tokens)}
}

/** The places of `part` in `whole`, overlapping ones too. */
export function placesOf(part: string, whole: string): number[] {
  const places: number[] = []
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) places.push(at)
  return places
}

/**
 * The address with every occurrence changed, its fragment left alone. Where the new text holds the old, an occurrence that already
 * stands inside the new text stays: otherwise there would be no end, since a changed address is looked at again.
 */
export function replaceInAddress(url: string, sought: Sought, to: string): string {
  const hash = url.indexOf('#')
  const address = hash < 0 ? url : url.slice(0, hash)
  const fragment = hash < 0 ? '' : url.slice(hash)
  if (sought.kind === 'regex') {
    const everywhere = new RegExp(writeRegex(sought.tokens), 'g')
    const pieces = capturePieces(to)
    const replaced = address.replace(everywhere, (...found: unknown[]) =>
      pieces.some(piece => typeof piece === 'number')
        ? fillCaptures(
            to,
            found.slice(1, 1 + sought.groups).map(capture => (typeof capture === 'string' ? capture : '')),
          )
        : to,
    )
    return replaced + fragment
  }
  const insideNew = placesOf(sought.text, to)
  const everywhere = new RegExp(escapeRegex(sought.text), 'g')
  return (
    address.replace(everywhere, (found: string, at: number) =>
      insideNew.some(inside => address.startsWith(to, at - inside)) ? found : to,
    ) + fragment
  )
}

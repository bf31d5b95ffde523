import {faultText, verbatim, type FaultText} from '../../model/faults'
import {
  complement,
  withBothCases,
  allCharacters,
  perlSet,
  posixSet,
  propertySet,
  createRange,
  getCharacterSet,
  toCharacterSet,
  union,
  type AsciiSet,
} from './ascii-set'
import {encodeUrlText, normalizeHost} from '../address'
import {measureRegex} from './backtracking'
import {maxSteps} from './program'
import {close, end, open, or, repeat, start, text, type Token} from './tokens'
import {writeRegex} from './write'

/** In characters. In a worker, V8 throws for patterns of about 7,000 characters or more. */
export const longestPattern = 4_000

/** A parsed regex. `ignoreCase` applies to all of it. */
export type Regex = {readonly tokens: readonly Token[]; readonly ignoreCase: boolean}

class RegexFault extends Error {
  override readonly name = 'RegexFault'
  constructor(readonly reason: FaultText) {
    super(reason.code)
  }
}

const controls: Readonly<Record<string, string>> = {a: '\x07', f: '\f', t: '\t', n: '\n', r: '\r', v: '\v'}

/** A name with a character beyond ASCII. It starts at a border, or long texts take quadratic time. */
const nameBeyondAscii =
  /((?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]*[^\0-\x7f][\p{L}\p{M}\p{N}-]*|[^\0-\x7f][\p{L}\p{M}\p{N}-]*)/u

/**
 * Writes text as URLs do: a host holds `ü` in punycode, any other part as `%C3%BC`. A name with one
 * therefore has two spellings. A single character is only encoded.
 */
export function spellUrlText(given: string): Token[] {
  const pieces = given.split(nameBeyondAscii)
  return pieces.flatMap((piece, index): Token[] => {
    if (piece === '') return []
    const host = index % 2 === 1 && given.length > 1 ? normalizeHost(piece) : ''
    const encoded = text(encodeUrlText(piece))
    return host.startsWith('xn--') ? [open(false), encoded, or, text(host), close] : [encoded]
  })
}

class Reader {
  private at = 0
  private readonly tokens: Token[] = []
  /** Whether each open group expands letters to both cases. The last entry is the current group. */
  private readonly caseless: boolean[]
  /** The group depth of the outermost open look-behind. Infinity outside of one. */
  private lookBehindDepth = Infinity

  /**
   * `folded`: the whole pattern will ignore case, so each set and its complement treat both cases
   * alike.
   */
  constructor(
    private readonly pattern: string,
    private readonly folded: boolean,
    spelt: boolean,
    private readonly spell: (text: string) => readonly Token[],
  ) {
    this.caseless = [spelt]
  }

  private readonly bothCases = (set: AsciiSet): AsciiSet =>
    this.folded || this.caseless.at(-1) === true ? withBothCases(set) : set

  read(): Token[] {
    while (this.at < this.pattern.length) this.next()
    if (this.caseless.length > 1) throw new RegexFault(faultText('unclosedParenthesis'))
    return this.tokens
  }

  /** Consumes a match of a sticky regex at the current position. */
  private take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const found = expression.exec(this.pattern)
    if (found) this.at = expression.lastIndex
    return found
  }

  private next(): void {
    const repeated = this.take(/(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y)
    if (repeated) {
      const [whole, least, most] = repeated
      if (most && Number(most) < Number(least)) throw new RegexFault(faultText('repeatRunsBackwards', {repeat: whole}))
      return void this.tokens.push(repeat(whole))
    }
    if (this.take(/\\Q/y)) return this.quoted()
    if (this.pattern[this.at] === '\\') return this.escape()
    if (this.pattern[this.at] === '[') return this.characterClass()
    if (this.pattern[this.at] === '(') return this.group()
    if (this.caseless.at(-1) !== true) {
      const plain = this.take(/[\w/:;,%@&=~!'_ \u{80}-\u{10ffff}-]+(?![*+?{])/uy)
      if (plain) return void this.tokens.push(...this.spell(plain[0]))
    }
    const [character = ''] = this.take(/[^]/uy) ?? []
    if (character === ')') {
      if (this.caseless.length === 1) throw new RegexFault(faultText('unopenedParenthesis'))
      this.caseless.pop()
      if (this.caseless.length <= this.lookBehindDepth) this.lookBehindDepth = Infinity
      this.tokens.push(close)
    } else if (character === '|') this.tokens.push(or)
    else if (character === '^') this.tokens.push(start)
    else if (character === '$') this.tokens.push(end)
    else if (character === '.') this.tokens.push({kind: 'set', set: allCharacters})
    else this.character(character)
  }

  private character(character: string): void {
    const isSpelt = this.caseless.at(-1) === true && /[A-Za-z]/.test(character)
    this.tokens.push(
      ...(isSpelt ? [{kind: 'set', set: withBothCases(getCharacterSet(character))} as const] : this.spell(character)),
    )
  }

  private set(set: AsciiSet): void {
    this.tokens.push({kind: 'set', set: this.bothCases(set)})
  }

  private quoted(): void {
    const [, quoted = ''] = this.take(/([^]*?)(?:\\E|$)/y) ?? []
    for (const character of quoted) this.character(character)
  }

  private escape(): void {
    if (this.take(/\\A/y)) return void this.tokens.push(start)
    if (this.take(/\\z/y)) return void this.tokens.push(end)
    if (this.take(/\\C/y)) return void this.tokens.push({kind: 'set', set: allCharacters})
    if (this.take(/\\E/y)) return
    const boundary = this.take(/\\[bB]/y)
    if (boundary) return void this.tokens.push({kind: 'raw', text: boundary[0]})
    const backReference = this.take(/\\(?:[1-9]|k<\w+>)/y)
    if (backReference) throw new RegexFault(faultText('backReferencesUnsupported', {reference: backReference[0]}))
    const one = this.escaped()
    if (typeof one === 'string') this.character(one)
    else this.set(one)
  }

  private escaped(): string | AsciiSet {
    const perl = this.take(/\\([dDwWsS])/y)
    if (perl) return perlSet(perl[1] ?? '') ?? allCharacters
    const property = this.take(/\\([pP])(?:\{([^}]*)\}|([^]))/y)
    if (property) {
      const set = propertySet(property[2] ?? property[3] ?? '')
      if (set === undefined) throw new RegexFault(faultText('unknownProperty', {property: property[0]}))
      return property[1] === 'P' ? complement(set) : set
    }
    const code = this.take(/\\(?:x\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(0[0-7]{0,2}))/y)
    if (code) {
      const value = code[4] === undefined ? parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16) : parseInt(code[4], 8)
      if (value > 0x10ffff) throw new RegexFault(faultText('notACharacter', {code: code[0]}))
      return String.fromCodePoint(value)
    }
    const [whole = '\\', character = ''] = this.take(/\\([^]?)/uy) ?? []
    if (character === '') throw new RegexFault(faultText('endsInBackslash'))
    if (controls[character] !== undefined) return controls[character]
    if (/[0-9A-Za-z]/.test(character)) throw new RegexFault(faultText('meaninglessEscape', {escape: whole}))
    return character
  }

  private group(): void {
    const inherited = this.caseless.at(-1) === true
    const flags = this.take(/\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/y)
    if (flags) {
      const [whole, on = '', off = '', ending] = flags
      if (/[^ims]/.test(on + off)) throw new RegexFault(faultText('otherFlag', {group: whole}))
      const caseless = off.includes('i') ? false : on.includes('i') || inherited
      if (ending === ')') return void this.caseless.splice(-1, 1, caseless)
      this.tokens.push(open(false))
      return void this.caseless.push(caseless)
    }
    const look = this.take(/\(\?(?:<?[=!])/y)
    if (look) {
      if (look[0].includes('<')) this.lookBehindDepth = Math.min(this.lookBehindDepth, this.caseless.length)
      this.tokens.push({kind: 'open', capturing: false, lookaround: look[0]})
    } else {
      const capturing = this.take(/\((?:\?P?<\w+>)?(?!\?)/y)
      if (!capturing)
        throw new RegexFault(faultText('notAKindOfGroup', {start: this.pattern.slice(this.at, this.at + 3)}))
      if (this.lookBehindDepth < Infinity) throw new RegexFault(faultText('captureInLookBehind'))
      this.tokens.push(open(true))
    }
    this.caseless.push(inherited)
  }

  private characterClass(): void {
    const from = this.at
    const negated = this.take(/\[\^?/y)?.[0] === '[^'
    let set = toCharacterSet('')
    const beyondAscii: string[] = []
    for (let first = true; ; first = false) {
      if (this.at >= this.pattern.length)
        throw new RegexFault(faultText('unclosedBracket', {rest: this.pattern.slice(from)}))
      if (!first && this.take(/\]/y)) break
      const named = this.take(/\[:(\^?\w+):\]/y)
      const low = named ? posixSet(named[1] ?? '') : this.classMember()
      if (low === undefined) throw new RegexFault(faultText('unknownClass', {name: named?.[0] ?? ''}))
      if (typeof low !== 'string') {
        set = union(set, low)
        continue
      }
      const high = this.take(/-(?!\]|$)/y) ? this.rangeEnd() : low
      if (high < low) throw new RegexFault(faultText('rangeRunsBackwards'))
      set = union(set, createRange(low, high))
      if (high > '\x7f') beyondAscii.push(low === high ? low : '')
    }
    set = this.bothCases(set)
    if (negated || beyondAscii.length === 0)
      return void this.tokens.push({kind: 'set', set: negated ? complement(set) : set})
    // A URL contains `ü` as `%C3%BC`, which a class cannot match.
    this.tokens.push(open(false), {kind: 'set', set})
    for (const character of beyondAscii) if (character !== '') this.tokens.push(or, ...this.spell(character))
    this.tokens.push(close)
  }

  private rangeEnd(): string {
    const from = this.at
    const member = this.classMember()
    if (typeof member !== 'string')
      throw new RegexFault(faultText('rangeEndsInSet', {end: this.pattern.slice(from, this.at)}))
    return member
  }

  private classMember(): string | AsciiSet {
    return this.pattern[this.at] === '\\' ? this.escaped() : (this.take(/[^]/uy)?.[0] ?? '')
  }
}

/**
 * Splits `/pattern/flags`, or returns a bare pattern. Only `i` has an effect, because a URL is one
 * line.
 */
export function splitRegex(value: string): {readonly pattern: string; readonly flags: string} {
  const slashed = /^\/(.+)\/([gimsuy]*)$/s.exec(value)
  return slashed ? {pattern: slashed[1] ?? '', flags: slashed[2] ?? ''} : {pattern: value, flags: ''}
}

export type ReadRegexOptions = {
  /** The compared text has no case. */
  readonly caseless?: boolean
  /** Whether the compared text is no URL, so that its text is not encoded. */
  readonly isPlainText?: boolean
}

const longEnoughToTry = 500

/** The maximum depth of groups, which recursive functions can handle. */
const maxDepth = 200

function isTooDeep(tokens: readonly Token[]): boolean {
  let depth = 0
  return tokens.some(({kind}) => {
    if (kind === 'open') depth++
    else if (kind === 'close') depth--
    return depth > maxDepth
  })
}

/**
 * Whether the native engine can compile the regex. It compiles at first use, and the empty
 * alternative ends the search.
 */
function canCompile(source: string): boolean {
  try {
    return new RegExp(`|${source}`).test('')
  } catch {
    return false
  }
}

/** Removes the normalized pattern from an error message of the native engine. */
function plainly(message: string): FaultText {
  const reason = message.replace(/^.*: /s, '')
  return reason === 'Nothing to repeat' || reason === 'Invalid quantifier'
    ? faultText('nothingToRepeat')
    : verbatim(`${reason}.`)
}

/** Parses a regex as RE2 does, plus look-around, which only our matcher supports. */
export function readRegex(
  value: string,
  {caseless = false, isPlainText = false}: ReadRegexOptions = {},
): {readonly regex: Regex} | {readonly reason: FaultText} {
  const {pattern, flags} = splitRegex(value)
  const leading = /^\(\?([ims]+)\)/.exec(pattern)
  const requested = caseless || flags.includes('i') || leading?.[1]?.includes('i') === true
  // If a group turns case sensitivity on again, the rest expands letters to both cases.
  const ignoreCase = requested && (caseless || !/\(\?[ims]*-[ms]*i/.test(pattern))
  if (pattern.length > longestPattern) return {reason: faultText('patternTooLong', {most: longestPattern})}
  try {
    const body = leading ? pattern.slice(leading[0].length) : pattern
    const tokens = new Reader(
      body,
      ignoreCase,
      requested && !ignoreCase,
      isPlainText ? given => [text(given)] : spellUrlText,
    ).read()
    if (isTooDeep(tokens)) return {reason: faultText('groupsTooDeep', {most: maxDepth})}
    // The native engine reports the remaining errors, such as a repeat without a target.
    const source = writeRegex(tokens)
    void new RegExp(source)
    if (measureRegex(tokens).steps > maxSteps || (pattern.length > longEnoughToTry && !canCompile(source)))
      return {reason: faultText('regexTooLarge')}
    return {regex: {tokens, ignoreCase}}
  } catch (error) {
    if (error instanceof RegexFault) return {reason: error.reason}
    return {reason: plainly(error instanceof Error ? error.message : String(error))}
  }
}

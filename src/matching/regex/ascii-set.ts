/** A set of ASCII characters, by code. Normalized URLs contain only ASCII. */
export type AsciiSet = readonly boolean[]

const size = 128

const createSet = (holds: (character: string, code: number) => boolean): AsciiSet =>
  Array.from({length: size}, (_, code) => holds(String.fromCharCode(code), code))

export const allCharacters: AsciiSet = createSet(() => true)
export const anyButLineEnd: AsciiSet = createSet(character => !/[\n\r]/.test(character))
const noCharacters: AsciiSet = createSet(() => false)

export function toCharacterSet(text: string): AsciiSet {
  const set: boolean[] = noCharacters.slice()
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < size) set[text.charCodeAt(at)] = true
  return set
}
export const toCharacters = (set: AsciiSet): string =>
  set.map((isHeld, code) => (isHeld ? String.fromCharCode(code) : '')).join('')
/** Returns the range between two characters, which may be beyond ASCII. */
export const createRange = (low: string, high: string): AsciiSet =>
  createSet((_, code) => code >= low.charCodeAt(0) && code <= high.charCodeAt(0))
export const union = (a: AsciiSet, b: AsciiSet): AsciiSet => a.map((held, code) => held || b[code] === true)
export const complement = (a: AsciiSet): AsciiSet => a.map(held => !held)

/** Caches results by key, because rules use the same few sets again and again. */
export function memoize<Key extends object, Answer>(answer: (key: Key) => Answer): (key: Key) => Answer {
  const known = new WeakMap<Key, Answer>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    const result = answer(key)
    known.set(key, result)
    return result
  }
}

const subtractMemoized = memoize((a: AsciiSet) =>
  memoize((b: AsciiSet): AsciiSet => a.map((held, code) => held && b[code] !== true)),
)
export const subtract = (a: AsciiSet, b: AsciiSet): AsciiSet => subtractMemoized(a)(b)
export const intersects = (a: AsciiSet, b: AsciiSet): boolean => a.some((held, code) => held && b[code] === true)
export const isEmptySet = (a: AsciiSet): boolean => !a.includes(true)

const [upperA, upperZ, lowerA, lowerZ] = [0x41, 0x5a, 0x61, 0x7a]
const otherCase = (code: number): number =>
  code >= upperA && code <= upperZ ? code + 0x20 : code >= lowerA && code <= lowerZ ? code - 0x20 : code

export const withBothCases = memoize((a: AsciiSet): AsciiSet =>
  // The set of all characters is recognized by identity.
  a === allCharacters ? a : a.map((held, code) => held || a[otherCase(code)] === true),
)

const single = new Map<string, AsciiSet>()

export function getCharacterSet(character: string): AsciiSet {
  const known = single.get(character)
  if (known) return known
  const set = toCharacterSet(character)
  // Only the 128 ASCII characters are cached. For others the set is empty.
  if (character <= '\x7f') single.set(character, set)
  return set
}

const posix: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  ascii: /[^]/,
  blank: /[\t ]/,
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\v\f\r ]/,
  upper: /[A-Z]/,
  word: /\w/,
  xdigit: /[0-9A-Fa-f]/,
}

/** The set of a POSIX class such as `alpha`. `^alpha` is its complement. */
export function posixSet(name: string): AsciiSet | undefined {
  const negated = name.startsWith('^')
  const test = posix[negated ? name.slice(1) : name]
  if (test === undefined) return undefined
  const set = createSet(character => test.test(character))
  return negated ? complement(set) : set
}

const perl: Readonly<Record<string, AsciiSet>> = {
  d: toCharacterSet('0123456789'),
  w: createSet(character => /\w/.test(character)),
  // RE2 leaves out the vertical tab, which no URL contains.
  s: toCharacterSet('\t\n\f\r '),
}

/** The set of `\d`, `\w`, `\s` or their complements. */
export function perlSet(letter: string): AsciiSet | undefined {
  const set = perl[letter.toLowerCase()]
  return set === undefined || letter === letter.toLowerCase() ? set : complement(set)
}

/** The ASCII part of a Unicode property such as `L` or `Greek`. `^L` is its complement. */
export function propertySet(name: string): AsciiSet | undefined {
  const negated = name.startsWith('^')
  const bare = negated ? name.slice(1) : name
  for (const spelling of [bare, `Script=${bare}`])
    try {
      const test = new RegExp(`\\p{${spelling}}`, 'u')
      const set = createSet(character => test.test(character))
      return negated ? complement(set) : set
    } catch {
      // Not a property of this form.
    }
  return undefined
}

const escapeInClass = (code: number): string => {
  const character = String.fromCharCode(code)
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character
}

function writeRanges(set: AsciiSet, isHeld: boolean, caseless: boolean): string {
  const takes = (code: number) => set[code] === isHeld && !(caseless && code >= upperA && code <= upperZ)
  let text = ''
  for (let code = 0; code < size; code++) {
    if (!takes(code)) continue
    const from = code
    while (code + 1 < size && takes(code + 1)) code++
    text += escapeInClass(from)
    if (code > from + 1) text += '-'
    if (code > from) text += escapeInClass(code)
  }
  return text
}

/** A class that matches nothing, since URLs contain only ASCII. It is the same in lower case. */
export const emptyClass = '[^\\x00-\\xff]'

const countMembers = (set: AsciiSet): number => set.reduce((count, isMember) => count + Number(isMember), 0)

/**
 * Large sets are written as a complement such as `[^a]`, which matches all characters beyond ASCII.
 */
export const matchesBeyondAscii = memoize((set: AsciiSet): boolean => countMembers(set) > size / 2)

function writeSet(set: AsciiSet, caseless: boolean): string {
  const members = countMembers(set)
  if (members === 0) return emptyClass
  if (members === size) return '.'
  return matchesBeyondAscii(set) ? `[^${writeRanges(set, false, caseless)}]` : `[${writeRanges(set, true, caseless)}]`
}

const writeCaseSensitive = memoize((set: AsciiSet) => writeSet(set, false))
const writeCaseless = memoize((set: AsciiSet) => writeSet(set, true))

/**
 * Writes the set as a character class. `caseless` leaves out capitals, for a pattern that ignores
 * case.
 */
export const writeClass = (set: AsciiSet, caseless = false): string =>
  caseless ? writeCaseless(set) : writeCaseSensitive(set)

/** A set of ASCII characters, by code. An address as the browser writes it holds nothing else. */
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
/** The characters from one to another, both of them ASCII or not. */
export const createRange = (low: string, high: string): AsciiSet =>
  createSet((_, code) => code >= low.charCodeAt(0) && code <= high.charCodeAt(0))
export const union = (a: AsciiSet, b: AsciiSet): AsciiSet => a.map((held, code) => held || b[code] === true)
export const complement = (a: AsciiSet): AsciiSet => a.map(held => !held)

/** Works out each answer once: rules use the same few sets again and again. */
export function memoize<Key extends object, Answer>(answer: (key: Key) => Answer): (key: Key) => Answer {
  const known = new WeakMap<Key, Answer>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = answer(key)
    known.set(key, made)
    return made
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

/** The set with the other case of each of its letters. */
export const withBothCases = memoize((a: AsciiSet): AsciiSet =>
  // Any character is told by being the same set.
  a === allCharacters ? a : a.map((held, code) => held || a[otherCase(code)] === true),
)

const single = new Map<string, AsciiSet>()

export function getCharacterSet(character: string): AsciiSet {
  const known = single.get(character)
  if (known) return known
  const set = toCharacterSet(character)
  // There are 128 of them; what is beyond ASCII is the empty set, and not worth keeping.
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

/** `[:alpha:]` and its like by name, `^alpha` for what it does not hold. */
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
  // RE2 leaves the vertical tab out; no address holds one.
  s: toCharacterSet('\t\n\f\r '),
}

/** `\d \w \s` and their capitals. */
export function perlSet(letter: string): AsciiSet | undefined {
  const set = perl[letter.toLowerCase()]
  return set === undefined || letter === letter.toLowerCase() ? set : complement(set)
}

/** The ASCII part of a Unicode property, `L` or `Greek`, `^L` for its complement. */
export function propertySet(name: string): AsciiSet | undefined {
  const negated = name.startsWith('^')
  const bare = negated ? name.slice(1) : name
  for (const spelling of [bare, `Script=${bare}`])
    try {
      const test = new RegExp(`\\p{${spelling}}`, 'u')
      const set = createSet(character => test.test(character))
      return negated ? complement(set) : set
    } catch {
      // Not a property under this spelling.
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

/** A class of nothing: no address holds a character beyond ASCII, and none of these letters changes in lower case. */
export const emptyClass = '[^\\x00-\\xff]'

const countMembers = (set: AsciiSet): number => set.reduce((count, isMember) => count + Number(isMember), 0)

/** Large sets are written as complements, `[^a]`, which match every character beyond ASCII. */
export const matchesBeyondAscii = memoize((set: AsciiSet): boolean => countMembers(set) > size / 2)

function writeSet(set: AsciiSet, caseless: boolean): string {
  const members = countMembers(set)
  if (members === 0) return emptyClass
  if (members === size) return '.'
  return matchesBeyondAscii(set) ? `[^${writeRanges(set, false, caseless)}]` : `[${writeRanges(set, true, caseless)}]`
}

const writeCaseSensitive = memoize((set: AsciiSet) => writeSet(set, false))
const writeCaseless = memoize((set: AsciiSet) => writeSet(set, true))

/** The set as a character class for RE2 and JavaScript. `caseless`, for a pattern that ignores case, leaves capitals out. */
export const writeClass = (set: AsciiSet, caseless = false): string =>
  caseless ? writeCaseless(set) : writeCaseSensitive(set)

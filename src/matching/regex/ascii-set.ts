/** A set of ASCII characters, by code. An address as the browser writes it holds nothing else. */
export type AsciiSet = readonly boolean[]

const size = 128

export const setOf = (holds: (character: string, code: number) => boolean): AsciiSet =>
  Array.from({length: size}, (_, code) => holds(String.fromCharCode(code), code))

export const everything: AsciiSet = setOf(() => true)
export const setOfText = (text: string): AsciiSet => setOf(character => text.includes(character))
export const union = (a: AsciiSet, b: AsciiSet): AsciiSet => a.map((held, code) => held || b[code] === true)
export const complement = (a: AsciiSet): AsciiSet => a.map(held => !held)
export const minus = (a: AsciiSet, b: AsciiSet): AsciiSet => a.map((held, code) => held && b[code] !== true)
export const isEmptySet = (a: AsciiSet): boolean => !a.includes(true)

/** The set with the other case of each of its letters. */
export const eitherCase = (a: AsciiSet): AsciiSet =>
  setOf(
    (character, code) =>
      a[code] === true ||
      a[character.toLowerCase().charCodeAt(0)] === true ||
      a[character.toUpperCase().charCodeAt(0)] === true,
  )

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
  const set = setOf(character => test.test(character))
  return negated ? complement(set) : set
}

/** `\d \w \s` and their capitals. RE2 leaves the vertical tab out of `\s`; no address holds one. */
export function perlSet(letter: string): AsciiSet | undefined {
  const test = {d: /\d/, w: /\w/, s: /[\t\n\f\r ]/}[letter.toLowerCase()]
  if (test === undefined) return undefined
  const set = setOf(character => test.test(character))
  return letter === letter.toLowerCase() ? set : complement(set)
}

/** The ASCII part of a Unicode property, `L` or `Greek`, `^L` for its complement. */
export function propertySet(name: string): AsciiSet | undefined {
  const negated = name.startsWith('^')
  const bare = negated ? name.slice(1) : name
  for (const spelling of [bare, `Script=${bare}`])
    try {
      const test = new RegExp(`\\p{${spelling}}`, 'u')
      const set = setOf(character => test.test(character))
      return negated ? complement(set) : set
    } catch {
      // Not a property under this spelling.
    }
  return undefined
}

const inClass = (code: number): string => {
  const character = String.fromCharCode(code)
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character
}

function ranges(set: AsciiSet): string {
  let text = ''
  for (let code = 0; code < size; code++) {
    if (set[code] !== true) continue
    const from = code
    while (set[code + 1] === true) code++
    text += inClass(from)
    if (code > from + 1) text += '-'
    if (code > from) text += inClass(code)
  }
  return text
}

/** The set as a character class that RE2 and JavaScript read alike; the shorter of itself and its complement. */
export function classText(set: AsciiSet): string {
  const held = set.filter(Boolean).length
  // Neither engine writes "nothing" or "everything" in the same short way; both know these.
  if (held === 0) return '[^\\s\\S]'
  if (held === size) return '.'
  return held > size / 2 ? `[^${ranges(complement(set))}]` : `[${ranges(set)}]`
}

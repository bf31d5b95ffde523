import {quoteNotClosed, wordOfCommand} from '../../../contract/reasons'
import {ImportError, placeOf} from '../../import-error'
import {anyPrompt, assignment, lead} from '../../text/command'
import {type Option, optionsOf} from './options'

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

const bytesIn = (escaped: string): readonly number[] =>
  [...escaped.matchAll(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3}))/gi)].map(([, hex, octal = '']) =>
    hex === undefined ? parseInt(octal, 8) % 256 : parseInt(hex, 16),
  )

/** Bytes are UTF-8 to a shell. Some browsers write what is no more than a byte as one, so bytes that are none are characters. */
function textOf(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Uint8Array.from(bytes))
  } catch {
    return bytes.map(byte => String.fromCharCode(byte)).join('')
  }
}

/** What stands between `$'` and `'`, as a shell reads it. */
const unescapeAnsi = (text: string): string =>
  text.replace(
    /((?:\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}))+)|\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([^]))/g,
    (whole: string, bytes?: string, short?: string, long?: string, character?: string) => {
      if (bytes !== undefined) return textOf(bytesIn(bytes))
      const hex = short ?? long
      if (hex === undefined) return escapes[character ?? ''] ?? whole
      const code = parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )

/** The quote that a command begins its texts with. */
const firstQuote = (command: string): string | undefined => /\bcurl(?:\.exe)?\s[^"']*(["'])/i.exec(command)?.[1]

/** As browsers wrote a command before: a quote in a text twice, a percent sign and an end of a line between two. */
const hasDoubledQuotes = (command: string): boolean =>
  /(?:^|[^"\\^])""[^\s"]/.test(command) &&
  !/(?<!\\)\\(?:\\\\)*"/.test(command) &&
  // Of another shell, where a text in single quotes may hold an empty one.
  !command.replace(/"(?:[^"]|"")*"/g, '').includes("'")
const withEscapedQuotes = (command: string): string =>
  command
    .replaceAll('"%"', '%')
    .replace(/"((?:[^"]|"")*)"(?=\s|$)/g, (_quoted, text: string) => `"${text.replaceAll('""', '\\"')}"`)

/** A line of a command ends in a caret; in a text an empty line is behind it, or each line has quotes of its own. */
const lineEnd = /"\^\r?\n(?:\r?\n)?"|\^\r?\n(\r?\n)?/u
const endOf = (written: string, emptyLine?: string) => (written.startsWith('"') || emptyLine !== undefined ? '\n' : ' ')
const withoutLineEnds = (command: string): string => command.replace(new RegExp(lineEnd, 'gu'), endOf)
/** Where quotes have carets themselves, each caret is one of a sign, or ends a line. */
const withoutAnyCarets = (command: string): string =>
  command.replace(
    new RegExp(`${lineEnd.source}|\\^([^])`, 'gu'),
    (written, emptyLine?: string, sign?: string) => sign ?? endOf(written, emptyLine),
  )

/** Whether each sign has a caret that browsers wrote one before: typed by hand, a caret in quotes is a part of the text. */
const isEscaping = (command: string): boolean => !/(?<!\^)(?:[\][@!$#|]|\P{ASCII})/u.test(command)
const withoutCarets = (command: string): string =>
  isEscaping(command) ? command.replace(/\^([^\w\s:=+~'/.,?;()*`-])|(?<=%)\^/gu, '$1') : command

/** A command for `cmd` as other shells would have it, its texts in quotes with backslashes; null for one that is none. */
function readCmd(command: string): string | null {
  if (firstQuote(command) === "'") return null
  if (/(?:^|\s)\^"/.test(command)) return withoutAnyCarets(command)
  if (hasDoubledQuotes(command)) {
    const read = withEscapedQuotes(withoutLineEnds(command))
    // Whoever wrote a percent sign so wrote no carets.
    return command.includes('"%"') ? read : withoutCarets(read)
  }
  return /\^\r?\n|\^\\\^"/.test(command) ? withoutCarets(withoutLineEnds(command)) : null
}

/** One of a shell's words. `at` is its place among those of the text: `word 2`; `filled` is what a shell would put another text for. */
export type Word = {readonly text: string; readonly at: string; readonly filled: readonly string[]}

/** A command of several, as its words, and as it is written with the sign that stands before it; `led` is where it reads from or writes to. */
export type Line = {readonly words: readonly Word[]; readonly written: string; readonly led: readonly string[]}

/** Where a shell leads what a command reads or writes: `2>&1`, `> out.txt`, `<<EOF`. */
const leading = /(?:\d*|&)(?:>>?|<<?<?-?)(?:&[\d-]+|[ \t]*(?:'[^']*'|"[^"]*"|[^\s;&|]+))/y

/** Where the text ends that a shell reads from the command's own lines. */
function endOfHere(text: string, at: number, led: string): number {
  const [, mark] = /^\d*<<-?[ \t]*['"]?(\w+)['"]?$/.exec(led) ?? []
  if (mark === undefined) return at
  const end = new RegExp(`\\n[ \\t]*${mark}[ \\t]*\\r?(?=\\n|$)`, 'g')
  end.lastIndex = at
  return end.test(text) ? end.lastIndex : text.length
}

/**
 * A backtick at the end of a line is how PowerShell goes on in the next. A backslash that stands alone was at the end of a line, before a field
 * of one line made one of them all.
 */
const piece =
  /((?:\s|`[ \t]*\r?\n)+)|\$'([^'\\]*(?:\\[^][^'\\]*)*)'|'([^']*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|\\([ \t]*\r?\n|(?<=\s\\)[ \t]+)|\\([^])|(\$(?:\([^()]*\)|\{[^{}]*\}|[A-Za-z_]\w*)|`[^`]*`|[^\s'"\\$;&|`]+|\$(?!')|`)|([;&|]+)/y

/** Variables, and commands whose output is meant. A sign with a backslash before it is text. */
const filling = /\\[^]|(\$(?:[a-z_]\w*|\{[^}]*\}|\([^()]*\))|`[^`]+`)/gi
const filledIn = (text: string): readonly string[] => [...text.matchAll(filling)].flatMap(([, what]) => what ?? [])

/** How a line begins that is a command of its own: a call of curl, with what may stand before it, or the value of a variable alone. */
const call = new RegExp(
  `[ \\t;&|]*(?!#)(?:${anyPrompt})?${lead}(?:curl(?:\\.exe)?\\s|${assignment}[ \\t]*\\r?(?:;|$))`,
  'imy',
)

/** What `cmd` puts the value of a variable for. Two digits behind it, and it is a letter as addresses write it. */
const filledByCmd = (command: string): readonly string[] => [
  ...new Set(command.match(/%[a-z_]\w*%(?![\da-f]{2})/gi) ?? []),
]

/** A root's prompt is written as comments are: it is one where no line calls curl without it. */
const calledPlainly = new RegExp(`^${call.source}`, 'im')
const withPrompts = (text: string): string =>
  calledPlainly.test(text) ? text : text.replace(/^([ \t]*)#(?=[ \t]+curl(?:\.exe)?\s)/gim, '$1$')

/** Whether a new line is one more command. */
function callsCurl(text: string, at: number): boolean {
  call.lastIndex = at
  return call.test(text)
}

/** Where the next line begins that calls curl, or where the text ends. */
function nextCall(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (callsCurl(text, at + 1)) return at + 1
  return text.length
}

const isCurl = ({text}: Word): boolean => /^curl(?:\.exe)?$/i.test(text)

/** Whether a call has its address, and whether its last option is still to be told something. */
function standOf(words: readonly Word[]): {readonly hasAddress: boolean; readonly isAsking: boolean} {
  let hasAddress = false
  let isAsking = false
  for (const {text} of words.slice(words.findIndex(isCurl) + 1)) {
    const options: readonly Option[] = text.startsWith('-') && !isAsking ? optionsOf(text) : []
    if (options.length === 0) hasAddress ||= !isAsking
    else if (options.some(({isNext}) => isNext)) hasAddress = false
    else hasAddress ||= options.some(({meaning}) => meaning === 'url')
    isAsking = options.some(({takesValue, value}) => takesValue && value === undefined)
  }
  return {hasAddress, isAsking}
}

/**
 * Whether a call goes on in the next line, as people copy one without its backslashes: with an option, a comment, what its last option
 * asks for, or the address that is still to come. Anything else was never a part of it.
 */
function goesOn(words: readonly Word[], text: string, at: number): boolean {
  const {hasAddress, isAsking} = standOf(words)
  return /^(?:#|--?[a-z:#])/i.test(text.slice(at, at + 3)) || !hasAddress || isAsking
}

/** Without the sign for one more line that a text ends with. */
const withoutTail = (text: string): string => text.replace(/[ \t][\\^`]\s*$/, '')

/** A chat makes one long dash of those before an option. */
const withDashes = (text: string | undefined): string | undefined =>
  text?.replace(/^[–—](?=[a-z])/i, text.length === 2 ? '-' : '--')

const beforeCall = new RegExp(anyPrompt, 'imy')
/** What a terminal writes before a line that goes on. */
const beforeMore = />[ \t]+(?=[-'"$])/y

/** Where a line goes on behind what a terminal has written before it. */
function behind(written: RegExp, text: string, at: number): number {
  written.lastIndex = at
  return written.test(text) ? written.lastIndex : at
}

/** What quotes in a command for `cmd`, and what stands between words. */
const quoting = /[\s^"\\%]/g

/** Where a command for `cmd` has the quote that its text, as it is read, has at a place: both are the same but for what quotes. */
function placeOfQuote(given: string, text: string, at: number): number {
  let left = text.slice(0, at).replace(quoting, '').length
  let index = 0
  for (; left > 0 && index < given.length; index++) if (given.charAt(index).search(quoting) < 0) left -= 1
  const quote = given.indexOf('"', index)
  return quote < 0 ? index : quote
}

/**
 * Reads commands word by word. Each ends at a sign that begins another, and with its line where the next one is no part of it.
 * Throws an `ImportError` that names line and column.
 */
export function readLines(given: string): readonly Line[] {
  const typed = withoutTail(given)
  const ofCmd = readCmd(typed)
  const isOfCmd = ofCmd !== null
  const text = withPrompts(ofCmd ?? typed)
  const variables = isOfCmd ? filledByCmd(given) : []
  const lines: Line[] = []
  let words: Word[] = []
  let led: string[] = []
  let word: string | null = null
  let filled: string[] = []
  let count = 0
  let from = 0
  let at = 0
  const endWord = () => {
    if (word !== null) words.push({text: word, at: wordOfCommand(++count), filled})
    word = null
    filled = []
  }
  const endLine = (end: number) => {
    endWord()
    if (words.length > 0) lines.push({words, written: text.slice(from, end).trim(), led})
    words = []
    led = []
    from = end
  }
  while (at < text.length) {
    if (at === from) at = behind(beforeCall, text, at)
    if (word === null && text.startsWith('#', at)) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      continue
    }
    leading.lastIndex = at
    // Before any word it is a prompt.
    const [goes] = (word === null && words.length > 0 && leading.exec(text)) || []
    if (goes !== undefined) {
      led.push(goes)
      at = endOfHere(text, at + goes.length, goes)
      continue
    }
    piece.lastIndex = at
    const found = piece.exec(text)
    if (!found) {
      if (lines.length === 0 || callsCurl(text, from))
        throw new ImportError(
          placeOf(given, isOfCmd ? placeOfQuote(given, text, at) : at),
          'not-a-command',
          quoteNotClosed,
        )
      // What is no call of curl is left out, however it goes on.
      endLine(text.length)
      return lines
    }
    const [, space, ansi, single, double, newLine, escaped, plain, sign] = found
    if (sign !== undefined) endLine(at)
    else if (space !== undefined) {
      endWord()
      const isNew = space.includes('\n') && !space.includes('`') && piece.lastIndex < text.length
      if (isNew && callsCurl(text, piece.lastIndex)) endLine(piece.lastIndex)
      else if (isNew && words.some(isCurl) && !goesOn(words, text, piece.lastIndex)) {
        endLine(piece.lastIndex)
        at = nextCall(text, from)
        words.push({text: text.slice(from, at), at: '', filled: []})
        endLine(at)
        continue
      }
    } else if (newLine === undefined) {
      const read: string | undefined =
        ansi === undefined
          ? (single ??
            double?.replace(/\\(?:\r?\n|([$`"\\]))/g, '$1') ??
            escaped ??
            (word === null ? withDashes(plain) : plain))
          : unescapeAnsi(ansi)
      filled.push(...(isOfCmd ? variables.filter(name => read?.includes(name)) : filledIn(double ?? plain ?? '')))
      word = `${word ?? ''}${read ?? ''}`
    }
    at = newLine === undefined ? piece.lastIndex : behind(beforeMore, text, piece.lastIndex)
  }
  endLine(text.length)
  return lines
}

import {importNames} from '../../../locales/import-names'
import {noteText} from '../../notes'
import {ImportError, toLineAndColumn} from '../../import-error'
import {anyPrompt, assignment, commandStart} from '../../text/command'
import {type Option, parseOptions} from './options'

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

/** A shell reads the bytes as UTF-8. Some browsers escape characters as single bytes: what is not UTF-8 is taken as characters. */
function textOf(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Uint8Array.from(bytes))
  } catch {
    return bytes.map(byte => String.fromCharCode(byte)).join('')
  }
}

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

const firstQuote = (command: string): string | undefined => /\bcurl(?:\.exe)?\s[^"']*(["'])/i.exec(command)?.[1]

/** Older browsers double a quote and put `%` and line ends between quotes. */
const hasDoubledQuotes = (command: string): boolean =>
  /(?:^|[^"\\^])""[^\s"]/.test(command) &&
  !/(?<!\\)\\(?:\\\\)*"/.test(command) &&
  !command.replace(/"(?:[^"]|"")*"/g, '').includes("'")
const withEscapedQuotes = (command: string): string =>
  command
    .replaceAll('"%"', '%')
    .replace(/"((?:[^"]|"")*)"(?=\s|$)/g, (_quoted, text: string) => `"${text.replaceAll('""', '\\"')}"`)

/** In cmd a caret ends a line; within a text an empty line follows it. */
const lineEnd = /"\^\r?\n(?:\r?\n)?"|\^\r?\n(\r?\n)?/u
const endOf = (written: string, emptyLine?: string) => (written.startsWith('"') || emptyLine !== undefined ? '\n' : ' ')
const withoutLineEnds = (command: string): string => command.replace(new RegExp(lineEnd, 'gu'), endOf)
const withoutAnyCarets = (command: string): string =>
  command.replace(
    new RegExp(`${lineEnd.source}|\\^([^])`, 'gu'),
    (written, emptyLine?: string, sign?: string) => sign ?? endOf(written, emptyLine),
  )

/** Browsers put a caret before every special character; in a command typed by hand a caret in quotes is text. */
const isEscaping = (command: string): boolean => !/(?<!\^)(?:[\][@!$#|]|\P{ASCII})/u.test(command)
const withoutCarets = (command: string): string =>
  isEscaping(command) ? command.replace(/\^([^\w\s:=+~'/.,?;()*`-])|(?<=%)\^/gu, '$1') : command

/** Rewrites a command for cmd with backslashes; null for a command of another shell. */
function readCmd(command: string): string | null {
  if (firstQuote(command) === "'") return null
  if (/(?:^|\s)\^"/.test(command)) return withoutAnyCarets(command)
  if (hasDoubledQuotes(command)) {
    const read = withEscapedQuotes(withoutLineEnds(command))
    return command.includes('"%"') ? read : withoutCarets(read)
  }
  return /\^\r?\n|\^\\\^"/.test(command) ? withoutCarets(withoutLineEnds(command)) : null
}

/** `at` is the place of the word in the command; `variables` are the variables that a shell would replace. */
export type Word = {readonly text: string; readonly position: string; readonly variables: readonly string[]}

/** One command of several. `redirections` are its redirections. */
export type CommandLine = {
  readonly words: readonly Word[]
  readonly text: string
  readonly redirections: readonly string[]
}

/** Where a shell leads what a command reads or writes: `2>&1`, `> out.txt`, `<<EOF`. */
const leading = /(?:\d*|&)(?:>>?|<<?<?-?)(?:&[\d-]+|[ \t]*(?:'[^']*'|"[^"]*"|[^\s;&|]+))/y

function endOfHere(text: string, at: number, redirections: string): number {
  const [, mark] = /^\d*<<-?[ \t]*['"]?(\w+)['"]?$/.exec(redirections) ?? []
  if (mark === undefined) return at
  const end = new RegExp(`\\n[ \\t]*${mark}[ \\t]*\\r?(?=\\n|$)`, 'g')
  end.lastIndex = at
  return end.test(text) ? end.lastIndex : text.length
}

/** PowerShell continues a line after a backtick. A text box of one line turns a line end after a backslash into a space. */
const piece =
  /((?:\s|`[ \t]*\r?\n)+)|\$'([^'\\]*(?:\\[^][^'\\]*)*)'|'([^']*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|\\([ \t]*\r?\n|(?<=\s\\)[ \t]+)|\\([^])|(\$(?:\([^()]*\)|\{[^{}]*\}|[A-Za-z_]\w*)|`[^`]*`|[^\s'"\\$;&|`]+|\$(?!')|`)|([;&|]+)/y

const filling = /\\[^]|(\$(?:[a-z_]\w*|\{[^}]*\}|\([^()]*\))|`[^`]+`)/gi
const filledIn = (text: string): readonly string[] => [...text.matchAll(filling)].flatMap(([, what]) => what ?? [])

const call = new RegExp(
  `[ \\t;&|]*(?!#)(?:${anyPrompt})?${commandStart}(?:curl(?:\\.exe)?\\s|${assignment}[ \\t]*\\r?(?:;|$))`,
  'imy',
)

/** `%2F` and the like are escapes of a URL, not variables. */
const filledByCmd = (command: string): readonly string[] => [
  ...new Set(command.match(/%[a-z_]\w*%(?![\da-f]{2})/gi) ?? []),
]

/** A root prompt `#` looks like a comment: it is one where another line calls curl without it. */
const calledPlainly = new RegExp(`^${call.source}`, 'im')
const withPrompts = (text: string): string =>
  calledPlainly.test(text) ? text : text.replace(/^([ \t]*)#(?=[ \t]+curl(?:\.exe)?\s)/gim, '$1$')

function callsCurl(text: string, at: number): boolean {
  call.lastIndex = at
  return call.test(text)
}

function nextCall(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (callsCurl(text, at + 1)) return at + 1
  return text.length
}

const isCurl = ({text}: Word): boolean => /^curl(?:\.exe)?$/i.test(text)

function standOf(words: readonly Word[]): {readonly hasAddress: boolean; readonly isAsking: boolean} {
  let hasAddress = false
  let isAsking = false
  for (const {text} of words.slice(words.findIndex(isCurl) + 1)) {
    const options: readonly Option[] = text.startsWith('-') && !isAsking ? parseOptions(text) : []
    if (options.length === 0) hasAddress ||= !isAsking
    else if (options.some(({isNext}) => isNext)) hasAddress = false
    else hasAddress ||= options.some(({knownName}) => knownName === 'url')
    isAsking = options.some(({takesValue, value}) => takesValue && value === undefined)
  }
  return {hasAddress, isAsking}
}

function goesOn(words: readonly Word[], text: string, at: number): boolean {
  const {hasAddress, isAsking} = standOf(words)
  return /^(?:#|--?[a-z:#])/i.test(text.slice(at, at + 3)) || !hasAddress || isAsking
}

const withoutTail = (text: string): string => text.replace(/[ \t][\\^`]\s*$/, '')

/** Chat programs turn `--` into a dash. */
const withDashes = (text: string | undefined): string | undefined =>
  text?.replace(/^[–—](?=[a-z])/i, text.length === 2 ? '-' : '--')

const beforeCall = new RegExp(anyPrompt, 'imy')
/** The prompt of a continued line. */
const beforeMore = />[ \t]+(?=[-'"$])/y

function behind(written: RegExp, text: string, at: number): number {
  written.lastIndex = at
  return written.test(text) ? written.lastIndex : at
}

const quoting = /[\s^"\\%]/g

/** The place in the command as given of a quote in its rewritten form: they differ in quoting only. */
function placeOfQuote(given: string, text: string, at: number): number {
  let left = text.slice(0, at).replace(quoting, '').length
  let index = 0
  for (; left > 0 && index < given.length; index++) if (given.charAt(index).search(quoting) < 0) left -= 1
  const quote = given.indexOf('"', index)
  return quote < 0 ? index : quote
}

/** Splits a text into commands and their words. Throws an `ImportError` that names line and column. */
export function parseCommandLines(given: string): readonly CommandLine[] {
  const typed = withoutTail(given)
  const ofCmd = readCmd(typed)
  const isOfCmd = ofCmd !== null
  const text = withPrompts(ofCmd ?? typed)
  const cmdVariables = isOfCmd ? filledByCmd(given) : []
  const lines: CommandLine[] = []
  let words: Word[] = []
  let redirections: string[] = []
  let word: string | null = null
  let variables: string[] = []
  let count = 0
  let from = 0
  let at = 0
  const endWord = () => {
    if (word !== null) words.push({text: word, position: importNames('wordOfCommand', {word: ++count}), variables})
    word = null
    variables = []
  }
  const endLine = (end: number) => {
    endWord()
    if (words.length > 0) lines.push({words, text: text.slice(from, end).trim(), redirections})
    words = []
    redirections = []
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
    const [goes] = (word === null && words.length > 0 && leading.exec(text)) || []
    if (goes !== undefined) {
      redirections.push(goes)
      at = endOfHere(text, at + goes.length, goes)
      continue
    }
    piece.lastIndex = at
    const found = piece.exec(text)
    if (!found) {
      if (lines.length === 0 || callsCurl(text, from))
        throw new ImportError(
          toLineAndColumn(given, isOfCmd ? placeOfQuote(given, text, at) : at),
          'not-a-command',
          noteText('quoteNotClosed'),
        )
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
        words.push({text: text.slice(from, at), position: '', variables: []})
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
      variables.push(...(isOfCmd ? cmdVariables.filter(name => read?.includes(name)) : filledIn(double ?? plain ?? '')))
      word = `${word ?? ''}${read ?? ''}`
    }
    at = newLine === undefined ? piece.lastIndex : behind(beforeMore, text, piece.lastIndex)
  }
  endLine(text.length)
  return lines
}

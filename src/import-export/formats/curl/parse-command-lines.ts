import {importNames} from '../../../locales/import-names'
import {noteText} from '../../notes'
import {ImportError, toLineAndColumn} from '../../import-error'
import {assignment, commandStart} from '../../text/command'
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

const parseByteEscapes = (escaped: string): readonly number[] =>
  [...escaped.matchAll(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3}))/gi)].map(([, hex, octal = '']) =>
    hex === undefined ? parseInt(octal, 8) % 256 : parseInt(hex, 16),
  )

/** A shell reads the bytes as UTF-8. Some browsers escape characters as single bytes. */
function decodeBytes(bytes: readonly number[]): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(Uint8Array.from(bytes))
  } catch {
    return bytes.map(byte => String.fromCharCode(byte)).join('')
  }
}

const unescapeAnsi = (text: string): string =>
  text.replace(
    /((?:\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}))+)|\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([^]))/g,
    (escape: string, bytes?: string, short?: string, long?: string, character?: string) => {
      if (bytes !== undefined) return decodeBytes(parseByteEscapes(bytes))
      const hex = short ?? long
      if (hex === undefined) return escapes[character ?? ''] ?? escape
      const code = parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : escape
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
const replaceLineEnd = (lineEndText: string, emptyLine?: string) =>
  lineEndText.startsWith('"') || emptyLine !== undefined ? '\n' : ' '
const removeLineEnds = (command: string): string => command.replace(new RegExp(lineEnd, 'gu'), replaceLineEnd)
const removeAllCarets = (command: string): string =>
  command.replace(
    new RegExp(`${lineEnd.source}|\\^([^])`, 'gu'),
    (lineEndText, emptyLine?: string, separator?: string) => separator ?? replaceLineEnd(lineEndText, emptyLine),
  )

/** Browsers escape every special character with a caret; in a typed command it can be text. */
const hasOnlyEscapingCarets = (command: string): boolean => !/(?<!\^)(?:[\][@!$#|]|\P{ASCII})/u.test(command)
const removeEscapingCarets = (command: string): string =>
  hasOnlyEscapingCarets(command) ? command.replace(/\^([^\w\s:=+~'/.,?;()*`-])|(?<=%)\^/gu, '$1') : command

/** Rewrites a command for cmd with backslashes; null for a command of another shell. */
function readCmd(command: string): string | null {
  if (firstQuote(command) === "'") return null
  if (/(?:^|\s)\^"/.test(command)) return removeAllCarets(command)
  if (hasDoubledQuotes(command)) {
    const read = withEscapedQuotes(removeLineEnds(command))
    return command.includes('"%"') ? read : removeEscapingCarets(read)
  }
  return /\^\r?\n|\^\\\^"/.test(command) ? removeEscapingCarets(removeLineEnds(command)) : null
}

/** `variables` are shell variables in the word, which a shell would replace. */
export type Word = {readonly text: string; readonly position: string; readonly variables: readonly string[]}

/** One command of several. `redirections` are its redirections. */
export type CommandLine = {
  readonly words: readonly Word[]
  readonly text: string
  readonly redirections: readonly string[]
}

/** A redirection of the shell: `2>&1`, `> out.txt`, `<<EOF`. */
const redirection = /(?:\d*|&)(?:>>?|<<?<?-?)(?:&[\d-]+|[ \t]*(?:'[^']*'|"[^"]*"|[^\s;&|]+))/y

function findHereDocumentEnd(text: string, at: number, redirections: string): number {
  const [, delimiter] = /^\d*<<-?[ \t]*['"]?(\w+)['"]?$/.exec(redirections) ?? []
  if (delimiter === undefined) return at
  const end = new RegExp(`\\n[ \\t]*${delimiter}[ \\t]*\\r?(?=\\n|$)`, 'g')
  end.lastIndex = at
  return end.test(text) ? end.lastIndex : text.length
}

/** PowerShell continues a line after a backtick; a text box replaces the line end with a space. */
const token =
  /((?:\s|`[ \t]*\r?\n)+)|\$'([^'\\]*(?:\\[^][^'\\]*)*)'|'([^']*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|\\([ \t]*\r?\n|(?<=\s\\)[ \t]+)|\\([^])|(\$(?:\([^()]*\)|\{[^{}]*\}|[A-Za-z_]\w*)|`[^`]*`|[^\s'"\\$;&|`]+|\$(?!')|`)|([;&|]+)/y

const shellVariable = /\\[^]|(\$(?:[a-z_]\w*|\{[^}]*\}|\([^()]*\))|`[^`]+`)/gi
const findShellVariables = (text: string): readonly string[] =>
  [...text.matchAll(shellVariable)].flatMap(([, what]) => what ?? [])

const curlCall = new RegExp(
  `[ \\t;&|]*(?!#)${commandStart}(?:curl(?:\\.exe)?\\s|${assignment}[ \\t]*\\r?(?:;|$))`,
  'imy',
)

/** `%2F` and the like are escapes of a URL, not variables. */
const findCmdVariables = (command: string): readonly string[] => [
  ...new Set(command.match(/%[a-z_]\w*%(?![\da-f]{2})/gi) ?? []),
]

function startsCurlCall(text: string, at: number): boolean {
  curlCall.lastIndex = at
  return curlCall.test(text)
}

function findNextCall(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1))
    if (startsCurlCall(text, at + 1)) return at + 1
  return text.length
}

const isCurl = ({text}: Word): boolean => /^curl(?:\.exe)?$/i.test(text)

function getCallState(words: readonly Word[]): {readonly hasAddress: boolean; readonly isAsking: boolean} {
  let hasAddress = false
  let expectsValue = false
  for (const {text} of words.slice(words.findIndex(isCurl) + 1)) {
    const options: readonly Option[] = text.startsWith('-') && !expectsValue ? parseOptions(text) : []
    if (options.length === 0) hasAddress ||= !expectsValue
    else if (options.some(({isNext}) => isNext)) hasAddress = false
    else hasAddress ||= options.some(({knownName}) => knownName === 'url')
    expectsValue = options.some(({takesValue, value}) => takesValue && value === undefined)
  }
  return {hasAddress, isAsking: expectsValue}
}

function continuesCall(words: readonly Word[], text: string, at: number): boolean {
  const {hasAddress, isAsking: expectsValue} = getCallState(words)
  return /^(?:#|--?[a-z:#])/i.test(text.slice(at, at + 3)) || !hasAddress || expectsValue
}

const removeTrailingContinuation = (text: string): string => text.replace(/[ \t][\\^`]\s*$/, '')

/** Chat programs turn `--` into a dash. */
const restoreDashes = (text: string | undefined): string | undefined =>
  text?.replace(/^[–—](?=[a-z])/i, text.length === 2 ? '-' : '--')

type OpenLine = {readonly words: Word[]; readonly redirections: string[]; readonly start: number}
type OpenWord = {readonly text: string; readonly variables: readonly string[]}

/** Collects the words of a text into command lines. */
function createLineBuilder(text: string) {
  const lines: CommandLine[] = []
  let line: OpenLine = {words: [], redirections: [], start: 0}
  let word: OpenWord | null = null
  let wordCount = 0
  function endWord(): void {
    if (word !== null) line.words.push({...word, position: importNames('wordOfCommand', {word: ++wordCount})})
    word = null
  }
  return {
    lines,
    getLine: () => line,
    isInWord: () => word !== null,
    addToWord(part: string, variables: readonly string[]): void {
      word = {text: `${word?.text ?? ''}${part}`, variables: [...(word?.variables ?? []), ...variables]}
    },
    endWord,
    endLine(end: number): void {
      endWord()
      const {words, redirections, start} = line
      if (words.length > 0) lines.push({words, text: text.slice(start, end).trim(), redirections})
      line = {words: [], redirections: [], start: end}
    },
  }
}

/**
 * Splits a text into commands and their words. Throws an `ImportError` that names line and column.
 */
export function parseCommandLines(given: string): readonly CommandLine[] {
  const trimmed = removeTrailingContinuation(given)
  const cmdText = readCmd(trimmed)
  const isCmd = cmdText !== null
  const text = cmdText ?? trimmed
  const cmdVariables = isCmd ? findCmdVariables(given) : []
  const builder = createLineBuilder(text)
  const {lines, endWord, endLine} = builder
  let at = 0
  while (at < text.length) {
    const isInWord = builder.isInWord()
    const {words, redirections, start} = builder.getLine()
    if (!isInWord && text.startsWith('#', at)) {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
      continue
    }
    redirection.lastIndex = at
    const [redirectionText] = (!isInWord && words.length > 0 && redirection.exec(text)) || []
    if (redirectionText !== undefined) {
      redirections.push(redirectionText)
      at = findHereDocumentEnd(text, at + redirectionText.length, redirectionText)
      continue
    }
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) {
      if (lines.length === 0 || startsCurlCall(text, start))
        throw new ImportError(
          toLineAndColumn(given, isCmd ? given.lastIndexOf('"') : at),
          'not-a-command',
          noteText('quoteNotClosed'),
        )
      endLine(text.length)
      return lines
    }
    const [, space, ansi, single, double, newLine, escaped, unquoted, separator] = match
    if (separator !== undefined) endLine(at)
    else if (space !== undefined) {
      endWord()
      const startsNewLine = space.includes('\n') && !space.includes('`') && token.lastIndex < text.length
      if (startsNewLine && startsCurlCall(text, token.lastIndex)) endLine(token.lastIndex)
      else if (startsNewLine && words.some(isCurl) && !continuesCall(words, text, token.lastIndex)) {
        endLine(token.lastIndex)
        const rest = builder.getLine()
        at = findNextCall(text, rest.start)
        rest.words.push({text: text.slice(rest.start, at), position: '', variables: []})
        endLine(at)
        continue
      }
    } else if (newLine === undefined) {
      const read: string | undefined =
        ansi === undefined
          ? (single ??
            double?.replace(/\\(?:\r?\n|([$`"\\]))/g, '$1') ??
            escaped ??
            (isInWord ? unquoted : restoreDashes(unquoted)))
          : unescapeAnsi(ansi)
      const variables = isCmd
        ? cmdVariables.filter(name => read?.includes(name))
        : findShellVariables(double ?? unquoted ?? '')
      builder.addToWord(read ?? '', variables)
    }
    at = token.lastIndex
  }
  endLine(text.length)
  return lines
}

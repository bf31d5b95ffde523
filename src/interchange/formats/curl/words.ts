import {quoteNotClosed, wordOfCommand} from '../../../contract/reasons'
import {ImportError, placeOf} from '../../import-error'

/** One of a shell's words. `at` is its place among them: `word 2`. */
export type Word = {readonly text: string; readonly at: string}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
}

/** What stands between `$'` and `'`, as a shell reads it. */
const unescapeAnsi = (text: string): string =>
  text.replace(
    /\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))/g,
    (whole: string, short?: string, long?: string, byte?: string, octal?: string, character?: string) => {
      const hex = short ?? long ?? byte
      const code = hex !== undefined ? parseInt(hex, 16) : octal !== undefined ? parseInt(octal, 8) : null
      if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      return escapes[character ?? ''] ?? character ?? ''
    },
  )

const piece =
  /(\s+)|\$'([^'\\]*(?:\\[^][^'\\]*)*)'|'([^']*)'|"([^"\\]*(?:\\[^][^"\\]*)*)"|\\(\r?\n)|\\([^])|([^\s'"\\$;&|]+|\$(?!'))|([;&|])/y

/** As `cmd` writes a command: a caret before each sign that means something to it, and at the end of a line. */
const isForCmd = (command: string): boolean => /\^\r?\n|\^"/.test(command)
/** An empty line behind it is how a line ends inside of a text. */
const withoutCarets = (command: string): string =>
  command
    .replace(/\^\r?\n(\r?\n)?/g, (_end, inText?: string) => (inText === undefined ? ' ' : '\n'))
    .replace(/\^([^])/g, '$1')

/** Reads a command up to its end: a sign that would begin another ends it. Throws an `ImportError` that names line and column. */
export function readWords(given: string): {readonly words: readonly Word[]; readonly rest: string} {
  const command = isForCmd(given) ? withoutCarets(given) : given
  const words: Word[] = []
  let word: string | null = null
  let at = 0
  const end = () => {
    if (word !== null) words.push({text: word, at: wordOfCommand(words.length + 1)})
    word = null
  }
  while (at < command.length) {
    piece.lastIndex = at
    const found = piece.exec(command)
    if (!found) throw new ImportError(placeOf(command, at), 'not-a-command', quoteNotClosed)
    const [, space, ansi, single, double, newLine, escaped, plain, sign] = found
    if (sign !== undefined) {
      end()
      return {words, rest: command.slice(at).trim()}
    }
    if (space !== undefined) end()
    else if (newLine === undefined) {
      const text: string | undefined =
        ansi === undefined
          ? (single ?? double?.replace(/\\(?:\r?\n|([$`"\\]))/g, '$1') ?? escaped ?? plain)
          : unescapeAnsi(ansi)
      word = `${word ?? ''}${text ?? ''}`
    }
    at = piece.lastIndex
  }
  end()
  return {words, rest: ''}
}

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
    .replace(/"\^\r?\n(?:\r?\n)?"/g, '\n')
    .replaceAll('"%"', '%')
    .replace(/"((?:[^"]|"")*)"(?=\s|$)/g, (_quoted, text: string) => `"${text.replaceAll('""', '\\"')}"`)

/** An empty line behind it is how a line ends inside of a text. */
const withoutLineEnds = (command: string): string =>
  command.replace(/\^\r?\n(\r?\n)?/g, (_end, inText?: string) => (inText === undefined ? ' ' : '\n'))

/** Whether each sign has a caret that browsers wrote one before: typed by hand, a caret in quotes is a part of the text. */
const isEscaping = (command: string): boolean => !/(?<!\^)(?:[\][@!$#|]|\P{ASCII})/u.test(command)
const withoutCarets = (command: string): string =>
  isEscaping(command) ? command.replace(/\^([^\w\s:=+~'/.,?;()*`-])|(?<=%)\^/gu, '$1') : command

/** A command for `cmd` as other shells would have it, its texts in quotes with backslashes; null for one that is none. */
export function readCmd(command: string): string | null {
  if (firstQuote(command) === "'") return null
  // Where quotes have carets themselves, each caret is one of a sign.
  if (/(?:^|\s)\^"/.test(command))
    return withoutLineEnds(command.replace(/"\^\r?\n\r?\n"/g, '\n')).replace(/\^([^])/gu, '$1')
  if (hasDoubledQuotes(command)) return withoutCarets(withoutLineEnds(withEscapedQuotes(command)))
  return /\^\r?\n|\^\\\^"/.test(command) ? withoutCarets(withoutLineEnds(command)) : null
}

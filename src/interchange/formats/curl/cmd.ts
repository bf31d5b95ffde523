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
export function readCmd(command: string): string | null {
  if (firstQuote(command) === "'") return null
  if (/(?:^|\s)\^"/.test(command)) return withoutAnyCarets(command)
  if (hasDoubledQuotes(command)) {
    const read = withEscapedQuotes(withoutLineEnds(command))
    // Whoever wrote a percent sign so wrote no carets.
    return command.includes('"%"') ? read : withoutCarets(read)
  }
  return /\^\r?\n|\^\\\^"/.test(command) ? withoutCarets(withoutLineEnds(command)) : null
}

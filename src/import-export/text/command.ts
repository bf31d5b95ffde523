/** A variable set before a command. */
export const assignment = /[a-z_]\w*=(?:'[^']*'|"[^"]*"|\\[^]|[^\s'"\\;&|])*/.source

/** What a terminal writes before a command: `$`, `me@host:~/x$`, `[me@host x]#`. */
const prompt = /(?:\[?[\w.-]+@[^\n$#%>]*)?[$#%>][ \t]+/.source

export const commandRunners: ReadonlySet<string> = new Set(['time', 'sudo', 'env', 'exec', 'command', 'nohup'])

const prefix = `(?:(?:${[...commandRunners].join('|')}|${assignment})[ \\t]+)*`

export const commandStart = `(?:${prompt})?${prefix}`

const earlierCommand = /[a-z][\w./-]*(?:[ \t]+[^\s'"\\;&|<>{}]+)*[ \t]*(?:&&|;)\s*/.source

const fence = /^\s*`{3,}[^\n`]*(?=\n)/
const inSentence = /^(\s*)`((?:\$\s+)?curl(?:\.exe)?\s[^`]*)`[.,;:]?\s*$/i

function lengthWithoutTicks(text: string): number {
  let {length} = text.trimEnd()
  while (text.charAt(length - 1) === '`') length -= 1
  return length
}

/** Blanks the backticks around code copied from a document; the rest keeps its place. */
export function blankFence(text: string): string {
  const [opening] = fence.exec(text) ?? []
  if (opening === undefined) return text.replace(inSentence, '$1 $2')
  return (
    opening.replaceAll(/[^\s]/g, ' ') + text.slice(opening.length, Math.max(opening.length, lengthWithoutTicks(text)))
  )
}

const maxPrefixLength = 20_000
const command = new RegExp(
  `^(?:#[^\\n]*\\n\\s*|(?:export|set) [^\\n]*\\n\\s*|${assignment}[\\s;]+)*(?:${prompt})?(?:${earlierCommand})*${commandStart}curl(?:\\.exe)?\\s`,
  'i',
)

export const isCommand = (text: string): boolean => command.test(text.slice(0, maxPrefixLength))

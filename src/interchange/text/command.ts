/** The value of a variable, as it may stand before a command. */
export const assignment = /[a-z_]\w*=(?:'[^']*'|"[^"]*"|\\[^]|[^\s'"\\;&|])*/.source

/** What a terminal writes before a command: `$`, `me@host:~/x$`, `[me@host x]#`. */
const prompt = /(?:\[?[\w.-]+@[^\n$#%>]*)?[$#%>][ \t]+/.source

/** Commands that run the one behind them. */
export const runners: ReadonlySet<string> = new Set(['time', 'sudo', 'env', 'exec', 'command', 'nohup'])

const before = `(?:(?:${[...runners].join('|')}|${assignment})[ \\t]+)*`

/** What may stand on the line of a call of curl, before it. */
export const lead = `(?:${prompt})?${before}`

/** What other terminals write: `C:\me>`, `PS C:\me>`, `(venv) me@host:~$`, `/app #`, `me@host ~ %`. */
const otherPrompt = /(?![ \t]*curl\b)[ \t]*[^\s'"|;&<#][^\n'"|;&<]{0,100}?[$%>#][ \t]*/.source
/** Prompts that begin with their sign, as `➜  ~` and `❯`, and the numbers of a shell's history. */
const leadingSign = /[ \t]*(?:[➜❯λ»][^\n'"|;&<]{0,100}?|\d{1,6})[ \t]+/.source
/** A prompt of any terminal before a call of curl. */
export const anyPrompt = `(?:${otherPrompt}|${leadingSign})(?=${before}curl(?:\\.exe)?\\s)`

/** A command that is done before: `cd api &&`. */
const earlier = /[a-z][\w./-]*(?:[ \t]+[^\s'"\\;&|<>{}]+)*[ \t]*(?:&&|;)\s*/.source

const fence = /^\s*`{3,}[^\n`]*(?=\n)/
const inSentence = /^(\s*)`((?:\$\s+)?curl(?:\.exe)?\s[^`]*)`[.,;:]?\s*$/i

/** The length of a text without the backticks that it ends with. */
function lengthWithoutTicks(text: string): number {
  let {length} = text.trimEnd()
  while (text.charAt(length - 1) === '`') length -= 1
  return length
}

/** The same text without the backticks around it, as documents and chats write code; what is between stays in its place. */
export function withoutFence(text: string): string {
  const [opening] = fence.exec(text) ?? []
  if (opening === undefined) return text.replace(inSentence, '$1 $2')
  return (
    opening.replaceAll(/[^\s]/g, ' ') + text.slice(opening.length, Math.max(opening.length, lengthWithoutTicks(text)))
  )
}

/** Comments, values and other commands may stand before the first call, of many lines. */
const longestLead = 20_000
const command = new RegExp(
  `^(?:#[^\\n]*\\n\\s*|(?:export|set) [^\\n]*\\n\\s*|${assignment}[\\s;]+)*(?:${prompt}|${anyPrompt})?(?:${earlier})*${lead}curl(?:\\.exe)?\\s`,
  'i',
)

/** Whether a text begins with a call of curl. */
export const isCommand = (text: string): boolean => command.test(text.slice(0, longestLead))

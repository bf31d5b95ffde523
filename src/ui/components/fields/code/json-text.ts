const space = /[ \t\r\n]*/y
// No alternation per character, which would overflow V8's regex stack in large texts.
const scalar =
  /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const name = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y

/** The position of the first JSON error, or undefined. JSON.parse does not always report it. */
export function findJsonError(text: string): number | undefined {
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found !== null
  }
  const take = (character: string): boolean => {
    skip(space)
    if (text[at] !== character) return false
    at++
    return true
  }
  const open: ('}' | ']')[] = []
  for (;;) {
    if (take('{')) {
      if (!take('}')) {
        open.push('}')
        skip(space)
        if (!skip(name) || !take(':')) return at
        continue
      }
    } else if (take('[')) {
      if (!take(']')) {
        open.push(']')
        continue
      }
    } else if (!skip(scalar)) return at
    for (;;) {
      const end = open.at(-1)
      if (end === undefined) {
        skip(space)
        return at === text.length ? undefined : at
      }
      if (take(',')) {
        skip(space)
        if (end === '}' && (!skip(name) || !take(':'))) return at
        break
      }
      if (!take(end)) return at
      open.pop()
    }
  }
}

export function toLineAndColumn(text: string, at: number): {readonly line: number; readonly column: number} {
  const before = text.slice(0, at).split('\n')
  return {line: before.length, column: (before.at(-1)?.length ?? 0) + 1}
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Indents JSON as text, since parsing would round long numbers. */
export function indentJson(text: string): string {
  const out: string[] = []
  let depth = 0
  let before = ''
  for (const [each] of text.matchAll(token)) {
    const wasOpen = before === '{' || before === '['
    const isClose = each === '}' || each === ']'
    if (isClose) depth--
    if (isClose ? !wasOpen : wasOpen || before === ',') out.push(`\n${'  '.repeat(depth)}`)
    else if (before === ':') out.push(' ')
    out.push(each)
    if (each === '{' || each === '[') depth++
    before = each
  }
  return out.join('')
}

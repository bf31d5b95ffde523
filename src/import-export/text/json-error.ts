const space = /[ \t\r\n]*/y
// No alternation per character, which would overflow V8's regex stack in large texts.
const unclosedString = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y
const quote = /"/y
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

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
  const takeString = (): boolean => {
    skip(space)
    return skip(unclosedString) && skip(quote)
  }
  const takeName = (): boolean => takeString() && take(':')
  const open: ('}' | ']')[] = []
  for (;;) {
    if (take('{')) {
      if (!take('}')) {
        open.push('}')
        if (!takeName()) return at
        continue
      }
    } else if (take('[')) {
      if (!take(']')) {
        open.push(']')
        continue
      }
    } else if (text[at] === '"' ? !takeString() : !skip(literal)) return at
    for (;;) {
      const end = open.at(-1)
      if (end === undefined) {
        skip(space)
        return at === text.length ? undefined : at
      }
      if (take(',')) {
        if (end === '}' && !takeName()) return at
        break
      }
      if (!take(end)) return at
      open.pop()
    }
  }
}

export function getLineAndColumn(text: string, at: number): {readonly line: number; readonly column: number} {
  const before = text.slice(0, at)
  return {line: before.split('\n').length, column: at - before.lastIndexOf('\n')}
}

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

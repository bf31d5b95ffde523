const mostLines = 50
const longestLine = 2_000
const usual = 'default'

const jsonOf = (value: unknown): string => (value instanceof Error ? undefined : JSON.stringify(value)) ?? String(value)
const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

/** Never throws: logging must not make code fail. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  for (const say of [jsonOf, String, tagOf])
    try {
      return say(value)
    } catch {
      // The next one asks for less.
    }
  return '[object]'
}

const written = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'dirxml', 'table', 'group', 'groupCollapsed']

/** Replaces the console; a line belongs to the call that began last. */
export function createConsole(scope: {console: object}) {
  let lines: string[] = []
  const counts = new Map<string, number>()
  const starts = new Map<string, number>()
  const write = (...values: unknown[]) => {
    if (lines.length < mostLines) lines.push(values.map(textOf).join(' ').slice(0, longestLine))
  }
  const sayTime = (label: unknown = usual, ...values: unknown[]) => {
    const start = starts.get(textOf(label))
    if (start !== undefined) write(`${textOf(label)}: ${(performance.now() - start).toFixed(2)} ms`, ...values)
  }
  const nothing = () => undefined
  const others = {
    assert: (holds?: unknown, ...values: unknown[]) => holds || write('Assertion failed', ...values),
    count(label: unknown = usual) {
      const name = textOf(label)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      write(`${name}: ${counts.get(name)}`)
    },
    countReset: (label: unknown = usual) => void counts.delete(textOf(label)),
    time: (label: unknown = usual) => void starts.set(textOf(label), performance.now()),
    timeLog: sayTime,
    timeEnd(label: unknown = usual) {
      sayTime(label)
      starts.delete(textOf(label))
    },
  }
  scope.console = Object.fromEntries([
    ...Object.keys(scope.console).map(name => [name, nothing]),
    ...written.map(name => [name, write]),
    ...Object.entries(others),
  ])
  return {
    begin: (): readonly string[] => (lines = []),
  }
}

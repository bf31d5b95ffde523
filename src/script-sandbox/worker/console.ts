const maxLines = 50
const maxLineLength = 2_000
const defaultLabel = 'default'

const toJson = (value: unknown): string => (value instanceof Error ? undefined : JSON.stringify(value)) ?? String(value)
const toTag = (value: unknown): string => Object.prototype.toString.call(value)

/** Never throws: logging must not make code fail. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  for (const convert of [toJson, String, toTag])
    try {
      return convert(value)
    } catch {
      // The next conversion is simpler.
    }
  return '[object]'
}

const writingMethods = [
  'log',
  'info',
  'warn',
  'error',
  'debug',
  'trace',
  'dir',
  'dirxml',
  'table',
  'group',
  'groupCollapsed',
]

/** Replaces the console. A line belongs to the call that began last. */
export function createConsole(scope: {console: object}) {
  let lines: string[] = []
  const counts = new Map<string, number>()
  const starts = new Map<string, number>()
  const write = (...values: unknown[]) => {
    if (lines.length < maxLines) lines.push(values.map(toText).join(' ').slice(0, maxLineLength))
  }
  const writeTime = (label: unknown = defaultLabel, ...values: unknown[]) => {
    const start = starts.get(toText(label))
    if (start !== undefined) write(`${toText(label)}: ${(performance.now() - start).toFixed(2)} ms`, ...values)
  }
  const ignore = () => undefined
  const otherMethods = {
    assert: (holds?: unknown, ...values: unknown[]) => holds || write('Assertion failed', ...values),
    count(label: unknown = defaultLabel) {
      const name = toText(label)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      write(`${name}: ${counts.get(name)}`)
    },
    countReset: (label: unknown = defaultLabel) => void counts.delete(toText(label)),
    time: (label: unknown = defaultLabel) => void starts.set(toText(label), performance.now()),
    timeLog: writeTime,
    timeEnd(label: unknown = defaultLabel) {
      writeTime(label)
      starts.delete(toText(label))
    },
  }
  scope.console = Object.fromEntries([
    ...Object.keys(scope.console).map(name => [name, ignore]),
    ...writingMethods.map(name => [name, write]),
    ...Object.entries(otherMethods),
  ])
  return {
    begin: (): readonly string[] => (lines = []),
  }
}

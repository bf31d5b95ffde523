const maxLines = 50
const maxLineLength = 2_000

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

/** Replaces the console. A line belongs to the call that began last. Other methods do nothing. */
export function createConsole(scope: {console: object}) {
  let lines: string[] = []
  const write = (...values: unknown[]) => {
    if (lines.length < maxLines) lines.push(values.map(toText).join(' ').slice(0, maxLineLength))
  }
  const ignore = () => undefined
  scope.console = Object.fromEntries([
    ...Object.keys(scope.console).map(name => [name, ignore]),
    ...writingMethods.map(name => [name, write]),
  ])
  return {
    begin: (): readonly string[] => (lines = []),
  }
}

import {Refusal} from './refusal'

export type RuleCode = (args: unknown) => unknown

/** How the code is called in stacks. */
const codeName = 'rule-code.js'
/** Makes a function expression of what may begin with comments and end with semicolons, and moves no line. */
const ahead = '0,'
const textOf = (code: string) => `${ahead}${code}\n//# sourceURL=${codeName}`

/** More than the rules of one tab have. */
const mostKept = 100

type Place = {readonly line?: number; readonly column?: number}

function placeIn(code: string, line: number, column: number): Place {
  const lines = code.split('\n')
  // What is missing at the end is found missing in the line that was added.
  if (line > lines.length) return {line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1}
  return {line, column: Math.max(1, line === 1 ? column - ahead.length : column)}
}

/** The line of the rule's code in which an error was thrown. */
export function placeOf(error: unknown, code: string): Place {
  const stack = error instanceof Error ? String(error.stack) : ''
  const [, line, column] = new RegExp(`${codeName}:(\\d+):(\\d+)`).exec(stack) ?? []
  return line === undefined ? {} : placeIn(code, Number(line), Number(column))
}

/** Where a text stops being code. No error that can be caught says it; the one that nobody catches does. */
const placeOfSyntaxError = (code: string, message: string): Promise<Place> =>
  new Promise(done => {
    const hear = (event: ErrorEvent) => {
      if (!(event.error instanceof SyntaxError) || event.error.message !== message) return
      event.preventDefault()
      removeEventListener('error', hear)
      done(placeIn(code, event.lineno, event.colno))
    }
    addEventListener('error', hear)
    // oxlint-disable-next-line typescript/no-implied-eval
    setTimeout(textOf(code))
  })

/** Compiles each code once. */
export function createCompiler(): (code: string) => Promise<RuleCode> | RuleCode {
  const known = new Map<string, RuleCode>()
  // Not as `eval(…)`: the code is to see what is global, and none of this.
  // oxlint-disable-next-line eslint/no-eval
  const evaluate = globalThis.eval

  async function refuse(code: string, error: unknown): Promise<never> {
    const isSyntax = error instanceof SyntaxError && placeOf(error, code).line === undefined
    if (!isSyntax) throw error
    throw new Refusal('syntax', error.message, await placeOfSyntaxError(code, error.message))
  }

  return code => {
    const before = known.get(code)
    if (before) return before
    let made: unknown
    try {
      made = evaluate(textOf(code))
    } catch (error) {
      return refuse(code, error)
    }
    if (typeof made !== 'function') throw new Refusal('not-a-function')
    if (known.size >= mostKept) known.clear()
    known.set(code, made as RuleCode)
    return made as RuleCode
  }
}

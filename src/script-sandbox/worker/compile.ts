import {Refusal} from './refusal'
import type {RunResult} from '../../model/rule-code'

export function failureOf(error: unknown, code: string): RunResult {
  try {
    if (error instanceof Refusal) return {ok: false, why: error.why, message: error.message, ...error.place}
    const message = String(error instanceof Error ? error.message || error.name : error)
    return {ok: false, why: 'threw', message: message.slice(0, 1000), ...placeOf(error, code)}
  } catch {
    return {ok: false, why: 'threw', message: 'It is an object that does not say what it is'}
  }
}

type RuleCode = (args: unknown) => unknown

const codeName = 'rule-code.js'
/** Makes an expression of code with leading comments and trailing semicolons, without moving a line. */
const ahead = '0,'
const textOf = (code: string) => `${ahead}${code}\n//# sourceURL=${codeName}`

const mostKept = 100

type Place = {readonly line?: number; readonly column?: number}

function placeIn(code: string, line: number, column: number): Place {
  const lines = code.split('\n')
  // A missing bracket is reported in the line that was added.
  if (line > lines.length) return {line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1}
  return {line, column: Math.max(1, line === 1 ? column - ahead.length : column)}
}

function placeOf(error: unknown, code: string): Place {
  const stack = error instanceof Error ? String(error.stack) : ''
  const [, line, column] = new RegExp(`${codeName}:(\\d+):(\\d+)`).exec(stack) ?? []
  return line === undefined ? {} : placeIn(code, Number(line), Number(column))
}

/** Only an uncaught syntax error tells its position. */
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

export function createCompiler(): (code: string) => Promise<RuleCode> | RuleCode {
  const known = new Map<string, RuleCode>()
  // An indirect eval sees globals only.
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

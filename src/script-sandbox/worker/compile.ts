import {CodeError} from './code-error'
import type {RunResult} from '../../model/rule-code'

export function toFailure(error: unknown, code: string): RunResult {
  try {
    if (error instanceof CodeError) return {ok: false, why: error.why, message: error.message, ...error.position}
    const message = String(error instanceof Error ? error.message || error.name : error)
    return {ok: false, why: 'threw', message: message.slice(0, 1000), ...readPosition(error, code)}
  } catch {
    return {ok: false, why: 'threw-no-text', message: ''}
  }
}

type RuleCode = (args: unknown) => unknown

const codeName = 'rule-code.js'
/** Turns code with leading comments or trailing semicolons into an expression, line by line. */
const prefix = '0,'
const toSource = (code: string) => `${prefix}${code}\n//# sourceURL=${codeName}`

const maxCached = 100

type Position = {readonly line?: number; readonly column?: number}

function toPosition(code: string, line: number, column: number): Position {
  const lines = code.split('\n')
  // A missing bracket is reported in the added `sourceURL` line.
  if (line > lines.length) return {line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1}
  return {line, column: Math.max(1, line === 1 ? column - prefix.length : column)}
}

function readPosition(error: unknown, code: string): Position {
  const stack = error instanceof Error ? String(error.stack) : ''
  const [, line, column] = new RegExp(`${codeName}:(\\d+):(\\d+)`).exec(stack) ?? []
  return line === undefined ? {} : toPosition(code, Number(line), Number(column))
}

/** Only the `error` event of an uncaught syntax error has the position. */
const findSyntaxError = (code: string, message: string): Promise<Position> =>
  new Promise(resolve => {
    const onError = (event: ErrorEvent) => {
      if (!(event.error instanceof SyntaxError) || event.error.message !== message) return
      event.preventDefault()
      removeEventListener('error', onError)
      resolve(toPosition(code, event.lineno, event.colno))
    }
    addEventListener('error', onError)
    // oxlint-disable-next-line typescript/no-implied-eval
    setTimeout(toSource(code))
  })

export function createCompiler(): (code: string) => Promise<RuleCode> | RuleCode {
  const cache = new Map<string, RuleCode>()
  // An indirect eval runs in the global scope.
  // oxlint-disable-next-line eslint/no-eval
  const evaluate = globalThis.eval

  async function rethrow(code: string, error: unknown): Promise<never> {
    const isSyntax = error instanceof SyntaxError && readPosition(error, code).line === undefined
    if (!isSyntax) throw error
    throw new CodeError('syntax', error.message, await findSyntaxError(code, error.message))
  }

  return code => {
    const cached = cache.get(code)
    if (cached) return cached
    let value: unknown
    try {
      value = evaluate(toSource(code))
    } catch (error) {
      return rethrow(code, error)
    }
    if (typeof value !== 'function') throw new CodeError('not-a-function')
    if (cache.size >= maxCached) cache.clear()
    cache.set(code, value as RuleCode)
    return value as RuleCode
  }
}

import {CodeError} from './code-error'

/** In characters. */
export const maxLength = 8_000_000

const {stringify} = JSON

const toTag = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** JSON drops values of other types, or turns them into `{}`. */
const jsonTypes = new Set(['Object', 'Array', 'Number', 'Boolean', 'String', 'Date', 'Null', 'Arguments', 'JSON'])

function toCodeError(error: unknown): unknown {
  const text = error instanceof TypeError ? error.message : ''
  if (text.includes('circular')) return new CodeError('not-sendable', 'Cycle')
  if (text.includes('BigInt')) return new CodeError('not-sendable', 'BigInt')
  return error
}

function serialize(value: unknown): string {
  const tag = toTag(value)
  if (value === undefined) throw new CodeError('nothing')
  if (!jsonTypes.has(tag)) throw new CodeError('not-sendable', tag)
  try {
    const json: string | undefined = stringify(value)
    if (json === undefined) throw new CodeError('nothing')
    return json
  } catch (error) {
    throw toCodeError(error)
  }
}

export function toResultText(value: unknown): {readonly value: string; readonly isJson: boolean} {
  const isJson = typeof value !== 'string'
  const text = isJson ? serialize(value) : value
  if (text.length > maxLength) throw new CodeError('too-large', String(text.length))
  return {value: text, isJson}
}

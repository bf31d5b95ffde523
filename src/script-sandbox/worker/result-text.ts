import {Refusal} from './refusal'

/** In characters. */
export const mostCharacters = 8_000_000

const {stringify} = JSON

const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

/** JSON drops other types or turns them into `{}`. */
const asJson = new Set(['Object', 'Array', 'Number', 'Boolean', 'String', 'Date', 'Null', 'Arguments', 'JSON'])

function unsendable(error: unknown): unknown {
  const said = error instanceof TypeError ? error.message : ''
  if (said.includes('circular')) return new Refusal('not-sendable', 'Cycle')
  if (said.includes('BigInt')) return new Refusal('not-sendable', 'BigInt')
  return error
}

function jsonOf(value: unknown): string {
  const tag = tagOf(value)
  if (value === undefined) throw new Refusal('nothing')
  if (!asJson.has(tag)) throw new Refusal('not-sendable', tag)
  try {
    const json: string | undefined = stringify(value)
    if (json === undefined) throw new Refusal('nothing')
    return json
  } catch (error) {
    throw unsendable(error)
  }
}

export function textOf(value: unknown): {readonly value: string; readonly isJson: boolean} {
  const isJson = typeof value !== 'string'
  const text = isJson ? jsonOf(value) : value
  if (text.length > mostCharacters) throw new Refusal('too-large', String(text.length))
  return {value: text, isJson}
}

import {limits} from '../limits'
import {noteText} from '../notes'
import {ImportError, toLineAndColumn} from '../import-error'

function findStringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** Index at which the nesting exceeds the limit; undefined when it does not. */
function findTooDeep(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = findStringEnd(text, at)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limits.depth) return at
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return undefined
}

const space = /[ \t\r\n]*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y
const textPart = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The index at which a text stops being JSON; its length where it ends too early. */
function findSyntaxError(text: string): number {
  let at = 0
  const take = (expression: RegExp): boolean => {
    expression.lastIndex = at
    if (!expression.test(text)) return false
    at = expression.lastIndex
    return true
  }
  const takeCharacter = (character: string): boolean => {
    take(space)
    if (text[at] !== character) return false
    at++
    return true
  }
  const takeText = (): boolean => {
    if (!takeCharacter('"')) return false
    while (text[at] !== '"') if (!take(textPart)) return false
    at++
    return true
  }
  const takeItems = (end: string, takeItem: () => boolean): boolean => {
    if (takeCharacter(end)) return true
    do if (!takeItem()) return false
    while (takeCharacter(','))
    return takeCharacter(end)
  }
  const takeField = (): boolean => takeText() && takeCharacter(':') && takeValue()
  const takeValue = (): boolean => {
    if (takeCharacter('{')) return takeItems('}', takeField)
    if (takeCharacter('[')) return takeItems(']', takeValue)
    return takeText() || take(literal)
  }
  if (takeValue()) take(space)
  return at
}

/** What a JSON file holds. Throws an `ImportError` that names line and column. */
export function readJson(text: string): unknown {
  const deep = findTooDeep(text)
  if (deep !== undefined)
    throw new ImportError(toLineAndColumn(text, deep), 'too-much', noteText('jsonTooDeep', {most: limits.depth}))
  try {
    return JSON.parse(text)
  } catch (cause) {
    const index = findSyntaxError(text)
    const reason =
      index >= text.length
        ? noteText('endsTooEarly')
        : noteText('notExpectedHere', {found: text.slice(index, index + 12)})
    throw new ImportError(toLineAndColumn(text, index), 'not-json', noteText('notJson', {reason}), {cause})
  }
}

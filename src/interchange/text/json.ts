import {limits} from '../limits'
import {endsTooEarly, jsonTooDeep, notExpectedHere, notJson} from '../../contract/reasons'
import {ImportError, placeOf} from '../import-error'

/** Index of the quote that ends the text which begins at `from`; the end of the file where none does. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** Where lists and objects stand deeper inside one another than any tool writes them; undefined where they do not. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfText(text, at)
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limits.depth) return at
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return undefined
}

const space = /[ \t\r\n]*/y
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y
const textPart = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Which steps may come next: a value, a value or the end of the list, a name, a name or the end of the object, what follows a value. */
type Next = 'value' | 'first-value' | 'name' | 'first-name' | 'after'

/** The first character of a text that is no JSON at which it cannot go on as JSON; the text's length where it ends too early. */
function brokenAt(text: string): number {
  const open: string[] = []
  let at = 0
  let next: Next = 'value'
  const take = (expression: RegExp): boolean => {
    expression.lastIndex = at
    if (!expression.test(text)) return false
    at = expression.lastIndex
    return true
  }
  const takeText = (): boolean => {
    if (text[at] !== '"') return false
    at++
    while (text[at] !== '"') if (!take(textPart)) return false
    at++
    return true
  }
  const close = (character: string): void => {
    open.pop()
    at += character.length
    next = 'after'
  }
  for (;;) {
    take(space)
    const character = text[at]
    const inside = open.at(-1)
    if (character === undefined) return at
    if (next === 'after') {
      if (inside === undefined) return at
      if (character === inside) close(character)
      else if (character === ',') {
        at++
        next = inside === '}' ? 'name' : 'value'
      } else return at
    } else if (next === 'name' || next === 'first-name') {
      if (next === 'first-name' && character === '}') close(character)
      else {
        if (!takeText()) return at
        take(space)
        if (text[at] !== ':') return at
        at++
        next = 'value'
      }
    } else if (next === 'first-value' && character === ']') close(character)
    else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']')
      at++
      next = character === '{' ? 'first-name' : 'first-value'
    } else if (takeText() || take(literal)) next = 'after'
    else return at
  }
}

/** What a JSON file holds. Throws an `ImportError` that names line and column. */
export function readJson(text: string): unknown {
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw new ImportError(placeOf(text, deep), 'too-much', jsonTooDeep(limits.depth))
  try {
    return JSON.parse(text)
  } catch (cause) {
    const index = brokenAt(text)
    const reason = index >= text.length ? endsTooEarly : notExpectedHere(text.slice(index, index + 12))
    throw new ImportError(placeOf(text, index), 'not-json', notJson(reason), {cause})
  }
}

import type {bodyTypes} from '../../../contract/rules/request'
import type {Option} from '../../parts/select'
import {formWords} from '../../words'
import {asideOf, withAside} from '../put-aside'

export type BodyType = (typeof bodyTypes)[number]
export const bodyTypeOptions: readonly Option<BodyType>[] = [
  ['static', formWords.body.static],
  ['code', formWords.body.code],
]

type Body = {readonly type: BodyType; readonly value: string}

/** Each kind has a text of its own; one that is the start of a code or empty was not written by anyone. */
export function withKind<Pair extends Body>(pair: Pair, type: BodyType, codeStart: string): Pair {
  if (type === pair.type) return pair
  const start = type === 'code' ? codeStart : ''
  const isWritten = pair.value !== '' && pair.value !== codeStart
  return withAside({...pair, type, value: asideOf(pair) ?? start}, isWritten ? pair.value : undefined)
}

export const lineWanted = 'switchyard-line'

/** Brings the focus to a field of text, and selects one of its lines. */
export function showLine(field: HTMLElement, line: number): void {
  field.focus()
  if (!(field instanceof HTMLTextAreaElement)) {
    // The code editor knows where its lines are.
    field.dispatchEvent(new CustomEvent(lineWanted, {detail: line}))
    return
  }
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}

export type CodeLanguage = 'javascript' | 'json' | 'text'

// By its first character: a body of megabytes is not read at each key.
export const languageOf = (type: BodyType, value: string): CodeLanguage =>
  type === 'code' ? 'javascript' : /^\s*[[{"]/.test(value) ? 'json' : 'text'

/** From here on the browser takes too long to break the lines anew, or to colour them, at each key. */
export const longest = 200_000

/** What is wrong with a text, and where; the first line and column are 1. */
export type TextFault = {
  readonly says: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

import type {bodyTypes} from '../../../../model/rules/request'
import type {Option} from '../../select'
import {formTexts} from '../../../../locales/forms'
import {getAlternative, setAlternative} from '../hidden-field-values'

export type BodyType = (typeof bodyTypes)[number]
export const getBodyTypeOptions = (): readonly Option<BodyType>[] => [
  ['static', formTexts('body.static')],
  ['code', formTexts('body.code')],
]

type Body = {readonly type: BodyType; readonly value: string}

/** Swaps the texts of the two kinds. Unchanged starter code and empty texts are dropped. */
export function switchBodyType<Pair extends Body>(pair: Pair, type: BodyType, codeStart: string): Pair {
  if (type === pair.type) return pair
  const start = type === 'code' ? codeStart : ''
  const isWritten = pair.value !== '' && pair.value !== codeStart
  return setAlternative({...pair, type, value: getAlternative(pair) ?? start}, isWritten ? pair.value : undefined)
}

export const showLineEvent = 'switchyard-line'

export function showLine(field: HTMLElement, line: number): void {
  field.focus()
  if (!(field instanceof HTMLTextAreaElement)) {
    field.dispatchEvent(new CustomEvent(showLineEvent, {detail: line}))
    return
  }
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0)
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}

export type CodeLanguage = 'javascript' | 'json' | 'text'

// By the first character, since a body may be megabytes.
export const getLanguage = (type: BodyType, value: string): CodeLanguage =>
  type === 'code' ? 'javascript' : /^\s*[[{"]/.test(value) ? 'json' : 'text'

/** Characters; longer texts are too slow to wrap and colour at each key. */
export const maxEditorLength = 200_000

/** Lines and columns start at 1. */
export type TextFault = {
  readonly message: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

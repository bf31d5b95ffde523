import type {bodyTypes} from '../../contract/rules/request'
import type {Option} from '../parts/select'
import {formWords} from '../words'
import {TextField} from './text-field'

export type BodyType = (typeof bodyTypes)[number]
export const bodyTypeOptions: readonly Option<BodyType>[] = [
  ['static', formWords.body.static],
  ['code', formWords.body.code],
]

/** A text that is one of the starts or empty was not written by anyone, so changing the type may change it. */
export function startFor(type: BodyType, value: string, codeStart: string): string {
  if (type === 'code') return value === '' ? codeStart : value
  return value === codeStart ? '' : value
}

type CodeAreaProps = {
  readonly at: string
  readonly name: string
  readonly type: BodyType
  readonly value: string
  readonly change: (value: string) => void
}

/** A plain text area for now; the editor with colours will be loaded behind it. */
export const CodeArea = ({at, name, type, value, change}: CodeAreaProps) => (
  <div class="code-area">
    <div class="code-bar">{type === 'code' ? formWords.body.language : formWords.body.text}</div>
    <TextField at={at} name={name} value={value} change={change} rows={12} />
  </div>
)

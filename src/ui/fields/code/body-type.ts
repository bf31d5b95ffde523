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

import {fault, type Fault} from '../../../contract/faults'
import type {JsonRecord} from '../../../contract/json'
import {
  bodyIsNoText,
  bodyInOtherFile,
  bodyNotRecorded,
  bytesForKindOnly,
  unknownEncoding,
  unknownType,
} from '../../../contract/reasons'
import type {SourceFilter} from '../../../contract/source'
import {bareType} from '../../../contract/type-of-text'
import {numberIn, shown, type Fields} from '../../fields'
import {stop} from '../../making'
import {readAsUtf8} from './misread'

/** The text of an answer; of a picture or font a `data:` URL, for those requests alone. */
export type Body = {readonly value: string; readonly filter: SourceFilter; readonly notes: readonly Fault[]}

/** The bytes as a text, by the charset they say, or undefined where they are none. */
function textOf(base64: string, mimeType: string): string | undefined {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(mimeType) ?? []
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    return new TextDecoder(charset, {fatal: true}).decode(bytes)
  } catch {
    return undefined
  }
}

const isBase64 = (text: string): boolean => /^[\w+/\s-]*={0,2}\s*$/.test(text.slice(0, 200)) && canDecode(text)
const canDecode = (text: string): boolean => {
  try {
    atob(text)
    return true
  } catch {
    return false
  }
}

/** Something came, and is not there: an empty text with a size is one that the browser had no more. */
export function isLost(content: Fields): boolean {
  const text = content.any('text')
  const isSaidToBe = content.text('encoding') === 'base64' || numberIn(content.any('size')) > 0
  return typeof text !== 'string' || (text === '' && isSaidToBe)
}

/** `content` is that of `response`. */
export function readBody(response: JsonRecord, content: Fields, isEmptyFine: boolean): Body {
  const mimeType = content.text('mimeType')
  const encoding = content.text('encoding')
  const given = content.any('text')
  const all = {filter: {}, notes: []}
  if (typeof given !== 'string' || isLost(content)) {
    if (isEmptyFine) return {value: '', ...all}
    // Tools that run browsers may write bodies beside the recording.
    const file = content.text('_file')
    const reason = file === '' ? bodyNotRecorded : bodyInOtherFile(shown(file))
    return {value: '', filter: {}, notes: [stop('response.content.text', reason)]}
  }
  if (encoding !== '' && encoding !== 'base64')
    return {value: '', filter: {}, notes: [stop('response.content.encoding', unknownEncoding(encoding))]}
  if (encoding === '') return {value: readAsUtf8(given, response), ...all}
  const text = textOf(given, mimeType)
  const type = bareType(mimeType)
  const kind = type.startsWith('image/')
    ? 'image'
    : /^(?:font\/|application\/(?:x-)?font)/.test(type)
      ? 'font'
      : undefined
  if (text !== undefined && (kind === undefined || type === 'image/svg+xml')) return {value: text, ...all}
  if (kind !== undefined && isBase64(given))
    return {
      value: `data:${type};base64,${given.replace(/\s/g, '')}`,
      filter: {resourceType: [kind]},
      notes: [fault('response.content', 'changed', bytesForKindOnly(kind))],
    }
  return {
    value: '',
    filter: {},
    notes: [stop('response.content.text', bodyIsNoText(type || unknownType))],
  }
}

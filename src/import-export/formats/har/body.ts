import type {JsonRecord} from '../../../model/json'
import {getMimeType} from '../../../model/content-type'
import {getHeaders} from './headers'
import {noteText, noteAt, type Note} from '../../notes'
import type {SourceFilter} from '../../../model/source'
import {type Fields, toNumber, quoteValue} from '../../fields'
import {offNote, refusalNote} from '../../create-records'

/** Chrome records these as the page decodes them, even without a charset. */
const isDecodedCorrectly = (type: string): boolean =>
  !/^(?:text\/.*)?$/.test(type) || /html|xml|json|script|css/.test(type)

/** The characters of windows-1252 from 0x80 to 0x9f; above them it equals Unicode. */
const windows1252From80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function toByte(letter: string): number {
  const code = letter.charCodeAt(0)
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const at = windows1252From80.indexOf(letter)
  return at < 0 ? -1 : 0x80 + at
}

/** Restores UTF-8 that Chrome recorded as windows-1252 (`Ã¤` for `ä`) for want of a charset. */
export function readAsUtf8(text: string, response: JsonRecord): string {
  const type = getHeaders(response).find(([name]) => name === 'content-type')?.[1] ?? ''
  if (/charset/i.test(type) || isDecodedCorrectly(getMimeType(type))) return text
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const byte = toByte(text.charAt(at))
    if (byte < 0) return text
    bytes[at] = byte
  }
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes)
  } catch {
    return text
  }
}

/** The text of a response; for an image or a font a `data:` URL, and the filter of that type. */
export type Body = {readonly value: string; readonly filter: SourceFilter; readonly notes: readonly Note[]}

function readText(base64: string, mimeType: string): string | undefined {
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

/** Whether a body existed but was not recorded: Chrome writes an empty text with a size. */
export function isBodyMissing(content: Fields): boolean {
  const text = content.any('text')
  const shouldExist = content.text('encoding') === 'base64' || toNumber(content.any('size')) > 0
  return typeof text !== 'string' || (text === '' && shouldExist)
}

export function readBody(response: JsonRecord, content: Fields, isEmptyFine: boolean): Body {
  const mimeType = content.text('mimeType')
  const encoding = content.text('encoding')
  const recordedText = content.any('text')
  const empty = {filter: {}, notes: []}
  if (typeof recordedText !== 'string' || isBodyMissing(content)) {
    if (isEmptyFine) return {value: '', ...empty}
    // Playwright can write bodies into files beside the recording.
    const file = content.text('_file')
    const reason = file === '' ? noteText('bodyNotRecorded') : noteText('bodyInOtherFile', {file: quoteValue(file)})
    return {value: '', filter: {}, notes: [refusalNote('response.content.text', reason)]}
  }
  if (encoding !== '' && encoding !== 'base64')
    return {
      value: '',
      filter: {},
      notes: [refusalNote('response.content.encoding', noteText('unknownEncoding', {encoding}))],
    }
  if (encoding === '') return {value: readAsUtf8(recordedText, response), ...empty}
  const text = readText(recordedText, mimeType)
  const type = getMimeType(mimeType)
  const kind = type.startsWith('image/')
    ? 'image'
    : /^(?:font\/|application\/(?:x-)?font)/.test(type)
      ? 'font'
      : undefined
  if (text !== undefined && (kind === undefined || type === 'image/svg+xml')) return {value: text, ...empty}
  if (kind !== undefined && isBase64(recordedText))
    return {
      value: `data:${type};base64,${recordedText.replace(/\s/g, '')}`,
      filter: {resourceType: [kind]},
      notes: [noteAt('response.content', 'changed', noteText('bytesForKindOnly', {kind}))],
    }
  return {
    value: '',
    filter: {},
    notes: [refusalNote('response.content.text', noteText('bodyIsNoText', {type: type || noteText('unknownType')}))],
  }
}

// No alternation in a loop: V8 keeps a backtracking state per character, and styles are large.
const textRun = (without: string) => String.raw`([^\\${without}]*(?:\\.[^\\${without}]*)*)`
const quotedText = `"${textRun(String.raw`"\n`)}"|'${textRun(String.raw`'\n`)}'`
const unquotedUrl = String.raw`(?=[^\s"'()])` + textRun(String.raw`\s"'()`)
const beforeResolution = String.raw`(?=\s+(?:[\d.]+(?:x|dppx|dpi|dpcm)\b|type\())`
const urlInStyle = new RegExp(
  [
    String.raw`/\*[^]*?(?:\*/|$)`,
    String.raw`(\burl\(\s*)(?:${quotedText}|${unquotedUrl})(?=\s*\))`,
    String.raw`(@import\s*)(?:${quotedText})`,
    `(?:${quotedText})${beforeResolution}`,
    quotedText.replaceAll(/\((?!\?)/g, '(?:'),
  ].join('|'),
  'gi',
)

const unescapeCss = (path: string): string =>
  path.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_all, hex?: string, character = '') =>
    hex === undefined ? String(character) : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10_ff_ff)),
  )

const isRelativeUrl = (recordedText: string): boolean =>
  recordedText !== '' && !/^(?:[a-z][\w+.-]*:|#)/i.test(recordedText)

const resolveUrls = (style: string, from: string): string =>
  style.replace(urlInStyle, (empty, ...found: readonly (string | undefined)[]) => {
    const [url, double, single, unquoted, importUrl, ...texts] = found.slice(0, 9)
    const path = unescapeCss([double, single, unquoted, ...texts].find(each => each !== undefined) ?? '')
    return isRelativeUrl(path) && URL.canParse(path, from)
      ? `${url ?? importUrl ?? ''}"${new URL(path, from).href}"`
      : empty
  })

/** A static import by path. Examples in comments and texts stand within a line. */
const staticRelativeImport =
  /(?:^|[;}]|\*\/)\s{0,99}(?:import|export)\s{0,99}(?:(?:[\w$]+\s{0,99},?\s{0,99})?(?:\{[^{}"'`;]*\}|\*(?:\s{0,99}as\s+[\w$]+)?)?\s{0,99}\bfrom\s*)?["']\.{0,2}\//m
const dynamicRelativeImport = /(?<![\w$.])import\s*\(\s*(?:\/\*.{0,200}?\*\/\s*)?["'`]\.{0,2}\/|\bimport\.meta\.url\b/s

const path = 'response.content.text'

type AdaptedBody = {readonly text: string; readonly notes: readonly Note[]}

const containsSvg = (text: string): boolean => /<svg[\s>]/i.test(text)
const containsSymbols = (text: string): boolean => /<symbol[\s>]/i.test(text)

type ResourceUse = {
  readonly url: string
  readonly uses: readonly string[]
  readonly isSealed: boolean
  readonly isDrawnFrom: boolean
}

/** Adapts the body of a script, style or image to a `data:` URL, where relative URLs fail. */
export function toDataUrlBody(text: string, {url, uses, isSealed, isDrawnFrom}: ResourceUse): AdaptedBody {
  if (uses.includes('script')) {
    if (staticRelativeImport.test(text)) return {text, notes: [offNote(path, noteText('moduleHasNoAddress'))]}
    return {
      text,
      notes: dynamicRelativeImport.test(text) ? [noteAt(path, 'changed', noteText('scriptHasNoAddress'))] : [],
    }
  }
  if (uses.includes('image') && containsSvg(text) && (containsSymbols(text) || isDrawnFrom))
    return {text, notes: [offNote(path, noteText('spriteHasNoAddress'))]}
  const resolved = uses.includes('stylesheet') ? resolveUrls(text, url) : text
  if (resolved !== text && isSealed) return {text, notes: [offNote(path, noteText('integrityForbidsChange'))]}
  return {text: resolved, notes: resolved === text ? [] : [noteAt(path, 'changed', noteText('urlsMadeAbsolute'))]}
}

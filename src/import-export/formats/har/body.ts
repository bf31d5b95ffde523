import {getMimeType} from '../../../model/content-type'
import {noteText, noteAt, type Note} from '../../notes'
import type {SourceFilter} from '../../../model/source'
import {type Fields, toNumber, quoteValue} from '../../fields'
import {offNote, refusalNote} from '../../create-records'

/** The text of a response; for an image or a font a `data:` URL, and the filter of that type. */
export type Body = {readonly value: string; readonly filter: SourceFilter; readonly notes: readonly Note[]}

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

/** Whether a body existed but was not recorded: Chrome writes an empty text with a size. */
export function isBodyMissing(content: Fields): boolean {
  const text = content.any('text')
  const shouldExist = content.text('encoding') === 'base64' || toNumber(content.any('size')) > 0
  return typeof text !== 'string' || (text === '' && shouldExist)
}

export function readBody(content: Fields, isEmptyFine: boolean): Body {
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
  if (encoding === '') return {value: recordedText, ...empty}
  const text = textOf(recordedText, mimeType)
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

const isRelativeUrl = (url: string): boolean => !/^(?:[a-z][\w+.-]*:|#)/i.test(url)

const urlInStyle = /(\burl\(\s*|@import\s*(?=["']))(["']?)([^"'()\s]+)\2/gi

const resolveUrls = (style: string, from: string): string =>
  style.replace(urlInStyle, (whole, start: string, quote: string, url: string) =>
    isRelativeUrl(url) && URL.canParse(url, from) ? `${start}${quote}${new URL(url, from).href}${quote}` : whole,
  )

/** A static import by path. Examples in comments and texts stand within a line. */
const staticRelativeImport =
  /(?:^|[;}]|\*\/)\s{0,99}(?:import|export)\s{0,99}(?:(?:[\w$]+\s{0,99},?\s{0,99})?(?:\{[^{}"'`;]*\}|\*(?:\s{0,99}as\s+[\w$]+)?)?\s{0,99}\bfrom\s*)?["']\.{0,2}\//m
const dynamicRelativeImport = /(?<![\w$.])import\s*\(\s*(?:\/\*.{0,200}?\*\/\s*)?["'`]\.{0,2}\/|\bimport\.meta\.url\b/s

const path = 'response.content.text'

type AdaptedBody = {readonly text: string; readonly notes: readonly Note[]}

/** Adapts the body of a script or style to a `data:` URL, where relative URLs fail. */
export function toDataUrlBody(text: string, url: string, uses: readonly string[]): AdaptedBody {
  if (uses.includes('script')) {
    if (staticRelativeImport.test(text)) return {text, notes: [offNote(path, noteText('moduleHasNoAddress'))]}
    return {
      text,
      notes: dynamicRelativeImport.test(text) ? [noteAt(path, 'changed', noteText('scriptHasNoAddress'))] : [],
    }
  }
  const resolved = uses.includes('stylesheet') ? resolveUrls(text, url) : text
  return {text: resolved, notes: resolved === text ? [] : [noteAt(path, 'changed', noteText('pathsAreWhole'))]}
}

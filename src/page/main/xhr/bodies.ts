import {attribute, contains, getPrototypeOf, lower, operation, parse, plain} from '../natives'

const NativeBlob = Blob
const NativeParser = DOMParser
const NativeEncoder = TextEncoder
const read = operation(DOMParser, 'parseFromString')
const encode = operation(TextEncoder, 'encode')
const rootOf = attribute(Document, 'documentElement')
const kindOf = attribute(Document, 'contentType')
const find = operation(Document, 'querySelector')
const outerHtml = attribute(Element, 'outerHTML')

const typed = plain({prototype: getPrototypeOf(Uint8Array.prototype) as Uint8Array<ArrayBuffer>})
const bufferOf = attribute(typed, 'buffer')
const sizeOf = attribute(typed, 'byteLength')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encode(new NativeEncoder(), text)

export const lengthOf = (text: string): number => sizeOf(bytesOf(text))

export const markupOf = (document: Document): string => {
  const root: Element | null = rootOf(document)
  return root ? outerHtml(root) : ''
}

export function legible(body: XMLHttpRequestBodyInit | null): XMLHttpRequestBodyInit | null {
  try {
    const document = body as unknown as Document
    const kind = contains(kindOf(document), 'html') ? 'text/html' : 'application/xml'
    return new NativeBlob([markupOf(document)], plain({type: `${kind};charset=utf-8`}))
  } catch {
    return body
  }
}

/** The document that a native request would parse; null for other types. */
function documentOf(text: string, type: string, wantsHtml: boolean): Document | null {
  const is = (name: string) => contains(lower(type), name)
  const isHtml = is('text/html')
  const isXml = type === '' || is('/xml') || is('+xml')
  if (isHtml ? !wantsHtml : !isXml) return null
  const parsed = read(new NativeParser(), text, isHtml ? 'text/html' : 'application/xml')
  // A native request returns null for malformed XML.
  return !isHtml && find(parsed, 'parsererror') ? null : parsed
}

/** `responseXML` of a text request is XML only. */
export function converted(text: string, as: XMLHttpRequestResponseType, type: string): unknown {
  if (as === 'arraybuffer') return bufferOf(bytesOf(text))
  if (as === 'blob') return new NativeBlob([text], plain({type}))
  try {
    // Trusted Types may refuse the document.
    return as === 'json' ? parse(text) : documentOf(text, type, as === 'document')
  } catch {
    return null
  }
}

import {
  bindGetter,
  includes,
  getPrototypeOf,
  toDomString,
  toLowerCase,
  bindMethod,
  parse,
  protectPromise,
  withoutPrototype,
} from '../natives'
import {wrapBody} from '../bodies'

type SendBody = XMLHttpRequestBodyInit | null

const NativeBlob = Blob
const NativeParser = DOMParser
const NativeEncoder = TextEncoder
const parseMarkup = bindMethod(DOMParser, 'parseFromString')
const encodeText = bindMethod(TextEncoder, 'encode')
const getRoot = bindGetter(Document, 'documentElement')
const getDocumentType = bindGetter(Document, 'contentType')
const querySelector = bindMethod(Document, 'querySelector')
const getOuterHtml = bindGetter(Element, 'outerHTML')

const typedArray = withoutPrototype({prototype: getPrototypeOf(Uint8Array.prototype) as Uint8Array<ArrayBuffer>})
const getBuffer = bindGetter(typedArray, 'buffer')
const getSize = bindGetter(typedArray, 'byteLength')
const readBlob = bindMethod(Response, 'blob')
const getBlobSize = bindGetter(NativeBlob, 'size')

const toBytes = (text: string): Uint8Array<ArrayBuffer> => encodeText(new NativeEncoder(), text)

export const getByteLength = (text: string): number => getSize(toBytes(text))

export const serializeDocument = (document: Document): string => {
  const root: Element | null = getRoot(document)
  return root ? getOuterHtml(root) : ''
}

/** Turns a document into a Blob. Only XMLHttpRequest accepts documents as a body. */
export function toReadableBody(body: SendBody): SendBody {
  try {
    const document = body as unknown as Document
    const kind = includes(getDocumentType(document), 'html') ? 'text/html' : 'application/xml'
    return new NativeBlob([serializeDocument(document)], withoutPrototype({type: `${kind};charset=utf-8`}))
  } catch {
    return body
  }
}

/** Returns the number of bytes that the browser would send; 0 for a file that cannot be read. */
export async function getBodySize(body: SendBody): Promise<number> {
  try {
    return getBlobSize(await protectPromise(readBlob(wrapBody(toReadableBody(body)))))
  } catch {
    return 0
  }
}

/** https://xhr.spec.whatwg.org/#document-response. Returns null for other content types. */
function parseDocument(text: string, type: string, wantsHtml: boolean): Document | null {
  const is = (name: string) => includes(toLowerCase(type), name)
  const isHtml = is('text/html')
  const isXml = type === '' || is('/xml') || is('+xml')
  if (isHtml ? !wantsHtml : !isXml) return null
  const parsed = parseMarkup(new NativeParser(), text, isHtml ? 'text/html' : 'application/xml')
  // Null for malformed XML, as the specification says.
  return !isHtml && querySelector(parsed, 'parsererror') ? null : parsed
}

/** `responseXML` of a text request is XML only. */
export function convertText(text: string, as: XMLHttpRequestResponseType, type: string): unknown {
  if (as === 'arraybuffer') return getBuffer(toBytes(text))
  if (as === 'blob') return new NativeBlob([text], withoutPrototype({type}))
  try {
    // Trusted Types may reject the markup: test/browser/page/native-parity.test.ts.
    return as === 'json' ? parse(text) : parseDocument(text, type, as === 'document')
  } catch {
    return null
  }
}

type CopyFunction = (body: SendBody) => SendBody

const withFallback =
  (copy: CopyFunction, fallback: CopyFunction): CopyFunction =>
  body => {
    try {
      return copy(body)
    } catch {
      return fallback(body)
    }
  }

/** For types that `structuredClone` rejects. Throws for a body of another type. */
function copyEntries(Type: typeof FormData): CopyFunction {
  const forEach = bindMethod(Type, 'forEach')
  const append = bindMethod(Type, 'append')
  return body => {
    const copy = new Type()
    forEach(body as FormData, (value, name) => append(copy, name, value as Blob))
    return copy
  }
}

/** A plain object is sent as text. Throws if the body is no object. */
function copyStructure(body: SendBody): SendBody {
  const copy = structuredClone(body)
  return getPrototypeOf(getPrototypeOf(copy as object) as object) ? copy : toDomString(body)
}

/** Returns a snapshot of the body, since the page may change the body while the request waits. */
export const copyBody = withFallback(
  copyStructure,
  withFallback(
    copyEntries(FormData),
    withFallback(copyEntries(URLSearchParams as unknown as typeof FormData), body => body),
  ),
)

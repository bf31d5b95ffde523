import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import {faultOfAnswerHeader, type AnswerHeader} from '../../../model/rules/response'
import {getMimeType, guessContentType} from '../../../model/content-type'

export const getHeaders = (message: JsonRecord): readonly (readonly [name: string, value: string])[] =>
  (Array.isArray(message['headers']) ? message['headers'] : []).flatMap((each: unknown) =>
    isRecord(each) && typeof each['name'] === 'string'
      ? [[each['name'].toLowerCase(), typeof each['value'] === 'string' ? each['value'] : ''] as const]
      : [],
  )

const transportHeaders = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
  'date',
  'alt-svc',
])

/** HTTP/2 writes its status among them, as `:status`. */
const isTransportHeader = (name: string): boolean => transportHeaders.has(name) || name.startsWith(':')
const isCookie = (name: string): boolean => name === 'set-cookie' || name === 'set-cookie2'
const isSensitive = (name: string): boolean => isCookie(name) || name === 'authorization'

const toOmittedNotes = (
  headers: readonly AnswerHeader[],
  code: 'redirectHeadersIgnored' | 'answerHasTypeOnly' | 'headersLeftOut',
): Note[] => {
  const names = [...new Set(headers.map(({header}) => header))]
  return names.length === 0
    ? []
    : [noteAt('response.headers', 'no-counterpart', noteText(code, {left: names.join(', ')}))]
}

function readStoredHeaders(response: JsonRecord): {
  readonly recorded: readonly AnswerHeader[]
  readonly notes: readonly Note[]
} {
  const all = getHeaders(response).filter(([name]) => !isTransportHeader(name))
  return {
    recorded: all.filter(([name]) => !isSensitive(name)).map(([header, value]) => ({header, value: value.trim()})),
    notes: [
      ...(all.some(([name]) => isCookie(name))
        ? [noteAt('response.headers', 'no-counterpart', noteText('cookiesLeftOut'))]
        : []),
      ...(all.some(([name]) => name === 'authorization')
        ? [noteAt('response.headers', 'no-counterpart', noteText('secretLeftOut', {header: 'authorization'}))]
        : []),
    ],
  }
}

export function getRedirectNotes(response: JsonRecord): Note[] {
  const {recorded: recordedHeaders, notes} = readStoredHeaders(response)
  const omitted = recordedHeaders.filter(({header}) => header !== 'location' && header !== 'content-type')
  return [...toOmittedNotes(omitted, 'redirectHeadersIgnored'), ...notes]
}

export type ResponseHeaders = {readonly responseHeaders?: readonly AnswerHeader[]; readonly notes: readonly Note[]}

/** The body is stored as UTF-8, whatever charset it was recorded with. */
function getContentType(recordedHeaders: readonly AnswerHeader[], mimeType: string): string {
  const given =
    recordedHeaders.findLast(({header}) => header === 'content-type')?.value ?? (mimeType.includes('/') ? mimeType : '')
  return given.replace(/charset="?[\w-]+"?/i, 'charset=utf-8')
}

const removeSpaces = (type: string): string => type.replace(/\s/g, '').toLowerCase()

type MockBody = {
  readonly text: string
  readonly mimeType: string
  /** Whether fetch and XHR get it; other requests get the type only. */
  readonly isForPages: boolean
}

export function readHeaders(response: JsonRecord, {text, mimeType, isForPages}: MockBody): ResponseHeaders {
  const {recorded: recordedHeaders, notes} = readStoredHeaders(response)
  const type = getContentType(recordedHeaders, mimeType)
  const guessedType = guessContentType(text)
  // Chrome serves `data:` URLs with a bare type.
  const normalize = isForPages ? removeSpaces : getMimeType
  const isGuessedRight = normalize(type) === normalize(guessedType)
  const typeHeader = isGuessedRight ? [] : [{header: 'content-type', value: type}]
  const otherHeaders = recordedHeaders.filter(({header}) => header !== 'content-type')
  const given = [...(type === '' ? [] : typeHeader), ...(isForPages ? otherHeaders : [])]
  const valid = given.filter(each => faultOfAnswerHeader(each) === undefined)
  return {
    ...(valid.length === 0 ? {} : {responseHeaders: valid}),
    notes: [
      ...toOmittedNotes(isForPages ? [] : otherHeaders, 'answerHasTypeOnly'),
      ...toOmittedNotes(
        given.filter(each => !valid.includes(each)),
        'headersLeftOut',
      ),
      ...notes,
    ],
  }
}

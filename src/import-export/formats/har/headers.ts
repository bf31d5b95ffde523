import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note} from '../../notes'
import {faultOfAnswerHeader, type AnswerHeader} from '../../../model/rules/response'
import {bareType, typeOfText} from '../../../model/type-of-text'

export const getHeaders = (message: JsonRecord): readonly (readonly [name: string, value: string])[] =>
  (Array.isArray(message['headers']) ? message['headers'] : []).flatMap((each: unknown) =>
    isRecord(each) && typeof each['name'] === 'string'
      ? [[each['name'].toLowerCase(), typeof each['value'] === 'string' ? each['value'] : ''] as const]
      : [],
  )

const ofTheWire = new Set([
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
const isOfTheWire = (name: string): boolean => ofTheWire.has(name) || name.startsWith(':')
const isCookie = (name: string): boolean => name === 'set-cookie' || name === 'set-cookie2'
const isSecret = (name: string): boolean => isCookie(name) || name === 'authorization'

const leftOut = (
  headers: readonly AnswerHeader[],
  code: 'redirectHasGoalOnly' | 'answerHasTypeOnly' | 'headersLeftOut',
): Note[] => {
  const names = [...new Set(headers.map(({header}) => header))]
  return names.length === 0
    ? []
    : [noteAt('response.headers', 'no-counterpart', noteText(code, {left: names.join(', ')}))]
}

function sayingOf(response: JsonRecord): {readonly said: readonly AnswerHeader[]; readonly notes: readonly Note[]} {
  const all = getHeaders(response).filter(([name]) => !isOfTheWire(name))
  return {
    said: all.filter(([name]) => !isSecret(name)).map(([header, value]) => ({header, value: value.trim()})),
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
  const {said, notes} = sayingOf(response)
  const left = said.filter(({header}) => header !== 'location' && header !== 'content-type')
  return [...leftOut(left, 'redirectHasGoalOnly'), ...notes]
}

export type ResponseHeaders = {readonly responseHeaders?: readonly AnswerHeader[]; readonly notes: readonly Note[]}

/** The body is stored as UTF-8, whatever charset it was recorded with. */
function typeOf(said: readonly AnswerHeader[], mimeType: string): string {
  const given =
    said.findLast(({header}) => header === 'content-type')?.value ?? (mimeType.includes('/') ? mimeType : '')
  return given.replace(/charset="?[\w-]+"?/i, 'charset=utf-8')
}

const wholeType = (type: string): string => type.replace(/\s/g, '').toLowerCase()

type OfMock = {
  readonly text: string
  readonly mimeType: string
  /** Whether fetch and XHR get it; other requests get the type only. */
  readonly isForPages: boolean
}

export function readHeaders(response: JsonRecord, {text, mimeType, isForPages}: OfMock): ResponseHeaders {
  const {said, notes} = sayingOf(response)
  const type = typeOf(said, mimeType)
  const ofText = typeOfText(text)
  // Chrome serves `data:` URLs with a bare type.
  const asSaid = isForPages ? wholeType : bareType
  const isSame = asSaid(type) === asSaid(ofText)
  const own = isSame ? [] : [{header: 'content-type', value: type}]
  const others = said.filter(({header}) => header !== 'content-type')
  const given = [...(type === '' ? [] : own), ...(isForPages ? others : [])]
  const kept = given.filter(each => faultOfAnswerHeader(each) === undefined)
  return {
    ...(kept.length === 0 ? {} : {responseHeaders: kept}),
    notes: [
      ...leftOut(isForPages ? [] : others, 'answerHasTypeOnly'),
      ...leftOut(
        given.filter(each => !kept.includes(each)),
        'headersLeftOut',
      ),
      ...notes,
    ],
  }
}

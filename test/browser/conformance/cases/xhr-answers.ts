import type {Theme} from '../case'
import {outcome, plain, tagOf} from '../describe'
import {finished, sent, stateOf} from '../xhr'

const types = ['', 'text', 'json', 'blob', 'arraybuffer', 'document'] as const
const contents = {
  JSON: {body: '{"a":[1,"é"]}', type: 'application/json'},
  'broken JSON': {body: '{"a":', type: 'application/json'},
  'a page': {body: '<!doctype html><title>é</title><p>one', type: 'text/html; charset=utf-8'},
  XML: {body: '<?xml version="1.0"?><a b="1"><c/></a>', type: 'application/xml'},
  'broken XML': {body: '<a><b></a>', type: 'text/xml'},
  bytes: {hex: '00ff80c328a0', type: 'application/octet-stream'},
  nothing: {body: '', type: 'text/plain'},
  'Latin text': {hex: 'e9e8', type: 'text/plain; charset=iso-8859-1'},
  'text with a mark': {hex: 'efbbbfc3a9', type: 'text/plain'},
} as const

const as = (responseType: XMLHttpRequestResponseType) => ({
  opened(xhr: XMLHttpRequest) {
    xhr.responseType = responseType
  },
})

const mimes = ['text/plain; charset=iso-8859-1', 'application/xml', 'text/html', 'application/json', 'nonsense', '']

export const xhrAnswers: Theme = {
  ...Object.fromEntries(
    Object.entries(contents).flatMap(([what, orders]) =>
      types.map(type => [`${what} as ${type || 'the default'}`, kit => sent(kit.at(orders), as(type))]),
    ),
  ),
  ...Object.fromEntries(
    [200, 201, 204, 205, 304, 400, 404, 500, 503].map(status => [
      `status ${status}`,
      kit => sent(kit.at({status, body: `says ${status}`, headers: [['x-one', '1']]})),
    ]),
  ),
  ...Object.fromEntries(
    mimes.map(mime => [
      `overrideMimeType ${mime || 'nothing'}`,
      async kit => {
        const overridden = await sent(kit.at({hex: '3c613ec3a93c2f613e', type: 'text/plain; charset=utf-8'}), {
          opened: xhr => xhr.overrideMimeType(mime),
        })
        const blob = await sent(kit.at({body: 'x', type: 'text/plain'}), {
          opened(xhr) {
            xhr.responseType = 'blob'
            xhr.overrideMimeType(mime)
          },
        })
        return {overridden, blob}
      },
    ]),
  ),
  'a status text of our own': kit => sent(kit.at({statusText: 'Of our own'})),
  'responseXML of XML': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at(contents.XML))
    await finished(xhr)
    const page = xhr.responseXML
    return {page: plain(page), same: page === xhr.responseXML, url: page?.URL, text: xhr.responseText}
  },
  'responseXML of a page is null unless a document is asked for': async kit => {
    const read = async (type: XMLHttpRequestResponseType) => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', kit.at(contents['a page']))
      xhr.responseType = type
      await finished(xhr)
      return plain(xhr.responseXML)
    }
    return {unset: await read(''), document: await read('document')}
  },
  'the answer is the same object each time': async kit => {
    const same: unknown[] = []
    for (const type of ['json', 'blob', 'arraybuffer', 'document'] as const) {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', kit.at(contents.JSON))
      xhr.responseType = type
      await finished(xhr)
      same.push([type, xhr.response === xhr.response, tagOf(xhr.response)])
    }
    return {same}
  },
  'text and XML cannot be read of other types': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at(contents.JSON))
    xhr.responseType = 'json'
    await finished(xhr)
    return {
      text: await outcome(() => xhr.responseText),
      xml: await outcome(() => xhr.responseXML),
      json: plain(xhr.response),
    }
  },
  'what can be read in each state': async kit => {
    const xhr = new XMLHttpRequest()
    const states: unknown[] = [stateOf(xhr)]
    const note = () => {
      if (xhr.readyState !== 3)
        states.push([stateOf(xhr), xhr.getResponseHeader('content-type'), plain(xhr.responseXML)])
    }
    xhr.addEventListener('readystatechange', note)
    xhr.open('GET', kit.at({body: 'whole', headers: [['X-One', '1']]}))
    await finished(xhr)
    return {states}
  },
  'the format of all headers': async kit => {
    const headers: (readonly [string, string])[] = [
      ['X-Twice', 'a'],
      ['X-Twice', 'b'],
      ['Z-Last', 'z'],
      ['A-First', 'Capital: Letters'],
      ['Set-Cookie', 'seen=no; path=/nowhere'],
      ['X-Empty', ''],
    ]
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at({headers}))
    await finished(xhr)
    return {
      all: xhr.getAllResponseHeaders(),
      each: ['x-TWICE', 'A-First', 'Set-Cookie', 'X-Empty', 'none', 'a b', ''].map(name => xhr.getResponseHeader(name)),
    }
  },
  'the address of an answer': kit => sent(`${kit.at({}, 'a/../b')}#fragment`),
  'a type that nobody knows is left out': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at())
    xhr.responseType = 'blob'
    ;(xhr as {responseType: string}).responseType = 'odd'
    await finished(xhr)
    return {type: xhr.responseType, response: plain(xhr.response)}
  },
  'a large text': async kit => {
    const {state, events} = await sent(kit.at({body: 'y'.repeat(15_000)}))
    return {length: state.responseText?.length, events}
  },
  'an answer without a length': kit => sent(kit.at({chunked: true, body: 'in chunks'})),
  'no content type': kit => sent(kit.at({type: null, hex: '3c613ec3a93c2f613e'})),
}

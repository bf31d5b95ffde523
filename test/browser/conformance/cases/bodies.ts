import type {Kit, Theme} from '../case'
import {outcome, told} from '../describe'
import {sent} from '../xhr'

const bytes = () => new Uint8Array([0, 1, 127, 128, 200, 255, 10, 13])
const formWithFiles = () => {
  const form = new FormData()
  form.append('name', 'Ada')
  form.append('name', 'Grace')
  form.append('quote "x"', 'two\r\nlines\nand one')
  form.append('note', new File(['hello'], 'note.txt', {type: 'text/plain'}))
  form.append('raw', new Blob([bytes()]), 'raw.bin')
  form.append('résumé', new File(['é'], 'résumé "1".txt'))
  return form
}

/** Each kind of body, made anew for each request. */
const kinds: Readonly<Record<string, () => XMLHttpRequestBodyInit | null>> = {
  'a string': () => 'plain words',
  'an empty string': () => '',
  'a string of many scripts': () => 'ä € 😀 \u0000 end',
  'a string with half a character': () => 'a\ud800b',
  'a string of JSON': () => JSON.stringify({a: 1, b: [true, null, 'x']}),
  'a long string': () => 'abc\n'.repeat(25_000),
  URLSearchParams: () =>
    new URLSearchParams([
      ['a', '1'],
      ['a', '2 3'],
      ['ü', '&='],
    ]),
  'empty URLSearchParams': () => new URLSearchParams(),
  'FormData with files': formWithFiles,
  'empty FormData': () => new FormData(),
  'a Blob without a type': () => new Blob(['blob ', bytes()]),
  'a Blob with a type': () => new Blob(['{"a":1}'], {type: 'application/json'}),
  'an empty Blob': () => new Blob([]),
  'a slice of a Blob': () => new Blob(['0123456789']).slice(2, 6, 'text/x-part'),
  'a File': () => new File(['file'], 'a.txt', {type: 'text/markdown'}),
  'an ArrayBuffer': () => bytes().buffer,
  'an empty ArrayBuffer': () => new ArrayBuffer(0),
  'a Uint8Array': bytes,
  'a part of a buffer': () => bytes().subarray(2, 5),
  'a DataView': () => new DataView(bytes().buffer, 1, 3),
  'a Float32Array': () => new Float32Array([1.5, -2]),
  null: () => null,
}

/** What is no body becomes text. */
const oddities: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  'a number': () => 12.5,
  false: () => false,
  'an object': () => ({a: 1}),
  'an object with words of its own': () => ({toString: () => 'its words'}),
  'an array': () => [1, [2, 3]],
  'a String object': () => new String('boxed'),
}

const all = {...kinds, ...(oddities as typeof kinds)}
const theme = (way: string, send: (kit: Kit, body: XMLHttpRequestBodyInit | null) => Promise<object>): Theme =>
  Object.fromEntries(
    Object.entries(all).map(([kind, body]) => [`${way}: ${kind}`, async kit => ({...(await send(kit, body()))})]),
  )

export const fetchBodies = theme('fetch with an init', (kit, body) =>
  told(fetch(kit.at({echo: true}), {method: 'POST', body})),
)

export const requestBodies = theme('fetch of a Request', (kit, body) =>
  told(fetch(new Request(kit.at({echo: true}), {method: 'PUT', body}))),
)

export const xhrBodies: Theme = {
  ...theme('XHR', (kit, body) => sent(kit.at({echo: true}), {method: 'POST', body})),
  'XHR: a document of HTML': kit => {
    const page = new DOMParser().parseFromString('<!doctype html><p>Grüße</p>', 'text/html')
    return sent(kit.at({echo: true}), {method: 'POST', body: page})
  },
  'XHR: a document of XML': kit => {
    const page = new DOMParser().parseFromString('<a b="1"><c/>é</a>', 'application/xml')
    return sent(kit.at({echo: true}), {method: 'POST', body: page})
  },
}

export const typedBodies: Theme = {
  'a content type of our own with a string': kit =>
    told(fetch(kit.at({echo: true}), {method: 'POST', body: '{"a":1}', headers: {'Content-Type': 'application/json'}})),
  'a content type of our own with a Blob of another': kit =>
    told(
      fetch(kit.at({echo: true}), {
        method: 'POST',
        body: new Blob(['x'], {type: 'text/x-one'}),
        headers: {'content-type': 'text/x-two'},
      }),
    ),
  'a content type of our own with FormData lacks the boundary': kit => {
    const body = new FormData()
    body.append('a', 'b')
    return told(fetch(kit.at(), {method: 'POST', body, headers: {'content-type': 'multipart/form-data'}}))
  },
  'a content type and no body': kit =>
    told(fetch(kit.at({echo: true}), {method: 'POST', headers: {'content-type': 'text/x-none'}})),
  'an empty content type': kit =>
    told(fetch(kit.at({echo: true}), {method: 'POST', body: 'x', headers: {'content-type': ''}})),
  'XHR: a charset of our own is corrected for a string': kit =>
    sent(kit.at({echo: true}), {
      method: 'POST',
      body: 'é',
      headers: {'Content-Type': 'text/plain; charset=latin1; x=y'},
    }),
  'XHR: a charset of our own stays for a Blob': kit =>
    sent(kit.at({echo: true}), {
      method: 'POST',
      body: new Blob(['é']),
      headers: {'Content-Type': 'text/plain; charset=latin1'},
    }),
  'XHR: a type without a charset gets none': kit =>
    sent(kit.at({echo: true}), {method: 'POST', body: '{}', headers: {'Content-Type': 'application/json'}}),
  'XHR: a document with a type of our own': kit =>
    sent(kit.at({echo: true}), {
      method: 'POST',
      body: new DOMParser().parseFromString('<a/>', 'application/xml'),
      headers: {'Content-Type': 'application/x-own+xml; charset=latin1'},
    }),
  'a body may be sent twice from one Blob': async kit => {
    const body = new Blob(['again'])
    const answers = [
      await told(fetch(kit.at(), {method: 'POST', body})),
      await told(fetch(kit.at(), {method: 'POST', body})),
    ]
    return {answers, size: body.size, text: await body.text()}
  },
  'a buffer that changes after the call was taken as it was': async kit => {
    const body = new Uint8Array([65, 66, 67])
    const asked = fetch(kit.at({echo: true}), {method: 'POST', body})
    body.fill(90)
    return told(asked)
  },
  'XHR: a buffer that changes after the call was taken as it was': async kit => {
    const body = new Uint8Array([65, 66, 67])
    const asked = sent(kit.at({echo: true}), {method: 'POST', body})
    body.fill(90)
    return asked
  },
  'FormData that changes after the call was taken as it was': async kit => {
    const body = new FormData()
    body.append('a', '1')
    const asked = fetch(kit.at(), {method: 'POST', body})
    body.append('b', '2')
    return told(asked)
  },
  'a body of a megabyte arrives whole': async kit => {
    const body = new Uint8Array(1_000_003).map((_, at) => at % 251)
    return told(fetch(kit.at(), {method: 'POST', body}))
  },
  'a body with GET is refused': async kit => {
    return {
      get: await outcome(() => fetch(kit.at(), {body: 'x'})),
      head: await outcome(() => fetch(kit.at(), {method: 'HEAD', body: ''})),
      nothing: await outcome(async () => told(fetch(kit.at(), {body: null}))),
    }
  },
}

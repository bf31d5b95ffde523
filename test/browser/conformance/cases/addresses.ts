import type {Theme} from '../case'
import {outcome, shapeOf, told} from '../describe'
import {sent} from '../xhr'

const blobUrl = (blob: Blob) => URL.createObjectURL(blob)
/** What is random in the address of a Blob is not told. */
const nameless = <T>(found: T): T => JSON.parse(JSON.stringify(found).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')) as T

export const addresses: Theme = {
  'a data: address': () => told(fetch('data:text/plain;charset=utf-8,hello%20there')),
  'a data: address in base64': () => told(fetch('data:application/json;base64,eyJhIjoxfQ==')),
  'a data: address without a type': () => told(fetch('data:,x')),
  'a data: address with POST': () => told(fetch('data:,x', {method: 'POST', body: 'b'})),
  'a data: address with HEAD': () => told(fetch('data:,x', {method: 'HEAD'})),
  'a data: address that is broken': async () => ({failed: await outcome(() => fetch('data:nothing'))}),
  'a data: address in the mode of the same origin': async () => ({
    failed: await outcome(() => fetch('data:,x', {mode: 'same-origin'}).then(shapeOf)),
  }),
  'XHR: a data: address': () => sent('data:text/html,<p>x'),
  'a blob: address': async () => {
    const url = blobUrl(new Blob(['in a blob'], {type: 'text/x-blob'}))
    const found = await told(fetch(url))
    URL.revokeObjectURL(url)
    return nameless({found, gone: await outcome(() => fetch(url))})
  },
  'a blob: address with a range': async () => {
    const url = blobUrl(new Blob(['0123456789']))
    return nameless({found: await told(fetch(url, {headers: {Range: 'bytes=2-4'}}))})
  },
  'a blob: address with POST is refused': async () => ({
    failed: await outcome(() => fetch(blobUrl(new Blob(['x'])), {method: 'POST'})),
  }),
  'a blob: address that is given back at once': async () => {
    const url = blobUrl(new Blob(['still there']))
    const asked = fetch(url)
    URL.revokeObjectURL(url)
    return nameless({found: await outcome(async () => (await asked).text())})
  },
  'XHR: a blob: address': async () => nameless(await sent(blobUrl(new Blob(['xhr'], {type: 'text/plain'})))),
  'XHR: a blob: address that is gone': async () => {
    const url = blobUrl(new Blob(['gone']))
    URL.revokeObjectURL(url)
    return nameless(await sent(url))
  },
  'a binary blob: address keeps its bytes': async () => {
    const answer = await fetch(blobUrl(new Blob([new Uint8Array([0, 255, 128])])))
    return {bytes: await outcome(() => answer.arrayBuffer())}
  },
  'schemes that cannot be fetched': async () => ({
    found: await Promise.all(
      [
        'ftp://page.test/',
        'odd:thing',
        'about:blank',
        'about:srcdoc',
        'javascript:1',
        'mailto:a@b.test',
        'file:///x',
      ].map(url => outcome(() => fetch(url))),
    ),
  }),
  'XHR: schemes that cannot be fetched': async () => ({
    found: [await sent('odd:thing'), await sent('about:blank'), await sent('javascript:1')],
  }),
  'addresses that are none': async () => ({
    fetch: await Promise.all(['http://', 'http://[', '//', 'http://a b/'].map(url => outcome(() => fetch(url)))),
    request: await outcome(() => new Request('http://[')),
    xhr: await outcome(() => new XMLHttpRequest().open('GET', 'http://[')),
  }),
  'a name and password are refused': async kit => {
    const url = kit.at().replace('://', '://user:word@')
    return {fetch: await outcome(() => fetch(url)), request: await outcome(() => new Request(url))}
  },
  'XHR: a name and password': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.at(), true, 'user', 'word')
    await new Promise(done => {
      xhr.addEventListener('loadend', done)
      xhr.send()
    })
    return {url: xhr.responseURL, status: xhr.status}
  },
  'a fragment is not sent': kit => told(fetch(`${kit.at()}#part`)),
  'XHR: a fragment is not sent': kit => sent(`${kit.at()}#part`),
  'a relative address': kit => told(fetch(kit.at().replace(location.origin, ''))),
  'an address without a scheme': kit => told(fetch(kit.at().replace('http:', ''))),
  'an address with spaces and letters': kit => told(fetch(kit.at({}, `ä b/../"c"|{}?q=ö ü'&r=%zz`))),
  'an address with blanks around it': kit => told(fetch(` \n${kit.at()}\t `)),
  'an address in capitals': kit => told(fetch(kit.at().replace('page.test', 'PAGE.Test').replace('http', 'HTTP'))),
  'a URL object': kit => told(fetch(new URL(kit.at()))),
  'an object with words of its own': async kit => {
    let asked = 0
    const address = {
      toString() {
        asked++
        return kit.at()
      },
    }
    return {answer: await told(fetch(address as unknown as string)), asked}
  },
  'XHR: a URL object': async kit => sent(new URL(kit.at()) as unknown as string),
  'the base of the document is heeded': async kit => {
    const base = document.createElement('base')
    base.href = kit.at({}, 'deep/').replace(/\?.*/, '')
    document.head.append(base)
    try {
      return {
        fetched: await told(fetch('inside')),
        sent: await sent('inside'),
        request: new Request('x').url,
      }
    } finally {
      base.remove()
    }
  },
  'a bad port is refused': async () => ({
    fetch: await outcome(() => fetch('http://page.test:25/')),
    xhr: await sent('http://page.test:25/'),
  }),
}

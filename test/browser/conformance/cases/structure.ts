import type {Theme} from '../case'
import {plain, tagOf, told} from '../describe'
import {finished, sent} from '../xhr'

/** How a member of an object is declared. */
function declared(object: object, name: PropertyKey): unknown {
  const found = Object.getOwnPropertyDescriptor(object, name)
  if (!found) return null
  const {value, get, set, ...flags} = found
  return {...flags, value: partOf(value), get: partOf(get), set: partOf(set)}
}

/** A function as a page can look at it. */
function partOf(value: unknown): unknown {
  if (typeof value !== 'function') return plain(value)
  return {
    name: value.name,
    length: value.length,
    text: Function.prototype.toString.call(value),
    own: Reflect.ownKeys(value).map(String),
    prototype: Object.getPrototypeOf(value) === Function.prototype,
    canBeMade: canBeMade(value),
    extensible: Object.isExtensible(value),
  }
}

/** Whether `new` takes it, without calling it. */
function canBeMade(value: object): boolean {
  try {
    Reflect.construct(Object, [], value as () => void)
    return true
  } catch {
    return false
  }
}

const members = (object: object) =>
  Object.fromEntries(Reflect.ownKeys(object).map(name => [String(name), declared(object, name)]))

export const structure: Theme = {
  fetch: () => ({
    declared: declared(globalThis, 'fetch'),
    printed: [fetch.toString(), String(fetch), Object.prototype.toString.call(fetch)],
    has: ['prototype' in fetch, 'caller' in fetch, Object.hasOwn(fetch, 'prototype')],
  }),
  XMLHttpRequest: () => ({
    declared: declared(globalThis, 'XMLHttpRequest'),
    statics: members(XMLHttpRequest),
    prototype: members(XMLHttpRequest.prototype),
  }),
  'Request and Response': () => ({
    request: [declared(globalThis, 'Request'), members(Request.prototype)],
    response: [declared(globalThis, 'Response'), members(Response.prototype)],
  }),
  'what else might be touched': () => ({
    found: [
      declared(Function.prototype, 'toString'),
      declared(EventTarget.prototype, 'addEventListener'),
      declared(EventTarget.prototype, 'dispatchEvent'),
      declared(XMLHttpRequestEventTarget.prototype, 'onload'),
      members(Headers.prototype),
      members(AbortController.prototype),
    ],
  }),
  'a new XHR has nothing of its own': async kit => {
    const xhr = new XMLHttpRequest()
    const fresh = Reflect.ownKeys(xhr).map(String)
    xhr.open('GET', kit.at({body: 'text'}))
    await finished(xhr)
    return {
      fresh,
      used: Reflect.ownKeys(xhr).map(String),
      upload: Reflect.ownKeys(xhr.upload).map(String),
      keys: Object.keys(xhr),
      enumerated: enumerated(xhr),
      tag: tagOf(xhr),
      prototype: Object.getPrototypeOf(xhr) === XMLHttpRequest.prototype,
      constructor: xhr.constructor === XMLHttpRequest,
    }
  },
  'an answer has nothing of its own': async kit => {
    const answer = await fetch(kit.at({body: 'x'}))
    return {
      own: Reflect.ownKeys(answer).map(String),
      headers: Reflect.ownKeys(answer.headers).map(String),
      enumerated: enumerated(answer),
      tag: tagOf(answer),
      prototypes: [
        Object.getPrototypeOf(answer) === Response.prototype,
        Object.getPrototypeOf(answer.headers) === Headers.prototype,
        Object.getPrototypeOf(answer.body) === ReadableStream.prototype,
      ],
    }
  },
  'the promise of fetch is a plain one': async kit => {
    const asked = fetch(kit.at())
    const found = {
      promise: [
        asked instanceof Promise,
        Object.getPrototypeOf(asked) === Promise.prototype,
        asked.constructor === Promise,
      ],
      own: Reflect.ownKeys(asked).map(String),
      tag: tagOf(asked),
    }
    await asked
    return found
  },
  'what the browser keeps of each request': async kit => {
    await told(fetch(kit.at({body: 'fetched'}, 'timed-fetch')))
    await sent(kit.at({body: 'sent'}, 'timed-xhr'))
    const kept = () =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({name}) =>
        name.includes('timed-'),
      )
    // They are kept a moment later than the page has its answer.
    for (const end = Date.now() + 1_000; kept().length < 2 && Date.now() < end;)
      await new Promise(done => setTimeout(done, 5))
    return {
      entries: kept().map(({name, initiatorType, encodedBodySize, decodedBodySize, responseStatus, redirectStart}) => ({
        name,
        initiatorType,
        encodedBodySize,
        decodedBodySize,
        responseStatus,
        redirectStart,
      })),
    }
  },
  'what the window holds': () => ({
    names: Reflect.ownKeys(globalThis)
      .map(String)
      .filter(name => !/^(conformance|letGo|awaitArrival|__playwright.*|__pw.*)$/.test(name)),
    document: [document.documentElement.outerHTML, document.querySelectorAll('*').length],
  }),
}

function enumerated(object: object): string[] {
  const names: string[] = []
  for (const name in object) names.push(name)
  return names
}

import type {Kit, Theme} from '../case'
import {faultOf, outcome, steps, tagOf, told} from '../describe'
import {finished, stateOf} from '../xhr'

const receivers = {
  nothing: undefined,
  null: null,
  'the window': globalThis,
  'an object': {},
  'a child': Object.create(globalThis) as object,
  'a number': 1,
  'the document': globalThis.document,
} as const

const watched = (order: string[], values: object) =>
  new Proxy(values, {
    get(target, name, receiver) {
      order.push(String(name))
      return Reflect.get(target, name, receiver) as unknown
    },
    has(target, name) {
      order.push(`has ${String(name)}`)
      return Reflect.has(target, name)
    },
    ownKeys(target) {
      order.push('keys')
      return Reflect.ownKeys(target)
    },
  })

async function answered(xhr: XMLHttpRequest, kit: Kit) {
  xhr.open('GET', kit.at({body: 'text'}))
  await finished(xhr)
  return stateOf(xhr)
}

/** How pages use, wrap and misuse what they are given. */
export const uses: Theme = {
  'fetch with odd receivers': async kit => {
    const found: Record<string, unknown> = {}
    for (const [name, receiver] of Object.entries(receivers))
      found[name] = await outcome(() => Reflect.apply(fetch, receiver, [kit.at({}, 'receiver')]))
    const {fetch: bare} = globalThis
    return {...found, bare: await outcome(() => bare(kit.at({}, 'bare')))}
  },
  'fetch cannot be made': async kit => ({
    failed: await outcome(() => Reflect.construct(fetch, [kit.at()])),
    extended: await outcome(() => class extends (fetch as unknown as new () => object) {}),
  }),
  'members of XHR with a wrong receiver': async () => {
    const found: Record<string, unknown> = {}
    for (const name of Reflect.ownKeys(XMLHttpRequest.prototype).map(String)) {
      const {get, value} = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, name) ?? {}
      const part: unknown = get ?? value
      if (typeof part === 'function' && name !== 'constructor')
        found[name] = await outcome(() => Reflect.apply(part, {}, ['GET', '/']) as unknown)
    }
    return found
  },
  'members of Response with a wrong receiver': async () => {
    const found: Record<string, unknown> = {}
    for (const name of ['status', 'url', 'body', 'text', 'json', 'clone', 'headers']) {
      const {get, value} = Object.getOwnPropertyDescriptor(Response.prototype, name) ?? {}
      found[name] = await outcome(() => Reflect.apply((get ?? value) as () => unknown, {}, []))
    }
    return found
  },
  'the order in which an init is read': async kit => {
    const order: string[] = []
    const init = watched(order, {method: 'POST', body: 'x', headers: watched(order, {'X-One': '1'})})
    return {answer: await told(fetch(kit.at(), init)), order}
  },
  'the order in which an init for a Request is read': async kit => {
    const order: string[] = []
    const request = new Request(kit.at(), {method: 'POST', body: 'first'})
    return {answer: await told(fetch(request, watched(order, {headers: {'x-two': '2'}}))), order}
  },
  'an init from a prototype': kit =>
    told(fetch(kit.at({echo: true}), Object.create({method: 'PUT', body: 'inherited'}) as RequestInit)),
  'an init with a prototype of its own class': kit => {
    class Init {
      get method() {
        return 'PATCH'
      }
      get body() {
        return 'of a class'
      }
    }
    return told(fetch(kit.at({echo: true}), new Init()))
  },
  'an init and its headers are left as they were': async kit => {
    const own = Object.freeze({'X-One': '1'})
    const init = Object.freeze({method: 'post', body: 'x', headers: own})
    return {answer: await told(fetch(kit.at(), init)), init, keys: Reflect.ownKeys(init).map(String)}
  },
  'further arguments are left out': async kit =>
    told((fetch as (...given: unknown[]) => Promise<Response>)(kit.at(), {}, 'more', {method: 'POST'})),
  'a subclass of XHR': async kit => {
    const order = steps()
    class Own extends XMLHttpRequest {
      readonly mark = 'own'
      override open(method: string, url: string | URL) {
        order.note(`open ${method}`)
        super.open(method, url, true)
      }
      override send(body?: XMLHttpRequestBodyInit | null) {
        order.note('send')
        super.send(body)
      }
      override get status() {
        return super.status + 1000
      }
    }
    const xhr = new Own()
    xhr.addEventListener('load', function () {
      order.note(`load ${this instanceof Own} ${this.status}`)
    })
    const state = await answered(xhr, kit)
    return {state, order, mark: xhr.mark, is: [xhr instanceof XMLHttpRequest, xhr.constructor === Own, tagOf(xhr)]}
  },
  'a subclass of XHR in the old way': async kit => {
    const Own = function () {
      return Reflect.construct(XMLHttpRequest, [], Own)
    } as unknown as new () => XMLHttpRequest
    Own.prototype = Object.create(XMLHttpRequest.prototype)
    const xhr = new Own()
    return {state: await answered(xhr, kit), is: [xhr instanceof Own, xhr instanceof XMLHttpRequest]}
  },
  'a page that wraps fetch': async kit => {
    const order = steps()
    const {fetch: before} = globalThis
    globalThis.fetch = async (...given) => {
      order.note('asked')
      const answer = await before(...given)
      order.note(`answered ${answer.status}`)
      return answer
    }
    try {
      return {answer: await told(fetch(kit.at())), order, printed: fetch.length}
    } finally {
      globalThis.fetch = before
    }
  },
  'a page that wraps the members of XHR': async kit => {
    const order = steps()
    const {open, send} = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
      order.note('open')
      return Reflect.apply(open, this, given) as undefined
    }
    XMLHttpRequest.prototype.send = function (body) {
      order.note('send')
      return send.call(this, body)
    }
    try {
      return {state: await answered(new XMLHttpRequest(), kit), order}
    } finally {
      Object.assign(XMLHttpRequest.prototype, {open, send})
    }
  },
  'the text of an answer through the getter of the prototype': async kit => {
    const xhr = new XMLHttpRequest()
    await answered(xhr, kit)
    const read = (name: string) =>
      Reflect.apply(
        Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, name)?.get ?? (() => null),
        xhr,
        [],
      ) as unknown
    return {found: ['responseText', 'response', 'status', 'readyState', 'responseURL'].map(read)}
  },
  'a fetch from a frame of the page': async kit => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inner = frame.contentWindow as Window & typeof globalThis
    const answer = await inner.fetch(kit.at({body: 'framed'}))
    const found = {
      classes: [answer instanceof inner.Response, answer instanceof Response],
      text: await answer.text(),
      printed: inner.Function.prototype.toString.call(fetch),
      ours: Function.prototype.toString.call(inner.fetch),
      failed: await inner
        .fetch('http://[')
        .catch((error: unknown) => [faultOf(error), error instanceof inner.TypeError]),
      mixed: await outcome(async () => Reflect.apply(fetch, inner, [kit.at({body: 'ours'})])),
    }
    frame.remove()
    return found
  },
  'XHR from a frame of the page': async kit => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const inner = frame.contentWindow as Window & typeof globalThis
    const xhr = new inner.XMLHttpRequest()
    const state = await answered(xhr, kit)
    const found = {state, classes: [xhr instanceof inner.XMLHttpRequest, xhr instanceof XMLHttpRequest]}
    frame.remove()
    return found
  },
  'the order of answers and promises': async kit => {
    const order = steps()
    const asked = fetch(kit.at()).then(() => order.note('answered'))
    order.note('asked')
    await Promise.resolve()
    order.note('next')
    await asked
    order.note('then')
    return {order}
  },
  'many at once end each with its own answer': async kit => ({
    texts: await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(async body => (await fetch(kit.at({body}, 'same'))).text()),
    ),
  }),
}

import type {Theme} from '../case'
import {outcome, plain, steps} from '../describe'
import {ended, finished, openedFor, reached, recorded, sent, settled, stateOf} from '../xhr'

export const xhrStates: Theme = {
  'a new one': () => ({state: stateOf(new XMLHttpRequest())}),
  'what is not allowed before it is opened': async () => {
    const xhr = new XMLHttpRequest()
    return {
      send: await outcome(() => xhr.send()),
      header: await outcome(() => xhr.setRequestHeader('a', 'b')),
      credentials: await outcome(() => (xhr.withCredentials = true)),
      type: await outcome(() => (xhr.responseType = 'json')),
      timeout: await outcome(() => (xhr.timeout = 5)),
      mime: await outcome(() => xhr.overrideMimeType('text/plain')),
    }
  },
  'what is not allowed once it is sent': async kit => {
    const {xhr} = openedFor(kit.at({held: true}))
    xhr.send()
    const found = {
      send: await outcome(() => xhr.send()),
      header: await outcome(() => xhr.setRequestHeader('a', 'b')),
      credentials: await outcome(() => (xhr.withCredentials = true)),
      type: await outcome(() => (xhr.responseType = 'blob')),
    }
    const end = ended(xhr)
    await kit.go()
    await end
    return {...found, typeRead: xhr.responseType}
  },
  'what is not allowed while it loads': async kit => {
    const {xhr} = openedFor(kit.at({parts: ['half', 'rest']}))
    const loading = reached(xhr, 3)
    xhr.send()
    await loading
    const found = {
      type: await outcome(() => (xhr.responseType = 'blob')),
      mime: await outcome(() => xhr.overrideMimeType('text/html')),
      header: await outcome(() => xhr.setRequestHeader('a', 'b')),
      timeout: await outcome(() => (xhr.timeout = 60_000)),
    }
    const end = ended(xhr)
    await kit.go()
    await end
    return {...found, done: await outcome(() => (xhr.responseType = 'json'))}
  },
  'missing arguments': async () => {
    const xhr = new XMLHttpRequest()
    const loose = (name: keyof XMLHttpRequest, ...given: unknown[]) =>
      outcome(() => (xhr[name] as (...all: unknown[]) => unknown)(...given))
    return {
      open: await outcome(() => (xhr.open as (...given: unknown[]) => void).call(xhr)),
      one: await outcome(() => (xhr.open as (...given: unknown[]) => void).call(xhr, 'GET')),
      unbound: await loose('open', 'GET', '/'),
      header: await outcome(() => (xhr.setRequestHeader as (...given: unknown[]) => void).call(xhr, 'a')),
      read: await outcome(() => (xhr.getResponseHeader as (...given: unknown[]) => unknown).call(xhr)),
      called: await outcome(() => (XMLHttpRequest as unknown as () => unknown)()),
    }
  },
  'one object for several requests': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    const states: unknown[] = []
    for (const [at, method] of ['GET', 'POST', 'PUT'].entries()) {
      xhr.open(method, kit.at({body: `answer ${at}`}, `${at}`))
      if (at === 1) xhr.setRequestHeader('X-Only-Second', '1')
      states.push(stateOf(xhr))
      await finished(xhr, at === 0 ? null : `body ${at}`)
      states.push(stateOf(xhr))
    }
    return {states, events: settled(events)}
  },
  'a type stays for the next request': async kit => {
    const {xhr} = openedFor(kit.at({body: '1'}, 'one'))
    xhr.responseType = 'json'
    xhr.timeout = 50_000
    await finished(xhr)
    const first = plain(xhr.response)
    xhr.open('GET', kit.at({body: '[2]'}, 'two'))
    await finished(xhr)
    return {first, state: stateOf(xhr)}
  },
  'a MIME type of our own, and the next request': async kit => {
    const {xhr} = openedFor(kit.at({hex: 'e9'}, 'one'))
    xhr.overrideMimeType('text/plain; charset=iso-8859-1')
    await finished(xhr)
    const first = xhr.responseText
    xhr.open('GET', kit.at({hex: 'e9'}, 'two'))
    await finished(xhr)
    return {first, second: xhr.responseText}
  },
  'opened twice before it is sent': async kit => {
    const {xhr, events} = openedFor(kit.at({}, 'first'), 'POST')
    xhr.setRequestHeader('X-First', '1')
    xhr.open('PUT', kit.at({body: 'two'}, 'second'))
    await finished(xhr, 'body')
    return {events: settled(events), state: stateOf(xhr)}
  },
  'opened anew while it runs': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true}, 'first'))
    xhr.send()
    await kit.arrived()
    xhr.open('GET', kit.at({body: 'two'}, 'second'))
    const between = stateOf(xhr)
    await finished(xhr)
    return {between, events: settled(events), state: stateOf(xhr)}
  },
  'opened wrongly while it runs': async kit => {
    const {xhr, events} = openedFor(kit.at({held: true, body: 'fine'}))
    xhr.send()
    await kit.arrived()
    const failed = [await outcome(() => xhr.open('TRACE', '/')), await outcome(() => xhr.open('GET', 'http://['))]
    const end = ended(xhr)
    await kit.go()
    await end
    return {failed, events: settled(events), state: stateOf(xhr)}
  },
  'opened anew when it is done': async kit => {
    const {xhr, events} = openedFor(kit.at({body: 'one'}))
    await finished(xhr)
    xhr.open('GET', '/never')
    return {events: settled(events), state: stateOf(xhr)}
  },
  'many at once end each with its own answer': async kit => ({
    found: await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async name => (await sent(kit.at({body: name}, 'same'))).state.responseText),
    ),
  }),
  'names of its states': () => {
    const names = ['UNSENT', 'OPENED', 'HEADERS_RECEIVED', 'LOADING', 'DONE'] as const
    return {
      found: names.map(name => [XMLHttpRequest[name], XMLHttpRequest.prototype[name], new XMLHttpRequest()[name]]),
      fixed: outcomeOfWriting(),
    }
  },
  'open() takes what looks like text': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open({toString: () => 'post'} as unknown as string, {toString: () => kit.at({echo: true})} as unknown as string)
    await finished(xhr, 'body')
    return {state: stateOf(xhr)}
  },
  'undefined is not the same as left out': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.onload = () => order.note('load')
    // As a third argument it means false, which is: wait for it.
    ;(xhr.open as (...given: unknown[]) => void).call(xhr, 'GET', kit.at({body: 'x'}), undefined)
    xhr.send()
    order.note('sent')
    return {order, text: xhr.responseText}
  },
}

function outcomeOfWriting(): unknown {
  const xhr = new XMLHttpRequest()
  const written = ['readyState', 'status', 'response', 'upload', 'responseURL'].map(name => Reflect.set(xhr, name, 9))
  return {written, state: stateOf(xhr), upload: plain(xhr.upload)}
}

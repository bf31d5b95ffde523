import type {Theme} from '../case'
import {plain, steps, tagOf} from '../describe'
import {ended, finished, recorded, sent, settled, stateOf} from '../xhr'

const handlers = [
  'onreadystatechange',
  'onloadstart',
  'onprogress',
  'onload',
  'onloadend',
  'onabort',
  'onerror',
  'ontimeout',
] as const

export const xhrEvents: Theme = {
  GET: kit => sent(kit.at({body: 'some text'})),
  'GET of nothing': kit => sent(kit.at({body: ''})),
  'GET with listeners on an upload': kit => sent(kit.at({body: 'text'}), {upload: true}),
  'POST with listeners on an upload': kit =>
    sent(kit.at({body: 'done'}), {method: 'POST', body: 'to be sent', upload: true}),
  'POST of nothing has no upload': kit => sent(kit.at(), {method: 'POST', upload: true}),
  'POST of an empty text has no upload': kit => sent(kit.at(), {method: 'POST', body: '', upload: true}),
  'POST of a Blob': kit => sent(kit.at(), {method: 'POST', body: new Blob(['x'.repeat(100_000)]), upload: true}),
  'POST of FormData': kit => {
    const body = new FormData()
    body.append('a', new Blob(['file']), 'a.txt')
    return sent(kit.at(), {method: 'POST', body, upload: true})
  },
  'a length that is not known': kit => sent(kit.at({chunked: true, body: 'in chunks'})),
  'an error status is no error': kit => sent(kit.at({status: 500, body: 'oh'})),
  'a connection that is cut': kit => sent(kit.at({cuts: 'at once'}), {method: 'POST', body: 'x', upload: true}),
  'a connection that is cut in the body': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    xhr.open('GET', kit.at({cuts: 'in the body', body: 'half'}))
    const end = ended(xhr)
    xhr.addEventListener('progress', () => void kit.go(), {once: true})
    xhr.send()
    await end
    return {events: settled(events), state: stateOf(xhr)}
  },
  'handlers and listeners are called in the order in which they were set': async kit => {
    const xhr = new XMLHttpRequest()
    const order = steps()
    xhr.addEventListener('load', () => order.note('listener 1'))
    xhr.onload = () => order.note('handler')
    xhr.addEventListener('load', () => order.note('listener 2'))
    xhr.onload = () => order.note('handler, set again')
    xhr.addEventListener('load', {handleEvent: () => order.note('object')})
    xhr.addEventListener('load', () => order.note('once'), {once: true})
    const gone = () => order.note('taken away')
    xhr.addEventListener('load', gone)
    xhr.removeEventListener('load', gone)
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'every handler': async kit => {
    const xhr = new XMLHttpRequest()
    const order = steps()
    for (const name of handlers)
      xhr[name] = (event: Event) => order.note(`${name} ${event.type} ${xhr.readyState} ${event.target === xhr}`)
    xhr.open('GET', kit.at({body: 'text'}))
    await finished(xhr)
    return {order: order.filter((line, at) => line !== order[at - 1]), held: handlers.map(name => typeof xhr[name])}
  },
  'a handler that is no function': () => {
    const xhr = new XMLHttpRequest()
    const object = {handleEvent() {}}
    Object.assign(xhr, {onload: object, onerror: 'words', onabort: undefined})
    return {held: [xhr.onload === (object as unknown), plain(xhr.onerror), plain(xhr.onabort)]}
  },
  'what an event says': async kit => {
    const xhr = new XMLHttpRequest()
    const said: unknown[] = []
    const note = (event: Event) => {
      const {type, bubbles, cancelable, composed, isTrusted, eventPhase} = event
      const target = [event.target === xhr, event.currentTarget === xhr, event.composedPath().length]
      said.push({tag: tagOf(event), type, bubbles, cancelable, composed, isTrusted, eventPhase, target})
    }
    for (const type of ['readystatechange', 'loadstart', 'load', 'loadend']) xhr.addEventListener(type, note)
    xhr.open('GET', kit.at({body: ''}))
    await finished(xhr)
    return {said}
  },
  'this in a handler is the request': async kit => {
    const xhr = new XMLHttpRequest()
    const found: boolean[] = []
    xhr.onload = function () {
      found.push(this === xhr)
    }
    xhr.addEventListener('load', function () {
      found.push(this === xhr)
    })
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {found}
  },
  'what happens at once and what later': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    recordInto(xhr, order)
    order.note('open')
    xhr.open('POST', kit.at())
    order.note('opened')
    xhr.send('body')
    order.note('sent')
    void Promise.resolve().then(() => order.note('soon'))
    await ended(xhr)
    return {order: settled(order)}
  },
  'a promise is settled between two listeners': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.addEventListener('load', () => {
      order.note('one')
      void Promise.resolve().then(() => order.note('between'))
    })
    xhr.addEventListener('load', () => order.note('two'))
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'a handler that throws does not stop the others': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.onload = () => {
      order.note('throws')
      throw new RangeError('of the page')
    }
    xhr.addEventListener('load', () => order.note('after'))
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'a listener may stop the others': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.addEventListener('load', event => {
      order.note('first')
      event.stopImmediatePropagation()
    })
    xhr.addEventListener('load', () => order.note('never'))
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'a listener that is set in an earlier event is called': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.onreadystatechange = () => {
      if (xhr.readyState === 4) xhr.addEventListener('load', () => order.note('late one'))
    }
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'a signal takes a listener away': async kit => {
    const order = steps()
    const stop = new AbortController()
    const xhr = new XMLHttpRequest()
    xhr.addEventListener('load', () => order.note('never'), {signal: stop.signal})
    xhr.open('GET', kit.at())
    stop.abort()
    await finished(xhr)
    return {order}
  },
  'events that the page makes itself': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    xhr.onload = event => order.note(`load ${event.isTrusted} ${xhr.readyState}`)
    xhr.addEventListener('own', event => order.note(`own ${(event as CustomEvent).detail}`))
    xhr.dispatchEvent(new ProgressEvent('load', {loaded: 1, total: 2}))
    xhr.dispatchEvent(new CustomEvent('own', {detail: 'x'}))
    xhr.open('GET', kit.at())
    await finished(xhr)
    return {order}
  },
  'the next request is sent from the last event': async kit => {
    const order = steps()
    const xhr = new XMLHttpRequest()
    await new Promise<void>(done => {
      let times = 0
      xhr.onload = () => {
        order.note(`load ${xhr.responseText}`)
        times++
        if (times === 3) return done()
        xhr.open('GET', kit.at({body: `answer ${times}`}, `${times}`))
        xhr.send()
      }
      xhr.onloadend = () => order.note('loadend')
      xhr.open('GET', kit.at({body: 'answer 0'}, '0'))
      xhr.send()
    })
    return {order}
  },
}

function recordInto(xhr: XMLHttpRequest, order: string[]): void {
  for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend'])
    xhr.addEventListener(type, () => order.push(`${type} in ${xhr.readyState}`))
}

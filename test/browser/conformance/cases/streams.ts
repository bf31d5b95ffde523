import type {Theme} from '../case'
import {outcome, plain, shapeOf, steps, told} from '../describe'
import {finished, recorded, settled, stateOf} from '../xhr'

const encode = (text: string) => new TextEncoder().encode(text)
const streamOf = (...parts: unknown[]) =>
  new ReadableStream({
    pull(controller) {
      const part = parts.shift()
      if (part === undefined) controller.close()
      else controller.enqueue(typeof part === 'string' ? encode(part) : part)
    },
  })
/** TypeScript's own list of what an init may hold lacks this. */
const half = (init: RequestInit): RequestInit => ({method: 'POST', ...init, duplex: 'half'}) as RequestInit

/** Whether a part is there before the page has let the server send the next one. */
const downloads: Theme = {
  'each part comes when it is sent': async kit => {
    const answer = await fetch(kit.at({parts: ['one ', 'two ', 'three']}))
    const reader = answer.body?.getReader()
    const parts: string[] = []
    for (;;) {
      const read = await reader?.read()
      if (read?.done !== false) break
      parts.push(new TextDecoder().decode(read.value))
      await kit.go()
    }
    return {parts, closed: await outcome(async () => reader?.closed)}
  },
  'the headers come before the body ends': async kit => {
    const order = steps()
    const asked = fetch(kit.at({parts: ['', 'late']})).then(answer => {
      order.note('headers')
      return answer
    })
    const answer = await asked
    order.note('go')
    const reading = answer.text()
    await kit.go()
    return {text: await reading, order}
  },
  'a stream that is cancelled': async kit => {
    // Chromium reads a small rest or closes the connection, so nothing may wait for another part.
    const answer = await fetch(kit.at({parts: ['one', 'two']}))
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    await reader?.cancel('enough')
    await kit.go()
    return {first: plain(first?.value), after: await outcome(async () => reader?.read()), used: answer.bodyUsed}
  },
  'one branch of a body may be ahead': async kit => {
    const answer = await fetch(kit.at({parts: ['one', 'two']}))
    const copy = answer.clone()
    const reader = answer.body?.getReader()
    const first = plain((await reader?.read())?.value)
    await kit.go()
    return {first, copy: await copy.text(), second: plain((await reader?.read())?.value)}
  },
  'lines can be read as they come': async kit => {
    const {body} = await fetch(kit.at({type: 'application/x-ndjson', parts: ['{"a":1}\n', '{"b":2}\n']}))
    const lines: string[] = []
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      lines.push(new TextDecoder().decode(chunk))
      await kit.go()
    }
    return {lines}
  },
  'XHR: text is there as it comes': async kit => {
    const xhr = new XMLHttpRequest()
    const events = recorded(xhr)
    const seen: string[] = []
    xhr.addEventListener('progress', () => {
      if (seen.at(-1) === xhr.responseText) return
      seen.push(xhr.responseText)
      void kit.go()
    })
    xhr.open('GET', kit.at({parts: ['one ', 'two ', 'three']}))
    await finished(xhr)
    return {seen, events: settled(events), state: stateOf(xhr)}
  },
  'XHR: the headers come before the end of the body': async kit => {
    const xhr = new XMLHttpRequest()
    const order = steps()
    xhr.addEventListener('readystatechange', () => {
      if (order.at(-1) !== `state ${xhr.readyState}`) order.note(`state ${xhr.readyState}`)
      if (xhr.readyState !== 2) return
      order.note(`go ${xhr.status} ${xhr.getResponseHeader('x-one') ?? ''} "${xhr.responseText}"`)
      void kit.go()
    })
    xhr.open('GET', kit.at({parts: ['early ', 'late'], headers: [['X-One', '1']]}))
    await finished(xhr)
    return {order, text: xhr.responseText}
  },
}

/** Over HTTP/2, where Chromium streams what it sends. */
export const uploads: Theme = {
  'a stream is sent': kit => told(fetch(kit.at({echo: true}), half({body: streamOf('one ', 'two ', 'three')}))),
  'a stream in a Request': async kit => {
    const request = new Request(kit.at({echo: true}), half({body: streamOf('in ', 'a request')}))
    return {answer: await told(fetch(request)), used: request.bodyUsed}
  },
  'a stream with a type': kit =>
    told(fetch(kit.at({echo: true}), half({body: streamOf('{}'), headers: {'Content-Type': 'application/json'}}))),
  'an empty stream': kit => told(fetch(kit.at({echo: true}), half({body: streamOf()}))),
  'the stream of a Blob': kit => told(fetch(kit.at({echo: true}), half({body: new Blob(['blob']).stream()}))),
  'the stream of another answer': async kit => {
    const {body} = await fetch(kit.at({body: 'passed on'}, 'from'))
    return told(fetch(kit.at({echo: true}, 'to'), half({body})))
  },
  'a stream goes as PUT': kit => told(fetch(kit.at({echo: true}), half({method: 'PUT', body: streamOf('put')}))),
  'a stream of text instead of bytes fails': async kit => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue('text')
        controller.close()
      },
    })
    return {failed: await outcome(() => fetch(kit.at(), half({body})))}
  },
  'a stream that fails': async kit => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new RangeError('of the stream'))
      },
    })
    return {failed: await outcome(() => fetch(kit.at(), half({body})))}
  },
  'a stream that is locked is refused': async kit => {
    const body = streamOf('locked')
    body.getReader()
    return {failed: await outcome(() => fetch(kit.at(), half({body})))}
  },
  'a stream without half is refused': async kit => ({
    failed: await outcome(() => fetch(kit.at(), {method: 'POST', body: streamOf('x')})),
  }),
  'a stream does not follow a redirect': async kit => {
    const to = (status: number) => kit.at({status, headers: [['Location', kit.at({echo: true}, 'goal')]]})
    return {
      kept: await outcome(() => fetch(to(307), half({body: streamOf('x')}))),
      turned: await outcome(() => fetch(to(303), half({body: streamOf('x')})).then(shapeOf)),
    }
  },
  'the stream is locked and used while it is sent': async kit => {
    const body = streamOf('watched')
    const request = new Request(kit.at(), half({body}))
    const before = [body.locked, request.bodyUsed]
    const asked = fetch(request)
    const during = [body.locked, request.bodyUsed]
    await asked
    return {before, during, after: [body.locked, request.bodyUsed]}
  },
  'an aborted upload cancels its stream': async kit => {
    const stop = new AbortController()
    const reason = new Error('ours')
    let cancelled: unknown
    // Of what it gave, the server would see as much as had come by then.
    const body = new ReadableStream({
      cancel(why) {
        cancelled = why
      },
    })
    const asked = fetch(kit.at(), half({body, signal: stop.signal})).catch((error: unknown) => error)
    await kit.arrived()
    stop.abort(reason)
    const failed = await asked
    await new Promise(done => setTimeout(done, 0))
    return {same: [failed === reason, cancelled === reason]}
  },
  'over HTTP/2 there is no status text': kit => told(fetch(kit.at({status: 404, body: 'none'}))),
  'a page over https does not ask over http': async kit => ({
    failed: await outcome(() => fetch(kit.at().replace('https:', 'http:'))),
  }),
  'an ordinary body over HTTP/2': kit => told(fetch(kit.at({echo: true}), {method: 'POST', body: 'ordinary'})),
  ...downloads,
}

/** Over HTTP/1.1 Chromium cannot stream what it sends. */
export const plainStreams: Theme = {
  'a stream cannot be sent over HTTP/1.1': async kit => ({
    failed: await outcome(() => fetch(kit.at(), half({body: streamOf('x')}))),
  }),
  ...downloads,
}

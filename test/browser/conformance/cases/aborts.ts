import type {Theme} from '../case'
import {outcome, plain, shapeOf, steps, told} from '../describe'

const large = () => new Blob([new Uint8Array(2_000_000)])

export const aborts: Theme = {
  'before it is sent': async kit => {
    const signal = AbortSignal.abort()
    return {failed: await outcome(() => fetch(kit.at(), {signal}))}
  },
  'before it is sent, with a reason': async kit => {
    const reason = new RangeError('enough')
    const failed = await fetch(kit.at(), {signal: AbortSignal.abort(reason)}).catch((error: unknown) => error)
    return {same: failed === reason}
  },
  'before it is sent, with odd reasons': async kit => {
    const reasons = ['words', 0, null, {a: 1}]
    const failed = await Promise.all(
      reasons.map(reason => fetch(kit.at(), {signal: AbortSignal.abort(reason)}).catch((error: unknown) => error)),
    )
    return {same: failed.map((error, at) => error === reasons[at])}
  },
  'before it is sent, with a body': async kit => {
    const request = new Request(kit.at(), {method: 'POST', body: 'x'})
    return {failed: await outcome(() => fetch(request, {signal: AbortSignal.abort()})), used: request.bodyUsed}
  },
  'what is wrong is told before what is aborted': async kit => ({
    failed: await outcome(() => fetch('http://[', {signal: AbortSignal.abort()})),
    method: await outcome(() => fetch(kit.at(), {method: 'TRACE', signal: AbortSignal.abort()})),
  }),
  'while the server thinks': async kit => {
    const stop = new AbortController()
    const asked = fetch(kit.at({held: true}), {signal: stop.signal})
    await kit.arrived()
    stop.abort()
    return {failed: await outcome(() => asked)}
  },
  'while the server thinks, with a reason': async kit => {
    const stop = new AbortController()
    const asked = fetch(kit.at({held: true}), {signal: stop.signal}).catch((error: unknown) => error)
    await kit.arrived()
    const reason = {of: 'ours'}
    stop.abort(reason)
    return {same: (await asked) === reason}
  },
  'in the tick after the call': async kit => {
    const stop = new AbortController()
    const asked = fetch(kit.at({luck: true}), {signal: stop.signal})
    stop.abort()
    return {failed: await outcome(() => asked)}
  },
  'the promise is rejected soon after abort()': async kit => {
    const order = steps()
    const stop = new AbortController()
    const asked = fetch(kit.at({held: true}), {signal: stop.signal})
    const seen = asked.catch(() => order.note('rejected'))
    await kit.arrived()
    stop.signal.addEventListener('abort', () => order.note('event'))
    stop.abort()
    order.note('abort returned')
    await seen
    return {order}
  },
  'during the upload': async kit => {
    const stop = new AbortController()
    const asked = fetch(kit.at({deaf: true}), {method: 'POST', body: large(), signal: stop.signal})
    await kit.arrived()
    stop.abort()
    const failed = await outcome(() => asked)
    await kit.go()
    return {failed}
  },
  'during the body': async kit => {
    const stop = new AbortController()
    const answer = await fetch(kit.at({parts: ['first ', 'second']}), {signal: stop.signal})
    const reading = outcome(() => answer.text())
    stop.abort()
    const failed = await reading
    await kit.go()
    return {shape: shapeOf(answer), failed, used: answer.bodyUsed}
  },
  'during the body, seen by a reader': async kit => {
    const stop = new AbortController()
    const answer = await fetch(kit.at({parts: ['first ', 'second']}), {signal: stop.signal})
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    const reason = new Error('ours')
    stop.abort(reason)
    const error: unknown = await reader?.read().catch((thrown: unknown) => thrown)
    await kit.go()
    return {first: plain(first?.value), same: error === reason, closed: await outcome(async () => reader?.closed)}
  },
  'during the body, seen by a clone': async kit => {
    const stop = new AbortController()
    const answer = await fetch(kit.at({parts: ['first ', 'second']}), {signal: stop.signal})
    const copy = answer.clone()
    const both = [outcome(() => answer.text()), outcome(() => copy.text())]
    stop.abort()
    const failed = await Promise.all(both)
    await kit.go()
    return {failed}
  },
  'between headers and reading': async kit => {
    const stop = new AbortController()
    const answer = await fetch(kit.at({parts: ['first ', 'second']}), {signal: stop.signal})
    stop.abort()
    await kit.go()
    return {shape: shapeOf(answer), failed: await outcome(() => answer.text())}
  },
  'after the body changes nothing': async kit => {
    const stop = new AbortController()
    const answer = await fetch(kit.at({body: 'whole'}), {signal: stop.signal})
    const text = await answer.text()
    stop.abort()
    return {text, used: answer.bodyUsed}
  },
  'the signal of a Request': async kit => {
    const stop = new AbortController()
    const request = new Request(kit.at({held: true}), {signal: stop.signal})
    const asked = fetch(request)
    await kit.arrived()
    stop.abort('of the request')
    return {
      failed: await outcome(() => asked),
      own: request.signal === stop.signal,
      aborted: request.signal.aborted,
      reason: plain(request.signal.reason),
    }
  },
  'an init takes the place of the signal of a Request': async kit => {
    const [one, two] = [new AbortController(), new AbortController()]
    const asked = fetch(new Request(kit.at({held: true}), {signal: one.signal}), {signal: two.signal})
    await kit.arrived()
    one.abort()
    await kit.go()
    return {answered: await outcome(async () => told(asked))}
  },
  'a signal of null takes it away': async kit => {
    const one = new AbortController()
    const asked = fetch(new Request(kit.at({held: true}), {signal: one.signal}), {signal: null})
    await kit.arrived()
    one.abort()
    await kit.go()
    return {answered: await outcome(async () => told(asked))}
  },
  'one signal for several': async kit => {
    const stop = new AbortController()
    const asked = [1, 2, 3].map(at => fetch(kit.at({held: true}, `of-many-${at}`), {signal: stop.signal}))
    await kit.arrived(3)
    stop.abort()
    return {failed: await Promise.all(asked.map(each => outcome(() => each)))}
  },
  'a clock that runs out': async kit => {
    const asked = fetch(kit.at({held: true, luck: true}), {signal: AbortSignal.timeout(60)})
    return {failed: await outcome(() => asked)}
  },
  'any of several signals': async kit => {
    const [one, two] = [new AbortController(), new AbortController()]
    const asked = fetch(kit.at({held: true}), {signal: AbortSignal.any([one.signal, two.signal])})
    await kit.arrived()
    two.abort('the second')
    return {failed: await outcome(() => asked)}
  },
  'on the way of a redirect': async kit => {
    const stop = new AbortController()
    const url = kit.at({status: 302, headers: [['Location', kit.at({held: true}, 'second')]]})
    const asked = fetch(url, {signal: stop.signal})
    await kit.arrived(2)
    stop.abort()
    return {failed: await outcome(() => asked)}
  },
  'a listener of the page is called once': async kit => {
    const stop = new AbortController()
    let called = 0
    stop.signal.addEventListener('abort', () => called++)
    const asked = fetch(kit.at({held: true}), {signal: stop.signal})
    await kit.arrived()
    stop.abort()
    stop.abort()
    return {failed: await outcome(() => asked), called}
  },
}

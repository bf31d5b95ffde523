import type {Theme} from '../case'
import {outcome, shapeOf, told} from '../describe'

const loose = fetch as (...given: unknown[]) => unknown

export const errors: Theme = {
  'nothing given': async () => ({failed: await outcome(() => loose())}),
  'odd first arguments': async () => ({
    symbol: await outcome(() => loose(Symbol('s'))),
    thrower: await outcome(() =>
      loose({
        toString() {
          throw new RangeError('no words')
        },
      }),
    ),
    naked: await outcome(() => loose(Object.create(null))),
  }),
  'odd inits': async kit => ({
    found: await Promise.all(
      [1, 'init', true, Symbol('s'), null, undefined, () => {}].map(init =>
        outcome(() => loose(kit.at({}, 'odd'), init)),
      ),
    ),
  }),
  'an init whose getter throws': async kit => ({
    failed: await outcome(() =>
      fetch(kit.at(), {
        get method(): string {
          throw new RangeError('no method')
        },
      }),
    ),
  }),
  'a method that cannot be a text': async kit => ({
    failed: await outcome(() => loose(kit.at(), {method: Symbol('s')})),
  }),
  'a body that cannot be a text': async kit => ({
    failed: await outcome(() => loose(kit.at(), {method: 'POST', body: Symbol('s')})),
    thrower: await outcome(() =>
      loose(kit.at(), {
        method: 'POST',
        body: {
          toString() {
            throw new RangeError('no words')
          },
        },
      }),
    ),
  }),
  'a body whose buffer was given away': async kit => {
    const body = new Uint8Array([1, 2, 3])
    structuredClone(body, {transfer: [body.buffer]})
    return {found: await outcome(async () => told(fetch(kit.at({echo: true}), {method: 'POST', body})))}
  },
  'a connection that is cut before an answer': async kit => ({
    failed: await outcome(() => fetch(kit.at({cuts: 'at once'}), {method: 'POST', body: 'x'})),
  }),
  'a connection that is cut after the headers': async kit => {
    const answer = await fetch(kit.at({cuts: 'after the headers', headers: [['x-one', '1']]}))
    const reading = outcome(() => answer.text())
    await kit.go()
    return {shape: shapeOf(answer), failed: await reading, used: answer.bodyUsed}
  },
  'a connection that is cut in the body': async kit => {
    const answer = await fetch(kit.at({cuts: 'in the body', body: 'half'}))
    const reader = answer.body?.getReader()
    const first = await outcome(async () => (await reader?.read())?.value)
    await kit.go()
    return {first, failed: await outcome(async () => reader?.read()), closed: await outcome(async () => reader?.closed)}
  },
  'a connection that is cut in a body without a length': async kit => {
    const answer = await fetch(kit.at({cuts: 'in the body', chunked: true, body: 'half'}))
    const reading = outcome(() => answer.blob())
    await kit.go()
    return {failed: await reading}
  },
  'a connection that is cut is heard by a clone': async kit => {
    const answer = await fetch(kit.at({cuts: 'in the body', body: 'half'}))
    const both = [outcome(() => answer.clone().text()), outcome(() => answer.text())]
    await kit.go()
    return {failed: await Promise.all(both)}
  },
  'a port where nobody listens': async () => ({failed: await outcome(() => fetch('http://page.test:1/'))}),
  'a failure is the same each time': async kit => {
    const failed = await Promise.all(
      [1, 2].map(() => fetch(kit.at({cuts: 'at once'}), {method: 'POST'}).catch((e: unknown) => e)),
    )
    return {distinct: failed[0] !== failed[1], errors: failed.map(error => error instanceof TypeError)}
  },
  'what is wrong with an init is told first by its order': async kit => ({
    both: await outcome(() => loose('http://[', {method: 'TRACE', headers: {'a b': 'c'}})),
    method: await outcome(() => loose(kit.at(), {method: 'TRACE', headers: {'a b': 'c'}})),
    mode: await outcome(() => loose(kit.at(), {method: 'TRACE', mode: 'odd'})),
    body: await outcome(() => loose(kit.at(), {body: 'x', headers: {'a b': 'c'}})),
  }),
  'a used body in an init': async kit => {
    const response = new Response('stream')
    const {body} = response
    await response.text()
    return {failed: await outcome(() => loose(kit.at(), {method: 'POST', body, duplex: 'half'}))}
  },
  'a failed fetch leaves the next one alone': async kit => ({
    failed: await outcome(() => fetch('http://[')),
    fine: await told(fetch(kit.at({body: 'fine'}))),
  }),
  'a rejection that nobody handles is told to the page once': async kit => {
    const heard: string[] = []
    const note = (event: PromiseRejectionEvent) => {
      heard.push(String(event.reason))
      event.preventDefault()
    }
    addEventListener('unhandledrejection', note)
    void fetch('http://[')
    void fetch(kit.at({}, 'never'), {signal: AbortSignal.abort()})
    await new Promise(done => setTimeout(done, 50))
    removeEventListener('unhandledrejection', note)
    return {heard}
  },
}

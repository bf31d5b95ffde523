import type {Fetch, Network} from './team'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Fault = (send: () => Promise<Response>) => Promise<Response>

const html = '<!doctype html><title>Bad gateway</title>'
const answered = (status: number, headers: Record<string, string> = {}, body = '{"success":false}') =>
  new Response(body, {status, headers: {'content-type': 'application/json', ...headers}})
const cut = () => Promise.reject(new TypeError('fetch failed'))

/** Failures of networks and services. */
export const faults: Readonly<Record<string, Fault>> = {
  'slow down, and for how long': async () => answered(429, {'retry-after': '7'}),
  'slow down': async () => answered(429),
  'a failure': async () => answered(500),
  'a failure after it has acted': async send => {
    await send()
    return answered(500)
  },
  'a gateway’s page': async () => answered(502, {'content-type': 'text/html'}, html),
  'a sign-in page': async () => answered(200, {'content-type': 'text/html'}, html),
  'cut before it has acted': cut,
  async 'cut after it has acted'(send) {
    await send()
    return cut()
  },
  async 'half an answer'(send) {
    const response = await send()
    const text = await response.text()
    return new Response(text.slice(0, Math.floor(text.length / 2)), response)
  },
}

/** Milliseconds that a device waits for a response during these faults. */
export const patience = 400

/** Slow but complete responses. */
export const slownesses: Readonly<Record<string, Fault>> = {
  async slow(send) {
    await new Promise(later => setTimeout(later, patience / 4))
    return send()
  },
  async 'slower than anybody waits, after it has acted'(send) {
    await send()
    return new Promise(() => undefined)
  },
  'slower than anybody waits, before it has acted': () => new Promise(() => undefined),
  async 'stalls in the middle of its answer'(send) {
    const response = await send()
    const text = await response.text()
    const start = new TextEncoder().encode(text.slice(0, Math.floor(text.length / 2)))
    return new Response(new ReadableStream({start: stream => stream.enqueue(start)}), response)
  },
}

/** Each call fails with this probability. */
export const faulty =
  (likelihood: number, chance: () => number): Network =>
  send =>
  async (...given: Parameters<Fetch>) => {
    const all = Object.values(faults)
    const fault = chance() < likelihood ? all[Math.floor(chance() * all.length)] : undefined
    return fault ? fault(() => send(...given)) : send(...given)
  }

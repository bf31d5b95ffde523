import type {Changing, Made, Making, Question, ResponseEvidence, Told, Treatment} from '../isolated/protocol'
import {
  changed,
  contentType,
  isEventStream,
  isOpaque,
  patchResponses,
  readText,
  redirected,
  served,
  unfollowed,
} from './responses'
import {fieldsOf, NativeRequest, readBody, saidBy, textAtOnce, toward, withBody, withMade, type Body} from './bodies'
import {type Channel, makes} from './channel'
import {isLeft, watchLeaving} from './leaving'
import {apply, asText, contains, own, plain, type Callable} from './natives'
import {isAborted, pause, unlessAborted} from './timers'
import {replace, type Puts, type StandIn} from './patch-method'

/** No valid URL ends like this. */
const end = '#\n<'

/** One call of `fetch` that rules change, or may change when they have arrived. */
function sending(native: Callable, channel: Channel, request: Request, question: Question) {
  const signal = saidBy(request, 'signal')
  let body: Body | null | undefined
  let held: Treatment | null = null

  const fetch = (sent: Request) => {
    held = null
    return own(apply(native, undefined, [sent]) as Promise<Response>)
  }

  async function payload(): Promise<string | null> {
    if (body === undefined) body = await own(readBody(request))
    return body && body.text
  }

  /** The request as the page made it; a body that was read is sent again as bytes. */
  const original = () => (body ? withBody(request, body.bytes) : request)

  const make = (making: Making, of?: ResponseEvidence) =>
    channel.make(making, payload, () => fieldsOf(saidBy(request, 'headers')), of)

  async function outgoing({request: change}: Treatment): Promise<Request> {
    // Code for the response gets the request body.
    await own(payload())
    const made = change && (await own(make(change)))
    if (!made || made.text === (body?.text ?? '')) return original()
    body = plain({text: made.text, bytes: null})
    return withMade(request, made)
  }

  /** The changed response; the server's own where the code fails or changes nothing. */
  async function changing(response: Response, change: Changing): Promise<Response> {
    const responseType = contentType(response)
    let text: string | undefined
    if (!change.isFixed) {
      if (isEventStream(responseType)) return response
      try {
        text = await own(readText(response))
      } catch {
        // The page sees the broken connection when it reads the body.
        return response
      }
    }
    const isUnfinished = !change.isFixed && text === undefined
    const made = await own(make(change.body, {response: text, responseType, isUnfinished}))
    if (!made) return response
    const isSame = made.text === text && (change.status ?? change.statusText) === undefined
    return isSame ? response : changed(response, made.text, change)
  }

  async function elsewhere(url: string, given: Request): Promise<Response> {
    const how = saidBy(given, 'redirect')
    if (!contains(url, end)) {
      if (how === 'manual') return unfollowed(saidBy(given, 'url'))
      if (how === 'error') url += end
    }
    const moved = await own(toward(url, given))
    return redirected(await fetch(moved))
  }

  async function answer(treatment: Treatment): Promise<Response> {
    const {delay, request: made, response: change} = treatment
    const {goes} = treatment
    held = treatment
    if (delay) await pause(delay)
    if (change?.isServed) {
      const given = await own(make(change.body))
      if (given) {
        held = null
        return served(given, change, treatment)
      }
    }
    // Without a pause where possible, so that requests keep their order.
    const sent = makes(treatment) ? await own(outgoing(treatment)) : made ? withMade(request, made as Made) : original()
    let response: Response
    try {
      response = await own(goes ? elsewhere(goes, sent) : fetch(sent))
    } catch (error) {
      const isGiven = change && !isAborted(signal)
      const given = isGiven && change.isFixed && (await own(make(change.body)))
      if (!given) throw error
      return served(given, change, treatment)
    }
    if (!change || isOpaque(response)) return response
    const given = await own(changing(response, change))
    return given
  }

  async function run(first: Told): Promise<Response> {
    if (first === null) await channel.ready
    let treatment = first ?? (channel.mode === 'on' ? channel.ask(question) : null)
    if (treatment === 'needs-payload') treatment = channel.ask(plain({...question, payload: await own(payload())}))
    const response = await (treatment === null || treatment === 'needs-payload'
      ? fetch(original())
      : own(answer(treatment)))
    return response
  }

  /** Null: waits for the rules. While a page is left nothing can wait, so what takes time is skipped. */
  return (first: Told): Promise<Response> =>
    isLeft(request) && takesTime(first, request)
      ? fetch(request)
      : unlessAborted(run(first), signal, () => channel.giveUp(held))
}

const takesTime = (told: Told, request: Request) =>
  told === null || told === 'needs-payload' || makes(told) || (told.goes && saidBy(request, 'body')) || told.delay

const asRequest = (input: unknown): Request | null => {
  try {
    return typeof input === 'object' && saidBy(input as Request, 'url') ? (input as Request) : null
  } catch {
    return null
  }
}

const around =
  (channel: Channel) =>
  (native: Callable): StandIn =>
  (self, args) => {
    const mode = channel.mode
    if (mode === 'off' || !args.length || (self ?? window) !== window) return apply(native, self, args)
    patchResponses()
    const init = (args.length > 1 ? args[1] : undefined) as RequestInit | undefined
    let given = args
    try {
      const asked = asRequest(args[0])
      const url = asked ? saidBy(asked, 'url') : asText(args[0])
      // Converted once, since the page can observe the conversion.
      if (!asked) given = [url, init]
      const method = init?.method ?? (asked ? saidBy(asked, 'method') : 'GET')
      const question: Question = {__proto__: null, url, method: asText(method)}
      let treatment = mode === 'on' ? channel.ask(question) : null
      if (treatment === 'needs-payload') {
        const body = init?.body ?? (asked && saidBy(asked, 'body'))
        const payload = textAtOnce(body)
        if (payload !== undefined) treatment = channel.ask(plain({...question, payload}))
      }
      if (mode === 'waiting' || treatment !== null)
        return sending(native, channel, new NativeRequest(asked ?? url, init), question)(treatment)
    } catch {
      // The native function throws the error for invalid arguments.
    }
    return apply(native, self, given)
  }

export function patchFetch(channel: Channel): Puts {
  watchLeaving()
  return replace(window, 'fetch', around(channel))
}

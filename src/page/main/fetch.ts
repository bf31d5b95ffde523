import type {Evidence, Made, Making, Question, Told, Treatment} from '../wire'
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
} from './answers'
import {fieldsOf, NativeRequest, readBody, saidBy, textAtOnce, toward, withBody, withMade, type Body} from './bodies'
import type {Channel} from './channel'
import {isLeft, watchLeaving} from './leaving'
import {makes, runs} from './making'
import {apply, asText, contains, own, plain, type Callable} from './natives'
import {isAborted, pause, unlessAborted} from './pause'
import {replace, type Puts, type StandIn} from './stand-in'

/** At the end of an address that no request can have. */
const end = '#\n<'

type Changing = NonNullable<Treatment['response']>

/** One call of `fetch` that rules act on, or may when they have come. */
function sending(native: Callable, channel: Channel, request: Request, question: Question) {
  const signal = saidBy(request, 'signal')
  /** Undefined as long as nobody has read it. */
  let body: Body | null | undefined
  /** As long as nothing has come of it. */
  let held: Treatment | null = null

  /** The native answer to the request, or to another that stands in for it. */
  const fetch = (sent: Request) => {
    held = null
    return own(apply(native, undefined, [sent]) as Promise<Response>)
  }

  async function payload(): Promise<string | null> {
    if (body === undefined) body = await own(readBody(request))
    return body && body.text
  }

  /** The request as the page made it. A body that was read is sent as the same bytes. */
  const original = () => (body ? withBody(request, body.bytes) : request)

  async function make(making: Making, of?: Omit<Evidence, 'body' | 'requestHeaders'>): Promise<Made | undefined> {
    if (!runs(making)) return making
    const evidence = plain({body: await own(payload()), requestHeaders: fieldsOf(saidBy(request, 'headers')), ...of})
    const made = await own(channel.make(making.run, evidence))
    return made
  }

  /** What is to be sent where code is to run. */
  async function outgoing({request: change}: Treatment): Promise<Request> {
    // Rule code for the answer may look at what was sent, too.
    await own(payload())
    const made = change && (await own(make(change)))
    if (!made || made.text === (body?.text ?? '')) return original()
    body = plain({text: made.text, bytes: null})
    return withMade(request, made)
  }

  /** The response as the rule changes it; the server's own where the code fails, cannot run or changes nothing. */
  async function changing(response: Response, change: Changing): Promise<Response> {
    const responseType = contentType(response)
    let text: string | undefined
    if (!change.isFixed) {
      if (isEventStream(responseType)) return response
      try {
        text = await own(readText(response))
      } catch {
        // The page finds the broken connection when it reads the body.
        return response
      }
    }
    const isUnfinished = !change.isFixed && text === undefined
    const made = await own(make(change.body, {response: text, responseType, isUnfinished}))
    if (!made) return response
    const isSame = made.text === text && (change.status ?? change.statusText) === undefined
    return isSame ? response : changed(response, made.text, change)
  }

  /** The answer of the address that a rule sends the request to. */
  async function elsewhere(url: string, given: Request): Promise<Response> {
    const how = saidBy(given, 'redirect')
    // What ends its way is no redirect.
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
    // At once where it can be: requests of a page stay in their order, by which the log knows them, too.
    const sent = makes(treatment) ? await own(outgoing(treatment)) : made ? withMade(request, made as Made) : original()
    let response: Response
    try {
      response = await own(goes ? elsewhere(goes, sent) : fetch(sent))
    } catch (error) {
      // A server that cannot be reached is answered for.
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

  /** Null: as soon as the rules have come. A document that is left can wait for nothing: what takes time is not done. */
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
      // Written once: a page may see how often it is asked.
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
      // Whatever is wrong with it, the native function says it in its own words.
    }
    return apply(native, self, given)
  }

/** Takes the place of `fetch`; what is returned gives it back, or takes it again. */
export function patchFetch(channel: Channel): Puts {
  watchLeaving()
  return replace(window, 'fetch', around(channel))
}

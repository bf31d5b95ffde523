import {apply, asText, attribute, defineProperty, listenTo, plain, weakly, type Callable} from '../natives'
import type {Channel} from '../channel'
import {replace, together, type Puts, type StandIn} from '../stand-in'
import {shows, stateOf} from './answer'
import {fire, NativeXhr, prototype, refuse, setHeader} from './native'
import {addField, ask, mimeTypes, opened, type Opened} from './opened'
import {treat} from './treated'
import type {Treated} from './treatment'

const targetOf = attribute(Event, 'currentTarget')
const requests = weakly<Opened>()
const heard = weakly<true>()

const treatedOf = (self: unknown): Treated | null | undefined => requests.get(self)?.treated

let isShown = false

/** Requests that rules act on show their answer. Done when the first is made, before a page may copy what the prototype has for it. */
function showAnswers(): void {
  if (isShown) return
  isShown = true
  for (const name in shows)
    replace(prototype, name, native => (self, args) => {
      const answer = treatedOf(self)?.answer
      const asked = () => apply(native, answer ? answer.sent : self, args) as unknown
      return answer ? shows[name as keyof typeof shows]?.(answer, asked, args) : asked()
    })
  const limit =
    (native: Callable): StandIn =>
    (self, args) => {
      const treated = treatedOf(self)
      apply(native, self, args)
      if (!treated) return
      if (treated.answer.sent !== self) apply(native, treated.answer.sent, args)
      treated.limit()
    }
  replace(prototype, 'timeout', limit, 'set')
}

const held = plain({loadstart: 1, readystatechange: 1, error: 1, timeout: 1, load: 1, loadend: 1})

function hear(event: Event): void {
  const treated = treatedOf(targetOf(event))
  // Look-alikes, the page's too, are for its listeners.
  if (treated && event.isTrusted) treated.hear(event)
}

/** Its events come by us. Listeners are called in the order in which they were added, so it is done before the page can. */
function listen(page: object): void {
  showAnswers()
  heard.set(page, true)
  for (const name in held) listenTo(page as EventTarget, name, hear)
}

/** The constructor too, so that ours are the first listeners. */
function patchConstructor(): Puts {
  const put = replace(window, 'XMLHttpRequest', native => (self, args) => apply(native, self, args), undefined, listen)
  return isOn => {
    put(isOn)
    defineProperty(prototype, 'constructor', plain({value: window.XMLHttpRequest}))
  }
}

type Does = (self: XMLHttpRequest, args: readonly unknown[], native: Callable, request: Opened | undefined) => unknown

const open: Does = (self, args, native, before) => {
  const treated = before?.treated
  const state = treated?.isOurs() ? stateOf(treated.answer) : 1
  apply(native, self, args)
  if (treated) {
    treated.leave()
    before.treated = null
  }
  // One of another window, which this one's functions were called on, shows what that window's say of it.
  if (self instanceof NativeXhr) requests.set(self, opened(self, args))
  // To the browser's own nothing may have changed.
  if (state !== 1) fire(self, 'readystatechange')
}

const send =
  (channel: Channel): Does =>
  (self, args, native, request) => {
    if (request?.treated?.isOurs()) return refuse(native, args)
    const isEarly = channel.mode === 'waiting'
    if (!request || request.treated || (isEarly && !request.isAsync)) return apply(native, self, args)
    const body = (args.length > 0 ? args[0] : null) ?? null
    const treatment = isEarly ? null : ask(channel, request)
    if (!isEarly && treatment === null) return apply(native, self, args)
    const isOld = !heard.get(self) && request.isAsync
    const treated = treat(self, request, channel, native, body as XMLHttpRequestBodyInit | null, isOld)
    request.treated = treated
    showAnswers()
    return isEarly ? void treated.startLater() : treated.start(treatment)
  }

const abort: Does = (self, args, native, request) =>
  request?.treated ? request.treated.abort() : apply(native, self, args)

const setRequestHeader: Does = (self, args, native, request) => {
  if (request?.treated?.isOurs()) return refuse(native, args)
  apply(native, self, args)
  if (request) addField(request, asText(args[0]), asText(args[1]))
}

const setWithCredentials: Does = (self, args, native, request) => {
  // The native one may not have been sent yet, and would take it. One that was never opened refuses a header with the same error.
  if (request?.treated?.isOurs() && stateOf(request.treated.answer) > 0) setHeader(new NativeXhr(), 'a', 'a')
  apply(native, self, args)
}

const overrideMimeType: Does = (self, args, native) => {
  apply(native, self, args)
  mimeTypes.set(self, asText(args[0]))
}

/** Takes the place of what a page needs to send an XMLHttpRequest; what is returned gives it back, or takes it again. */
export function patchXhr(channel: Channel): Puts {
  const put = (name: keyof XMLHttpRequest, does: Does, setter?: 'set') =>
    replace(
      prototype,
      name,
      (native): StandIn =>
        (self, args) =>
          does(self as XMLHttpRequest, args, native, requests.get(self)),
      setter,
    )
  // These stay: a request may outlive the rules that acted on it.
  put('open', open)
  put('abort', abort)
  put('setRequestHeader', setRequestHeader)
  put('overrideMimeType', overrideMimeType)
  put('withCredentials', setWithCredentials, 'set')
  return together([put('send', send(channel)), patchConstructor()])
}

import {apply, asText, attribute, defineProperty, listenTo, plain, weakly, type Callable} from '../natives'
import type {Channel} from '../channel'
import {replace, together, type Puts, type StandIn} from '../patch-method'
import {shows, stateOf} from './response'
import {fire, NativeXhr, prototype, refuse, setHeader} from './native'
import {addField, ask, mimeTypes, opened, type Opened} from './opened-request'
import {treat} from './controller'

const targetOf = attribute(Event, 'currentTarget')
type Treated = ReturnType<typeof treat>
type Sending = {readonly opened: Opened; treated: Treated | null}
const requests = weakly<Sending>()
const heard = weakly<true>()

const treatedOf = (self: unknown): Treated | null | undefined => requests.get(self)?.treated

let isShown = false

/** Patches what shows the response at the first request, before a page can copy it. */
function showAnswers(): void {
  if (isShown) return
  isShown = true
  for (const name in shows)
    replace(prototype, name, native => (self, args) => {
      const answer = treatedOf(self)?.answer
      const asked = () => apply(native, self, args) as unknown
      return answer ? shows[name as keyof typeof shows]?.(answer, asked, args) : asked()
    })
  const limit =
    (native: Callable): StandIn =>
    (self, args) => {
      const treated = treatedOf(self)
      apply(native, self, args)
      treated?.limit()
    }
  replace(prototype, 'timeout', limit, 'set')
}

const held = plain({loadstart: 1, readystatechange: 1, error: 1, timeout: 1, load: 1, loadend: 1})

function hear(event: Event): void {
  const treated = treatedOf(targetOf(event))
  // Events of ours and of the page are not trusted.
  if (treated && event.isTrusted) treated.hear(event)
}

/** Adds our listeners before the page can add its own. */
function listen(page: object): void {
  showAnswers()
  heard.set(page, true)
  for (const name in held) listenTo(page as EventTarget, name, hear)
}

function patchConstructor(): Puts {
  const put = replace(window, 'XMLHttpRequest', native => (self, args) => apply(native, self, args), undefined, listen)
  return isOn => {
    put(isOn)
    defineProperty(prototype, 'constructor', plain({value: window.XMLHttpRequest}))
  }
}

type Does = (self: XMLHttpRequest, args: readonly unknown[], native: Callable, request: Sending | undefined) => unknown

const open: Does = (self, args, native, before) => {
  const treated = before?.treated
  const state = treated?.isOurs() ? stateOf(treated.answer) : 1
  apply(native, self, args)
  treated?.leave()
  // An object of another window is handled by that window's functions.
  if (self instanceof NativeXhr) requests.set(self, plain<Sending>({opened: opened(self, args), treated: null}))
  // For the native request the state has not changed.
  if (state !== 1) fire(self, 'readystatechange')
}

const send =
  (channel: Channel): Does =>
  (self, args, native, request) => {
    if (request?.treated?.isOurs()) return refuse(native, args)
    const isEarly = channel.mode === 'waiting'
    // An object that is older than the rules has listeners of the page before ours.
    const isOld = request?.opened.isAsync && !heard.get(self)
    if (!request || request.treated || isOld || (isEarly && !request.opened.isAsync)) return apply(native, self, args)
    const body = (args.length > 0 ? args[0] : null) ?? null
    const treatment = isEarly ? null : ask(channel, request.opened)
    if (!isEarly && treatment === null) return apply(native, self, args)
    const treated = treat(self, request.opened, channel, native, body as XMLHttpRequestBodyInit | null)
    request.treated = treated
    showAnswers()
    return isEarly ? void treated.startLater() : treated.start(treatment)
  }

const abort: Does = (self, args, native, request) =>
  request?.treated ? request.treated.abort() : apply(native, self, args)

const setRequestHeader: Does = (self, args, native, request) => {
  if (request?.treated?.isOurs()) return refuse(native, args)
  apply(native, self, args)
  if (request) addField(request.opened, asText(args[0]), asText(args[1]))
}

const setWithCredentials: Does = (self, args, native, request) => {
  // The native setter would accept it, since the request waits. A header on a new object throws the right error.
  if (request?.treated?.isOurs() && stateOf(request.treated.answer) > 0) setHeader(new NativeXhr(), 'a', 'a')
  apply(native, self, args)
}

const overrideMimeType: Does = (self, args, native) => {
  apply(native, self, args)
  mimeTypes.set(self, asText(args[0]))
}

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
  // Not undone: a request may outlive the rules that changed it.
  put('open', open)
  put('abort', abort)
  put('setRequestHeader', setRequestHeader)
  put('overrideMimeType', overrideMimeType)
  put('withCredentials', setWithCredentials, 'set')
  return together([put('send', send(channel)), patchConstructor()])
}

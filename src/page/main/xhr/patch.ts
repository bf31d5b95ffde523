import {
  apply,
  toDomString,
  bindGetter,
  defineProperty,
  addListener,
  withoutPrototype,
  createWeakMap,
  type Callable,
} from '../natives'
import type {Channel} from '../channel'
import {patchMethod, combinePatches, type PatchHandle, type PatchedFunction} from '../patch-method'
import {shownProperties, getReadyState} from './response'
import {fireEvent, NativeXhr, prototype, throwInvalidState, setNativeHeader} from './native'
import {addHeader, queryRules, overriddenMimeTypes, createOpenedRequest, type OpenedRequest} from './opened-request'
import {XhrController} from './controller'

const getCurrentTarget = bindGetter(Event, 'currentTarget')
type TrackedXhr = {readonly request: OpenedRequest; controller: XhrController | null}
const trackedXhrs = createWeakMap<TrackedXhr>()
const hasListeners = createWeakMap<true>()

const getController = (self: unknown): XhrController | null | undefined => trackedXhrs.get(self)?.controller

let areGettersPatched = false

/** Patches the getters of the response at the first request, before a page can copy them. */
function patchGetters(): void {
  if (areGettersPatched) return
  areGettersPatched = true
  for (const name in shownProperties)
    patchMethod(prototype, name, native => (self, args) => {
      const response = getController(self)?.response
      const getNative = () => apply(native, self, args) as unknown
      return response ? shownProperties[name as keyof typeof shownProperties]?.(response, getNative, args) : getNative()
    })
  const updateTimeout =
    (native: Callable): PatchedFunction =>
    (self, args) => {
      const controller = getController(self)
      apply(native, self, args)
      controller?.timeout.update()
    }
  patchMethod(prototype, 'timeout', updateTimeout, 'set')
}

const heldEvents = withoutPrototype({loadstart: 1, readystatechange: 1, error: 1, timeout: 1, load: 1, loadend: 1})

function onEvent(event: Event): void {
  const controller = getController(getCurrentTarget(event))
  // Only native events are trusted.
  if (controller && event.isTrusted) controller.onNativeEvent(event)
}

/** Adds the listeners before the page can add its own. */
function addListeners(xhr: object): void {
  patchGetters()
  hasListeners.set(xhr, true)
  for (const name in heldEvents) addListener(xhr as EventTarget, name, onEvent)
}

function patchConstructor(): PatchHandle {
  const setPatched = patchMethod(
    window,
    'XMLHttpRequest',
    native => (self, args) => apply(native, self, args),
    undefined,
    addListeners,
  )
  return isOn => {
    setPatched(isOn)
    defineProperty(prototype, 'constructor', withoutPrototype({value: window.XMLHttpRequest}))
  }
}

type PatchedMember = (
  self: XMLHttpRequest,
  args: readonly unknown[],
  native: Callable,
  tracked: TrackedXhr | undefined,
) => unknown

const open: PatchedMember = (self, args, native, previous) => {
  const controller = previous?.controller
  const readyState = controller?.isIntercepting ? getReadyState(controller.response) : 1
  apply(native, self, args)
  controller?.close()
  // The functions of another window handle the objects of that window.
  if (self instanceof NativeXhr)
    trackedXhrs.set(self, withoutPrototype<TrackedXhr>({request: createOpenedRequest(self, args), controller: null}))
  // The native state was 1 before, so the browser fires no event.
  if (readyState !== 1) fireEvent(self, 'readystatechange')
}

const send =
  (channel: Channel): PatchedMember =>
  (self, args, native, tracked) => {
    if (tracked?.controller?.isIntercepting) return throwInvalidState(native, args)
    const isPending = channel.mode === 'pending'
    // An object that was created before the patch may have earlier listeners of the page.
    const isOlder = tracked?.request.isAsync && !hasListeners.get(self)
    if (!tracked || tracked.controller || isOlder || (isPending && !tracked.request.isAsync))
      return apply(native, self, args)
    const {request} = tracked
    const body = (args.length > 0 ? args[0] : null) ?? null
    const decision = isPending ? null : queryRules(channel, request)
    if (!isPending && decision === null) return apply(native, self, args)
    const controller = new XhrController(request, channel, native, body as XMLHttpRequestBodyInit | null)
    tracked.controller = controller
    patchGetters()
    return isPending ? void controller.waitForRules() : controller.handle(decision)
  }

const abort: PatchedMember = (self, args, native, tracked) =>
  tracked?.controller ? tracked.controller.abort() : apply(native, self, args)

const setRequestHeader: PatchedMember = (self, args, native, tracked) => {
  if (tracked?.controller?.isIntercepting) return throwInvalidState(native, args)
  apply(native, self, args)
  if (tracked) addHeader(tracked.request, toDomString(args[0]), toDomString(args[1]))
}

const setWithCredentials: PatchedMember = (self, args, native, tracked) => {
  const controller = tracked?.controller
  // The native setter would accept the value, since the browser has not sent the request.
  // A header on a new object throws the InvalidStateError.
  if (controller?.isIntercepting && getReadyState(controller.response) > 0) setNativeHeader(new NativeXhr(), 'a', 'a')
  apply(native, self, args)
}

const overrideMimeType: PatchedMember = (self, args, native) => {
  apply(native, self, args)
  overriddenMimeTypes.set(self, toDomString(args[0]))
}

export function patchXhr(channel: Channel): PatchHandle {
  const patch = (name: keyof XMLHttpRequest, patched: PatchedMember, setter?: 'set') =>
    patchMethod(
      prototype,
      name,
      (native): PatchedFunction =>
        (self, args) =>
          patched(self as XMLHttpRequest, args, native, trackedXhrs.get(self)),
      setter,
    )
  // Never restored, since a request may outlive the rules that changed it.
  patch('open', open)
  patch('abort', abort)
  patch('setRequestHeader', setRequestHeader)
  patch('overrideMimeType', overrideMimeType)
  patch('withCredentials', setWithCredentials, 'set')
  return combinePatches([patch('send', send(channel)), patchConstructor()])
}

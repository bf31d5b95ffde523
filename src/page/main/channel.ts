import {
  toIsolated,
  type BodySource,
  type FromIsolated,
  type FromMain,
  type Mode,
  type RequestAction,
  type RequestDecision,
  type RequestQuery,
  type ResponseArguments,
  type ScriptArguments,
  type SyntheticBody,
} from '../isolated/protocol'
import {receiveIsolatedNode, listenForMessages} from './handshake'
import {dispatchEvent, protectPromise, withoutPrototype, createPromise, stringify} from './natives'

export const isDeferred = (source: BodySource | undefined): source is {readonly deferredId: number} =>
  !!source && 'deferredId' in source

export const hasDeferredBody = ({request, response}: RequestAction): boolean =>
  isDeferred(request) || isDeferred(response?.body)

const NativeCustomEvent = CustomEvent

export type Channel = {
  mode: Mode
  /** Resolves when the rules have arrived. */
  readonly ready: Promise<void>
  readonly query: (query: RequestQuery) => RequestDecision
  /** Reports that a request was aborted before it was sent. */
  readonly reportAbort: (action: RequestAction | null) => void
  /** Returns undefined if the original body must be used. */
  readonly createBody: (
    source: BodySource,
    readPayload: () => Promise<string | null>,
    getHeaders: () => Record<string, string>,
    response?: ResponseArguments,
  ) => Promise<SyntheticBody | undefined>
}

/**
 * Calls `onChange` when ISOLATED connects and at each change of mode.
 * Returns the event name for the handshake in pages that are already open.
 */
export function connectIsolated(onChange: (channel: Channel) => void): string {
  let node: EventTarget
  let decision: RequestDecision = null
  const resolvers: Record<number, ((body?: SyntheticBody) => void) | undefined> = /* @__PURE__ */ withoutPrototype({})
  let resolveReady: () => void

  /** `__proto__: null` in a literal is faster than removing the prototype. */
  const send = (message: FromMain) =>
    dispatchEvent(node, new NativeCustomEvent(toIsolated, {__proto__: null, detail: stringify(message)} as object))

  const channel: Channel = {
    mode: 'pending',
    ready: createPromise<void>(resolve => {
      resolveReady = resolve
    }),
    query(query) {
      decision = null
      send(query)
      return decision
    },
    reportAbort(action) {
      if (action) send({__proto__: null, gone: action.time})
    },
    async createBody(source, readPayload, getHeaders, response) {
      if (!isDeferred(source)) return source
      const {deferredId} = source
      const args: ScriptArguments = withoutPrototype({
        body: await protectPromise(readPayload()),
        requestHeaders: getHeaders(),
        ...response,
      })
      const body = await createPromise<SyntheticBody | undefined>(resolve => {
        resolvers[deferredId] = resolve
        send({__proto__: null, deferredId, args})
      })
      return body
    },
  }

  function onMessage(message: FromIsolated) {
    if ('decision' in message) decision = message.decision
    else if ('mode' in message) {
      if (message.mode !== 'pending') {
        channel.mode = message.mode
        resolveReady()
      }
      onChange(channel)
    } else {
      resolvers[message.deferredId]?.(message.body)
      resolvers[message.deferredId] = undefined
    }
  }

  return receiveIsolatedNode(received => {
    node = received
    listenForMessages(node, onMessage as (message: unknown) => void)
  })
}

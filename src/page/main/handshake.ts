import {handshakeEvent, toMain} from '../isolated/protocol'
import {bindGetter, addListener, bindMethod, withoutPrototype, parseJson, stringify} from './natives'

const getDetail = bindGetter(CustomEvent, 'detail')
const getRelatedTarget = bindGetter(MouseEvent, 'relatedTarget')
const preventDefault = bindMethod(Event, 'preventDefault')
const fillRandom = bindMethod(Crypto, 'getRandomValues')

type OnNode = (node: EventTarget) => void

export const listenForMessages = (node: EventTarget, onMessage: (message: unknown) => void): void =>
  addListener(node, toMain, (event: Event) => onMessage(parseJson(getDetail(event as CustomEvent<string>) as string)))

/** Receives the node that ISOLATED sends in an event. Canceling the event confirms the receipt. */
export function receiveNode(name: string, onNode: OnNode): void {
  const onEvent = (event: Event) => {
    preventDefault(event)
    onNode(getRelatedTarget(event as MouseEvent) as EventTarget)
  }
  addListener(document, name, onEvent, withoutPrototype({once: true}))
}

/**
 * Waits for the node. Scripts of a page that was already open can send `handshakeEvent`
 * themselves, so in such a page ISOLATED uses the random event name that is returned here.
 */
export function receiveIsolatedNode(onNode: OnNode): string {
  const name = stringify(fillRandom(crypto, new Uint32Array(4)))
  let isConnected = false
  receiveNode(handshakeEvent, node => {
    if (!isConnected) onNode(node)
  })
  receiveNode(name, node => {
    isConnected = true
    onNode(node)
  })
  return name
}

import {toIsolated, toMain} from './protocol'

export function openChannel(onMessage: (message: unknown) => void) {
  let node: EventTarget | null = null
  const onEvent = (event: Event) => onMessage(JSON.parse((event as CustomEvent<string>).detail))
  return {
    send: (message: unknown) => node?.dispatchEvent(new CustomEvent(toMain, {detail: JSON.stringify(message)})),
    /** Listens to this node instead of the previous one. */
    connect(next: EventTarget): void {
      node?.removeEventListener(toIsolated, onEvent)
      node = next
      node.addEventListener(toIsolated, onEvent)
    },
  }
}

/** Returns true if MAIN took the node. Safe only before the first script of the page runs. */
export const offerNode = (name: string, node: EventTarget): boolean =>
  !document.dispatchEvent(new MouseEvent(name, {relatedTarget: node, cancelable: true}))

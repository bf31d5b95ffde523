import {toIsolated, toMain} from './protocol'

export function openChannel(hear: (message: unknown) => void) {
  let node: EventTarget | null = null
  const listen = (asked: Event) => hear(JSON.parse((asked as CustomEvent<string>).detail))
  return {
    say: (message: unknown) => node?.dispatchEvent(new CustomEvent(toMain, {detail: JSON.stringify(message)})),
    /** Listens to this node instead of the last one. */
    hold(found: EventTarget): void {
      node?.removeEventListener(toIsolated, listen)
      node = found
      node.addEventListener(toIsolated, listen)
    },
  }
}

/** Returns whether MAIN took the node. Safe only before any script of the page runs. */
export const handOver = (name: string, node: EventTarget): boolean =>
  !document.dispatchEvent(new MouseEvent(name, {relatedTarget: node, cancelable: true}))

import {toIsolated, toMain} from '../wire'

export type Channel = {
  readonly say: (message: unknown) => void
  /** MAIN holds this node too. The node before it is no longer listened to. */
  readonly hold: (node: EventTarget) => void
}

/** The side of ISOLATED. */
export function openChannel(hear: (message: unknown) => void): Channel {
  let node: EventTarget | null = null
  const listen = (asked: Event) => hear(JSON.parse((asked as CustomEvent<string>).detail))
  return {
    say: message => node?.dispatchEvent(new CustomEvent(toMain, {detail: JSON.stringify(message)})),
    hold(found) {
      node?.removeEventListener(toIsolated, listen)
      node = found
      node.addEventListener(toIsolated, listen)
    },
  }
}

/** Hands a node to MAIN and returns whether MAIN took it. Only before any script of the page runs: a page could listen for the same event. */
export const handOver = (name: string, node: EventTarget): boolean =>
  !document.dispatchEvent(new MouseEvent(name, {relatedTarget: node, cancelable: true}))

import {toIsolated, toMain} from '../wire'

export type Channel = {
  readonly say: (message: unknown) => void
  /** MAIN is who holds this node too; who held one before is heard no more. */
  readonly hold: (node: EventTarget | null) => void
}

/**
 * The side of ISOLATED. Where `isFirst` it waits for the one event that MAIN sends before any script of the page runs, and is told the
 * number that MAIN says of itself. Later a page could send the same.
 */
export function openChannel(
  meeting: string,
  isFirst: boolean,
  met: (detail: number) => void,
  hear: (message: unknown) => void,
): Channel {
  let node: EventTarget | null = null
  const listen = (asked: Event) => hear(JSON.parse((asked as CustomEvent<string>).detail))

  function hold(found: EventTarget | null): void {
    node?.removeEventListener(toIsolated, listen)
    node = found
    node?.addEventListener(toIsolated, listen)
  }

  const meet = (event: Event) => {
    hold((event as MouseEvent).relatedTarget)
    met((event as MouseEvent).detail)
  }
  if (isFirst) document.addEventListener(meeting, meet, {once: true, capture: true})
  return {
    say: message => node?.dispatchEvent(new CustomEvent(toMain, {detail: JSON.stringify(message)})),
    hold,
  }
}

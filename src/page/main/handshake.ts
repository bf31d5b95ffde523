import {meeting, toMain} from '../isolated/protocol'
import {attribute, listenTo, operation, plain, read, written} from './natives'

const detailOf = attribute(CustomEvent, 'detail')
const otherOf = attribute(MouseEvent, 'relatedTarget')
const cancel = operation(Event, 'preventDefault')
const fill = operation(Crypto, 'getRandomValues')

type Take = (node: EventTarget) => void

export const hearOn = (node: EventTarget, hear: (message: unknown) => void): void =>
  listenTo(node, toMain, (event: Event) => hear(read(detailOf(event as CustomEvent<string>) as string)))

/** Takes the node that ISOLATED sends in an event of this name; cancelling the event confirms it. */
export function takeNode(name: string, take: Take): void {
  const hear = (event: Event) => {
    cancel(event)
    take(otherOf(event as MouseEvent) as EventTarget)
  }
  listenTo(document, name, hear, plain({once: true}))
}

/** Waits for the node. In a page that was already open, scripts can send `meeting`, so ISOLATED uses the random name returned here. */
export function awaitIsolated(take: Take): string {
  const name = written(fill(crypto, new Uint32Array(4)))
  let isMet = false
  takeNode(meeting, node => {
    if (!isMet) take(node)
  })
  takeNode(name, node => {
    isMet = true
    take(node)
  })
  return name
}

import {meeting, toMain} from '../wire'
import {attribute, listenTo, operation, plain, read, written} from './natives'

const detailOf = attribute(CustomEvent, 'detail')
const otherOf = attribute(MouseEvent, 'relatedTarget')
const cancel = operation(Event, 'preventDefault')
const fill = operation(Crypto, 'getRandomValues')

type Take = (node: EventTarget) => void

/** What ISOLATED says on the node that both hold. */
export const hearOn = (node: EventTarget, hear: (message: unknown) => void): void =>
  listenTo(node, toMain, (event: Event) => hear(read(detailOf(event as CustomEvent<string>) as string)))

/** Takes the node that ISOLATED, which runs after MAIN, hands over in an event of this name. A canceled event is one that was taken. */
export function takeNode(name: string, take: Take): void {
  const hear = (event: Event) => {
    cancel(event)
    take(otherOf(event as MouseEvent) as EventTarget)
  }
  listenTo(document, name, hear, plain({once: true}))
}

/**
 * Waits for the node from ISOLATED. In a page that was open before, any script may send an event whose name it knows, so ISOLATED uses the
 * random name that is returned here, which the worker passes on. A node that comes by that name replaces any other.
 */
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

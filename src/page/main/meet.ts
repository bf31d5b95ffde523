import {toMain} from '../wire'
import {attribute, dispatch, listenTo, operation, plain, read, written} from './natives'

const detailOf = attribute(CustomEvent, 'detail')
const otherOf = attribute(MouseEvent, 'relatedTarget')
const fill = operation(Crypto, 'getRandomValues')

/** Comes to hold a node that ISOLATED holds as well. */
export type Meet = (take: (node: EventTarget) => void) => unknown

/** What ISOLATED says on the node that both hold. */
export const hearOn = (node: EventTarget, hear: (message: unknown) => void): void =>
  listenTo(node, toMain, (event: Event) => hear(read(detailOf(event as CustomEvent<string>) as string)))

/** Before any script of the page: hands a node to ISOLATED, which was there before, or else nothing happens. `detail` is what it is told of MAIN. */
export const meetFirst =
  (meeting: string, detail: number): Meet =>
  take => {
    const node = new Text()
    take(node)
    dispatch(document, new MouseEvent(meeting, plain({relatedTarget: node, detail})))
  }

/**
 * In a page that was open before, whose scripts may listen to whatever name they know: ISOLATED hands over the node, by a name that is
 * made here and that it learns from the worker.
 */
export function meetLater(take: (node: EventTarget) => void): string {
  const name = written(fill(crypto, new Uint32Array(4)))
  const meet = (event: Event) => take(otherOf(event as MouseEvent) as EventTarget)
  listenTo(document, name, meet, plain({once: true}))
  return name
}

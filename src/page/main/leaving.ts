import {saidBy} from './bodies'
import {apply, attribute, getOwnPropertyDescriptor, listenTo, typeOf, type Callable} from './natives'

const eventNow = getOwnPropertyDescriptor(window, 'event')?.get as Callable
const visibilityOf = attribute(Document, 'visibilityState')
let isGone = false

export function watchLeaving(): void {
  const hear = (event: Event) => {
    isGone = typeOf(event) === 'pagehide'
  }
  listenTo(window, 'pagehide', hear, true)
  listenTo(window, 'pageshow', hear, true)
}

/** Whether the page is being left and this request belongs to that. */
export function isLeft(request: Request): boolean | undefined {
  if (isGone || !saidBy(request, 'keepalive')) return isGone
  const event = apply(eventNow, window, []) as Event | undefined
  return visibilityOf(document) === 'hidden' || (event && typeOf(event) === 'beforeunload')
}

import type {Told} from '../../wire'
import type {Answer} from './answer'

/** A request that rules act on. */
export type Treated = {
  readonly answer: Answer
  /** What happens to it is told by us: it waits to be sent, is answered without a server, or its answer is held back. */
  readonly isOurs: () => boolean
  /** In the same turn, as far as nothing has to be waited for. It throws what the native one throws. */
  readonly start: (treatment: Told) => void
  /** Once the rules have come. */
  readonly startLater: () => Promise<void>
  /** What the browser tells, before the page hears it. */
  readonly hear: (event: Event) => void
  /** As the page has changed it. */
  readonly limit: () => void
  /** As the page asks for. */
  readonly abort: () => void
  /** The page uses the same object for another request, or ends this one. */
  readonly leave: () => void
}

import type {JsonRecord} from '../../model/json'
import type {ActivityPort} from '../request-log/request-events'
import type {PageSurface} from '../browser-adapter'

/** A body, null where Chrome has it no more, as of a page that was left; `encoding` is `base64` where it is bytes. */
export type Content = {readonly text: string | null; readonly encoding: string}

/** A request that has come to its end, as DevTools recorded it. */
export type Finished = {
  /** An entry of a HAR file, without its body. */
  readonly har: JsonRecord
  content(): Promise<Content>
}

export type PanelSurface = PageSurface & {
  readonly activity: ActivityPort
  readonly tab: number
  /** Calls back for each request of the tab that comes to its end; returns how to stop. */
  onFinished(listener: (finished: Finished) => void): () => void
  openOptions(hash: string): void
}

import type {JsonRecord} from '../../model/json'
import type {ActivityPort} from '../request-log/request-events'
import type {PageBrowserAdapter} from '../browser-adapter'

/** A body; null if Chrome dropped it. `encoding` is `base64` for bytes. */
export type ResponseBody = {readonly text: string | null; readonly encoding: string}

/** A finished request, as DevTools recorded it. */
export type FinishedRequest = {
  /** An entry of a HAR file, without its body. */
  readonly har: JsonRecord
  readBody(): Promise<ResponseBody>
}

export type PanelBrowserAdapter = PageBrowserAdapter & {
  readonly activity: ActivityPort
  readonly tab: number
  /** Calls back for each finished request of the tab; returns a function that stops. */
  onFinished(listener: (finished: FinishedRequest) => void): () => void
  openOptions(hash: string): void
}

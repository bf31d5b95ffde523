import type {JsonRecord} from '../../model/json'
import type {ActivityPort} from '../request-log/request-events'
import type {PageBrowserAdapter} from '../browser-adapter'

/** A body, null where Chrome has it no more, as of a page that was left; `encoding` is `base64` where it is bytes. */
export type ResponseBody = {readonly text: string | null; readonly encoding: string}

/** A request that has come to its end, as DevTools recorded it. */
export type FinishedRequest = {
  /** An entry of a HAR file, without its body. */
  readonly har: JsonRecord
  readBody(): Promise<ResponseBody>
}

export type PanelBrowserAdapter = PageBrowserAdapter & {
  readonly activity: ActivityPort
  readonly tab: number
  /** Calls back for each request of the tab that comes to its end; returns how to stop. */
  onFinished(listener: (finished: FinishedRequest) => void): () => void
  openOptions(hash: string): void
}

import {readForPreview, type ImportUpdate, type ImportRequest} from '../../../src/import-export/reader'

/** Reads files like the real worker, but in the page. */
export class ReadingWorker extends EventTarget {
  postMessage(asked: ImportRequest) {
    void readForPreview(asked, (data: ImportUpdate) => this.dispatchEvent(new MessageEvent('message', {data})))
  }
  terminate() {}
}

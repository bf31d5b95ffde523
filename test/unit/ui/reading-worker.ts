import {readForPreview, type FromReader, type ToReader} from '../../../src/import-export/reader'

/** Reads files like the real worker, but in the page. */
export class ReadingWorker extends EventTarget {
  postMessage(asked: ToReader) {
    void readForPreview(asked, (data: FromReader) => this.dispatchEvent(new MessageEvent('message', {data})))
  }
  terminate() {}
}

import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {readForPreview, type FromReader, type ToReader} from '../src/import-export/reader'

/** The worker in which the options page reads a file: a large one takes seconds, and can be stopped with it. */
export default defineUnlistedScript(() => {
  const tell = (said: FromReader) => postMessage(said)
  addEventListener('message', ({data}: MessageEvent<ToReader>) => void readForPreview(data, tell))
})

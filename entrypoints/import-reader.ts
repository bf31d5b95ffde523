import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {readForPreview, type FromReader, type ToReader} from '../src/import-export/reader'

/** Reads imported files in a worker, since a large file takes seconds. */
export default defineUnlistedScript(() => {
  const post = (message: FromReader) => postMessage(message)
  addEventListener('message', ({data}: MessageEvent<ToReader>) => void readForPreview(data, post))
})

import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {readForPreview, type ImportUpdate, type ImportRequest} from '../src/import-export/reader'

/** Reads imported files in a worker, since a large file takes seconds. */
export default defineUnlistedScript(() => {
  const post = (message: ImportUpdate) => postMessage(message)
  addEventListener('message', ({data}: MessageEvent<ImportRequest>) => void readForPreview(data, post))
})

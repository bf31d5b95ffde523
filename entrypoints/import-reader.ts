import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {readForPreview, type ImportUpdate, type ImportRequest} from '../src/import-export/reader'

/** Reads imported files in a worker, since a large file takes seconds. */
export default defineUnlistedScript(() => {
  const post = (said: ImportUpdate) => postMessage(said)
  addEventListener('message', ({data}: MessageEvent<ImportRequest>) => void readForPreview(data, post))
})

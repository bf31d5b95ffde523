import {noteText, type NoteText} from '../../../import-export/notes'
import type {ImportUpdate, ReadFile, ImportRequest} from '../../../import-export/reader'
import type {Progress} from '../../../import-export/import-types'

type Outcome = {readonly file: ReadFile} | {readonly failed: NoteText}
export type Reading = {
  /** Never settles after `stop`. */
  readonly outcome: Promise<Outcome>
  stop(): void
}

const workerUrl = '/import-reader.js'

/** Reads in a worker, so that the page stays responsive and can stop it. */
export function startReading(request: ImportRequest, onProgress: (progress: Progress) => void): Reading {
  const worker = new Worker(workerUrl)
  const outcome = new Promise<Outcome>(done => {
    const end = (result: Outcome) => {
      worker.terminate()
      done(result)
    }
    worker.addEventListener('message', ({data}: MessageEvent<ImportUpdate>) =>
      'progress' in data ? onProgress(data.progress) : end(data),
    )
    // The worker ran out of memory or could not be loaded.
    worker.addEventListener('error', ({message}) => end({failed: noteText('verbatim', {message})}))
  })
  worker.postMessage(request, [])
  return {outcome, stop: () => worker.terminate()}
}

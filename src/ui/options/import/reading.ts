import {noteText, type NoteText} from '../../../import-export/notes'
import type {ImportUpdate, ReadFile, ImportRequest} from '../../../import-export/reader'
import type {Progress} from '../../../import-export/import-types'

type Outcome = {readonly file: ReadFile} | {readonly failed: NoteText}
export type Reading = {
  /** Never settles once it is stopped. */
  readonly outcome: Promise<Outcome>
  stop(): void
}

const address = '/import-reader.js'

/** Reads in a worker, so that the page stays responsive and can stop it. */
export function startReading(asked: ImportRequest, onProgress: (progress: Progress) => void): Reading {
  const worker = new Worker(address)
  const outcome = new Promise<Outcome>(done => {
    const end = (said: Outcome) => {
      worker.terminate()
      done(said)
    }
    worker.addEventListener('message', ({data}: MessageEvent<ImportUpdate>) =>
      'progress' in data ? onProgress(data.progress) : end(data),
    )
    // It ran out of memory, or could not be loaded.
    worker.addEventListener('error', ({message}) => end({failed: noteText('verbatim', {message})}))
  })
  worker.postMessage(asked, [])
  return {outcome, stop: () => worker.terminate()}
}

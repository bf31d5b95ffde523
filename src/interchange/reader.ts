import type {StoredRecord} from '../contract/rule'
import {isImportError} from './import-error'
import {readRules} from './import-rules'
import type {Imported, Progress} from './imported'
import {judgedBy, type Judged} from './judged'
import {textOfBytes} from './text/text-of-bytes'

/** What a worker is asked: a file or a pasted text, and the rules that are here already. */
export type ToReader = {readonly from: Blob | string; readonly rules: readonly StoredRecord[]}

export type ReadFile = {readonly imported: Imported; readonly judged: readonly Judged[]}

/** What the worker says: how far it is, and once what it has read, or why it could not, in words. */
export type FromReader = {readonly progress: Progress} | {readonly file: ReadFile} | {readonly failed: string}

/** So long it is silent at least, in milliseconds: a word for each step would take longer than the steps. */
const pause = 100

const textOf = async (from: Blob | string) =>
  typeof from === 'string' ? from : textOfBytes(new Uint8Array(await from.arrayBuffer()))

/** Reads a file, telling how far it is. To stop it, end the worker it runs in. */
export async function readForPreview({from, rules}: ToReader, tell: (said: FromReader) => void): Promise<void> {
  try {
    const reading = readRules(await textOf(from))
    for (let told = performance.now(); ;) {
      const step = reading.next()
      if (step.done === true) return tell({file: {imported: step.value, judged: judgedBy(rules, step.value.records)}})
      if (performance.now() - told < pause) continue
      told = performance.now()
      tell({progress: step.value})
    }
  } catch (error) {
    if (isImportError(error)) return tell({failed: error.message})
    // A file that was taken away, or that is larger than memory.
    tell({failed: error instanceof Error ? error.message : String(error)})
  }
}

import {notUtf8} from '../contract/reasons'
import {ImportError, isImportError, placeOf} from './import-error'
import type {StoredRecord} from '../contract/rule'
import {readRules} from './import-rules'
import type {Imported, Progress} from './imported'
import {type Judged, judgedBy} from './judged'

/** UTF-16 begins with a mark that nothing in UTF-8 can begin with; some editors and shells of Windows write it. */
const marks = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

/**
 * The text of a file, in UTF-8 or UTF-16. Throws an `ImportError` that names line and column where it is in neither: letters would be lost
 * without a word.
 */
function textOfBytes(bytes: Uint8Array): string {
  const [, , encoding = 'utf-8'] = marks.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  try {
    return new TextDecoder(encoding, {fatal: true}).decode(bytes)
  } catch (cause) {
    const asRead = new TextEncoder().encode(new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes))
    const index = bytes.findIndex((byte, at) => byte !== asRead[at])
    const before = new TextDecoder().decode(bytes.subarray(0, index))
    throw new ImportError(placeOf(before, before.length), 'unknown-format', notUtf8, {cause})
  }
}

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

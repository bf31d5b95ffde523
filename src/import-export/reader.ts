import {getReason} from '../model/faults'
import {noteText, type NoteText} from './notes'
import {ImportError, isImportError, toLineAndColumn} from './import-error'
import type {StoredRecord} from '../model/rule'
import {readRules} from './import-rules'
import type {ImportResult, Progress} from './import-types'
import {type RecordVerdict, getVerdicts} from './import-verdicts'

/** The byte order marks of UTF-16, which some Windows programs write. */
const byteOrderMarks = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
] as const

function decodeBytes(bytes: Uint8Array): string {
  const [, , encoding = 'utf-8'] =
    byteOrderMarks.find(([first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  try {
    return new TextDecoder(encoding, {fatal: true}).decode(bytes)
  } catch (cause) {
    const reencoded = new TextEncoder().encode(new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes))
    const index = bytes.findIndex((byte, at) => byte !== reencoded[at])
    const before = new TextDecoder().decode(bytes.subarray(0, index))
    throw new ImportError(toLineAndColumn(before, before.length), 'unknown-format', noteText('notUtf8'), {cause})
  }
}

/** A file or a pasted text, and the rules that exist. */
export type ImportRequest = {readonly from: Blob | string; readonly rules: readonly StoredRecord[]}

export type ReadFile = {readonly imported: ImportResult; readonly verdicts: readonly RecordVerdict[]}

export type ImportUpdate = {readonly progress: Progress} | {readonly file: ReadFile} | {readonly failed: NoteText}

/** In ms: a message for each step would take longer than the steps. */
const progressInterval = 100

const readText = async (from: Blob | string) =>
  typeof from === 'string' ? from : decodeBytes(new Uint8Array(await from.arrayBuffer()))

/** Reads a file and reports progress. To stop it, end its worker. */
export async function readForPreview(
  {from, rules}: ImportRequest,
  send: (update: ImportUpdate) => void,
): Promise<void> {
  try {
    const reading = readRules(await readText(from))
    for (let lastReport = performance.now(); ;) {
      const step = reading.next()
      if (step.done === true)
        return send({file: {imported: step.value, verdicts: getVerdicts(rules, step.value.records)}})
      if (performance.now() - lastReport < progressInterval) continue
      lastReport = performance.now()
      send({progress: step.value})
    }
  } catch (error) {
    // Any other error: the file is gone, or larger than memory.
    send({failed: isImportError(error) ? error.reason : getReason(error)})
  }
}

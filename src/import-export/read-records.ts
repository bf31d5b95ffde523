import {isRecord, type JsonRecord} from '../model/json'
import {noteText, type NoteText} from './notes'
import {quoteValue} from './fields'
import {ImportError} from './import-error'
import type {Format, ImportResult, ImportedRecord, Progress} from './import-types'
import {limits} from './limits'
import {refuseRecord, refusalNote} from './create-records'

const progressStep = 50

/** Reads a list item by item and yields its progress. `at` is the place of the list in the file. */
export function* readItems<Item>(
  items: readonly Item[],
  at: string,
  read: (item: Item, index: number) => void,
): Generator<Progress, void, void> {
  const total = items.length
  if (total > limits.records)
    throw new ImportError(at, 'too-much', noteText('tooManyRecords', {given: total, most: limits.records}))
  for (const [index, item] of items.entries()) {
    if (index % progressStep === 0) yield {done: index, total}
    read(item, index)
  }
  yield {done: total, total}
}

/**
 * Reads a list of records or a single one. Refuses other values with the reason from `toReason`.
 */
export function* readRecords(
  given: unknown,
  at: string,
  toReason: (item: string) => NoteText,
  read: (raw: JsonRecord, at: string, index: number) => readonly ImportedRecord[],
): Generator<Progress, ImportedRecord[], void> {
  const records: ImportedRecord[] = []
  yield* readItems<unknown>(Array.isArray(given) ? given : [given], at, (raw, index) => {
    const path = Array.isArray(given) ? `${at}[${index}]` : at
    if (isRecord(raw)) records.push(...read(raw, path, index))
    else records.push(refuseRecord('', [refusalNote('', toReason(quoteValue(raw)))], {at: path}))
  })
  return records
}

type Json = JsonRecord | readonly unknown[]

/** Recognises one such record, or a list that holds one. */
export const isOneOrList =
  (isOne: (raw: unknown) => boolean) =>
  (json: unknown): json is Json =>
    Array.isArray(json) ? json.some(isOne) : isOne(json)

/** A format of JSON files. */
export const createJsonFormat = <File extends Json>(
  name: string,
  isFile: (json: unknown) => json is File,
  readFile: (file: File) => Generator<Progress, Pick<ImportResult, 'records'> & Partial<ImportResult>, void>,
): Format => ({
  name,
  recognises: given => given.kind === 'json' && isFile(given.json),
  *read(given) {
    if (given.kind !== 'json' || !isFile(given.json))
      throw new ImportError(
        '',
        'unknown-format',
        noteText('unknownFormat', {
          kind: given.kind,
          contents: noteText('itHasNoRecords'),
          known: name,
        }),
      )
    return {format: name, groups: [], notes: [], ...(yield* readFile(given.json))}
  },
})

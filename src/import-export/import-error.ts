import {importNames} from '../locales/import-names'
import {getLineAndColumn} from './text/json-error'
import {noteText, noteAt, type Note, type NoteText} from './notes'

/** The place is `line 3, column 5`, or a path as in `$.log.entries`. */
export type ImportErrorCode =
  'unknown-format' | 'not-json' | 'not-xml' | 'not-a-command' | 'not-as-documented' | 'too-much'

/** Thrown for an unreadable file. Check `name`: an instance does not survive a message. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly reason: NoteText
  readonly fault: Note
  constructor(at: string, code: ImportErrorCode, reason: NoteText, options?: ErrorOptions) {
    super(code, options)
    this.reason = at === '' ? reason : noteText('atPlace', {at, reason})
    this.fault = noteAt(at, code, reason)
  }
}

export const isImportError = (error: unknown): error is ImportError =>
  error instanceof Error && error.name === 'ImportError'

/** The place of a character as people count: the first line and column are 1. */
export function toLineAndColumn(text: string, index: number): string {
  return importNames('lineAndColumn', getLineAndColumn(text, index))
}

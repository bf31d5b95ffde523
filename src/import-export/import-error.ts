import {fault, type Fault} from '../model/faults'
import {atPlace, lineAndColumn} from '../model/reasons'

/** The place is `line 3, column 5`, or a path as in `$.log.entries`. */
export type ImportErrorCode =
  'unknown-format' | 'not-json' | 'not-xml' | 'not-a-command' | 'not-as-documented' | 'too-much'

/** The file could not be read at all. Recognise it by `name`: an instance does not survive a message between contexts. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly fault: Fault
  constructor(at: string, code: ImportErrorCode, reason: string, options?: ErrorOptions) {
    super(at === '' ? reason : atPlace(at, reason), options)
    this.fault = fault(at, code, reason)
  }
}

export const isImportError = (error: unknown): error is ImportError =>
  error instanceof Error && error.name === 'ImportError'

/** The place of a character as people count: the first line and column are 1. */
export function placeOf(text: string, index: number): string {
  const before = text.slice(0, index)
  const line = before.split('\n').length
  return lineAndColumn(line, index - before.lastIndexOf('\n'))
}

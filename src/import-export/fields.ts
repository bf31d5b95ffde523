import {isRecord, type JsonRecord} from '../model/json'
import {noteText, noteAt, type Note, type NoteText} from './notes'

const maxQuotedLength = 80

/** A value as notes quote it, cut where it is long. */
export function quoteValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const short = text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text
  return `“${short}”`
}

/** An object may have no primitive value: Number() would throw. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

/** The note of a value that has no counterpart here. */
export const droppedNote = (
  path: string,
  value: unknown,
  toReason = (what: string): NoteText => noteText('hasNoCounterpart', {what}),
): Note => noteAt(path, 'no-counterpart', toReason(`${path.replace(/^.*\./s, '')} ${quoteValue(value)}`))

/** The entry of a table by a name that a file gives; undefined where there is none. */
export const getEntry = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Notes for the fields of a file that nobody has read. */
export const noteUnreadFields = (file: JsonRecord, ...names: string[]): Note[] =>
  Object.entries(file).flatMap(([name, value]) => (names.includes(name) ? [] : [droppedNote(`$.${name}`, value)]))

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

export type Fields = ReturnType<typeof readFields>

const trueValues: ReadonlySet<unknown> = new Set([true, 'true', 1, '1'])
const falseValues: ReadonlySet<unknown> = new Set([false, 'false', 0, '0'])
const parseFlag = (value: unknown): boolean | undefined =>
  trueValues.has(value) ? true : falseValues.has(value) ? false : undefined

/**
 * Reads the fields of a record. `notes()` reports every non-empty field that was not read.
 * `under` is the path prefix of its notes.
 */
export function readFields(record: JsonRecord, at: string, under = '') {
  const readNames = new Set<string>()
  const ownNotes: Note[] = []
  const toPath = (name: string) => (under === '' ? name : `${under}.${name}`)
  const any = (name: string): unknown => {
    readNames.add(name)
    return Object.hasOwn(record, name) ? record[name] : undefined
  }
  const note = (name: string, code: string, reason: NoteText) => void ownNotes.push(noteAt(toPath(name), code, reason))
  const noteWrongType = (name: string, value: unknown, expected: NoteText) => {
    if ((value ?? null) !== null)
      note(name, 'not-as-documented', noteText('unexpectedValueSkipped', {value: quoteValue(value), expected}))
  }
  const drop = (name: string) => {
    const value = any(name)
    if (!isEmpty(value)) ownNotes.push(droppedNote(toPath(name), value))
  }
  return {
    at,
    any,
    note,
    drop,
    /** The field as text; '' when missing. Notes a value that is neither a string nor a number. */
    text(name: string): string {
      const value = any(name)
      if (typeof value === 'string') return value
      if (typeof value === 'number') return String(value)
      noteWrongType(name, value, noteText('aText'))
      return ''
    },
    flag(name: string): boolean | undefined {
      const value = any(name)
      const read = parseFlag(value)
      if (read === undefined) noteWrongType(name, value, noteText('trueOrFalse'))
      return read
    },
    /** Whether a switch is on: true when missing, false when invalid. */
    isOn(name: string, trueMeans: 'on' | 'off' = 'on'): boolean {
      const value = any(name)
      if ((value ?? null) === null) return true
      const read = parseFlag(value)
      if (read === undefined)
        note(
          name,
          'switched-off',
          noteText('unexpectedValueSkipped', {value: quoteValue(value), expected: noteText('trueOrFalse')}),
        )
      return read === (trueMeans === 'on')
    },
    list(name: string): readonly unknown[] {
      const value = any(name)
      if (Array.isArray(value)) return value
      noteWrongType(name, value, noteText('aList'))
      return []
    },
    texts(name: string): readonly string[] {
      const value = any(name)
      if (typeof value === 'string') return value === '' ? [] : [value]
      if (!Array.isArray(value)) noteWrongType(name, value, noteText('aList'))
      return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
        if (typeof each === 'string') return [each]
        noteWrongType(name, each, noteText('aText'))
        return []
      })
    },
    has: (name: string) => Object.hasOwn(record, name),
    /** Marks fields as read that mean nothing here: ids, colours, what is derived of others. */
    ignore: (...names: string[]) => names.forEach(name => readNames.add(name)),
    notes(): Note[] {
      Object.keys(record)
        .filter(name => !readNames.has(name))
        .forEach(name => drop(name))
      return [...ownNotes]
    },
  }
}

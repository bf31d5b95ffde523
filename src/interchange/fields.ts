import {fault, type Fault} from '../contract/faults'
import {isRecord, type JsonRecord} from '../contract/json'
import {aList, aText, hasNoCounterpart, isNotWanted, trueOrFalse} from '../contract/reasons'

const longestShown = 80

/** A value as it is named in a note, cut where it is long. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const short = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return `“${short}”`
}

/** What is no number, nor written as one, is none; an object may not even be one that can be asked. */
export const numberIn = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN

/** Says of a value that it does not come along. */
export const dropped = (path: string, value: unknown, say = hasNoCounterpart): Fault =>
  fault(path, 'no-counterpart', say(`${path.replace(/^.*\./s, '')} ${shown(value)}`))

/** Values that say nothing: absent, empty, or off. */
export const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/** The fields of one record of a foreign file. Whatever nobody has asked for is named in the end, so that nothing is lost in silence. */
export type Fields = {
  readonly at: string
  /** The field as a text; a number counts as one. '' where it is absent, or of another kind, which is noted. */
  readonly text: (name: string) => string
  /** Undefined where it is absent. "true", "1" and 1 count as true. */
  readonly flag: (name: string) => boolean | undefined
  /** Whether a switch is on, as it is where it is absent; one that cannot be read is off, which is noted. `says`: what its true means. */
  readonly isOn: (name: string, says?: 'on' | 'off') => boolean
  /** [] where it is absent. */
  readonly list: (name: string) => readonly unknown[]
  /** The texts of a list, or of a single text. */
  readonly texts: (name: string) => readonly string[]
  readonly any: (name: string) => unknown
  readonly has: (name: string) => boolean
  /** Fields that mean nothing to anybody else: ids, colours, what is derived of others. */
  readonly ignore: (...names: string[]) => void
  readonly note: (name: string, code: string, reason: string) => void
  /** Says that a field does not come along, where it says anything. */
  readonly drop: (name: string) => void
  /** All that was noted, and a note for each field that says something and that nobody has asked for. */
  readonly notes: () => Fault[]
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
])

/** Reads a record's fields, `under` being the part of their path that notes begin with ('' for none). */
export function fieldsOf(record: JsonRecord, at: string, under = ''): Fields {
  const asked = new Set<string>()
  const noted: Fault[] = []
  const pathOf = (name: string) => (under === '' ? name : `${under}.${name}`)
  const any = (name: string): unknown => {
    asked.add(name)
    return Object.hasOwn(record, name) ? record[name] : undefined
  }
  const note = (name: string, code: string, reason: string) => void noted.push(fault(pathOf(name), code, reason))
  const misfit = (name: string, value: unknown, wanted: string) => {
    if ((value ?? null) !== null) note(name, 'not-as-documented', isNotWanted(shown(value), wanted))
  }
  const drop = (name: string) => {
    const value = any(name)
    if (!saysNothing(value)) noted.push(dropped(pathOf(name), value))
  }
  return {
    at,
    any,
    note,
    drop,
    text(name) {
      const value = any(name)
      if (typeof value === 'string') return value
      if (typeof value === 'number') return String(value)
      misfit(name, value, aText)
      return ''
    },
    flag(name) {
      const value = any(name)
      const read = flags.get(value)
      if (read === undefined) misfit(name, value, trueOrFalse)
      return read
    },
    isOn(name, says = 'on') {
      const value = any(name)
      if ((value ?? null) === null) return true
      const read = flags.get(value)
      if (read === undefined) note(name, 'switched-off', isNotWanted(shown(value), trueOrFalse))
      return read === (says === 'on')
    },
    list(name) {
      const value = any(name)
      if (Array.isArray(value)) return value
      misfit(name, value, aList)
      return []
    },
    texts(name) {
      const value = any(name)
      const list: readonly unknown[] = Array.isArray(value)
        ? value
        : typeof value === 'string' && value !== ''
          ? [value]
          : []
      if (!Array.isArray(value) && value !== '' && list.length === 0) misfit(name, value, aList)
      return list.flatMap(each => {
        if (typeof each === 'string') return [each]
        misfit(name, each, aText)
        return []
      })
    },
    has: name => Object.hasOwn(record, name),
    ignore: (...names) => names.forEach(name => asked.add(name)),
    notes() {
      Object.keys(record)
        .filter(name => !asked.has(name))
        .forEach(name => drop(name))
      return [...noted]
    },
  }
}

import type {ImportedGroup, ImportedRecord, XmlElement} from '../../import-types'
import {noteText, type Note, noteAt, type NoteText} from '../../notes'
import type {JsonRecord} from '../../../model/json'
import {type Fields, readFields, quoteValue} from '../../fields'
import {offNote} from '../../create-records'

type ReadTool = {
  readonly groups: readonly ImportedGroup[]
  readonly records: readonly ImportedRecord[]
  readonly notes: readonly Note[]
}

/** Reads the settings of a tool. Its records name groups by their place in its own list. */
export type Tool = (element: XmlElement, name: string) => ReadTool

export const getChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find(child => child.name === name)

export const getChildren = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? []

export const noteUnknownChildren = (element: XmlElement | undefined, ...known: readonly string[]): Note[] =>
  (element?.children ?? [])
    .filter(({name}) => !known.includes(name))
    .map(({path, name}) => noteAt(path, 'no-counterpart', noteText('hasNoCounterpart', {what: `<${name}>`})))

type SwitchState = {
  readonly isOn: boolean
  readonly unread: NoteText | null
  readonly notes: readonly Note[]
}

/** `defaultValue`: whether the switch is on when the element is missing. */
export function readSwitch(element: XmlElement, name: string, defaultValue = false): SwitchState {
  const child = getChild(element, name)
  const text = child?.text ?? ''
  if (child === undefined || text === '' || text === 'true' || text === 'false')
    return {isOn: child === undefined ? defaultValue : text === 'true', unread: null, notes: []}
  const unread = noteText('unexpectedValueSkipped', {value: quoteValue(text), expected: noteText('trueOrFalse')})
  return {isOn: false, unread, notes: [offNote(child.path, unread)]}
}

const toContent = (element: XmlElement): unknown =>
  element.children.length === 0
    ? element.text
    : Object.fromEntries(element.children.map(child => [child.name, toContent(child)]))

/** The children of an element as the fields of a record. An empty element counts as absent. */
export function toFields(element: XmlElement, under = ''): Fields {
  const contents = new Map<string, unknown>()
  for (const child of element.children) if (!contents.has(child.name)) contents.set(child.name, toContent(child))
  const child = [...contents].filter(([, content]) => content !== '')
  return readFields(Object.fromEntries(child) satisfies JsonRecord, element.path, under)
}

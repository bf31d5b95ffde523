import type {ImportedGroup, ImportedRecord, XmlElement} from '../../import-types'
import {noteText, type Note, noteAt, type NoteText} from '../../notes'
import type {JsonRecord} from '../../../model/json'
import {type Fields, fieldsOf, shown} from '../../fields'
import {off} from '../../create-records'

type ReadTool = {
  readonly groups: readonly ImportedGroup[]
  readonly records: readonly ImportedRecord[]
  readonly notes: readonly Note[]
}

/** Reads the settings of a tool. Its records name groups by their place in its own list. */
export type Tool = (element: XmlElement, name: string) => ReadTool

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find(child => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? []

export const strangersIn = (element: XmlElement | undefined, ...known: readonly string[]): Note[] =>
  (element?.children ?? [])
    .filter(({name}) => !known.includes(name))
    .map(({at, name}) => noteAt(at, 'no-counterpart', noteText('hasNoCounterpart', {what: `<${name}>`})))

type Switch = {
  readonly isOn: boolean
  readonly unread: NoteText | null
  readonly notes: readonly Note[]
}

/** `unsaid`: whether the switch is on where the element is missing. */
export function switchIn(element: XmlElement, name: string, unsaid = false): Switch {
  const said = childOf(element, name)
  const text = said?.text ?? ''
  if (said === undefined || text === '' || text === 'true' || text === 'false')
    return {isOn: said === undefined ? unsaid : text === 'true', unread: null, notes: []}
  const unread = noteText('isNotWanted', {value: shown(text), wanted: noteText('trueOrFalse')})
  return {isOn: false, unread, notes: [off(said.at, unread)]}
}

const contentOf = (element: XmlElement): unknown =>
  element.children.length === 0
    ? element.text
    : Object.fromEntries(element.children.map(child => [child.name, contentOf(child)]))

/** The children of an element as the fields of a record. An empty element counts as absent. */
export function fieldsIn(element: XmlElement, under = ''): Fields {
  const first = new Map<string, unknown>()
  for (const child of element.children) if (!first.has(child.name)) first.set(child.name, contentOf(child))
  const said = [...first].filter(([, content]) => content !== '')
  return fieldsOf(Object.fromEntries(said) satisfies JsonRecord, element.at, under)
}

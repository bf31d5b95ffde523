import {fault, type Fault} from '../../../contract/faults'
import {hasNoCounterpart} from '../../../contract/reasons'
import type {JsonRecord} from '../../../contract/json'
import {fieldsOf, type Fields} from '../../fields'
import type {XmlElement} from '../../imported'

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find(child => child.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? []

/** Children that nobody here asks for, each named. */
export const strangersIn = (element: XmlElement | undefined, ...known: readonly string[]): Fault[] =>
  (element?.children ?? [])
    .filter(({name}) => !known.includes(name))
    .map(({at, name}) => fault(at, 'no-counterpart', hasNoCounterpart(`<${name}>`)))

/** What an element says, leaves as texts: so that what nobody asks for is named. */
const contentOf = (element: XmlElement): unknown =>
  element.children.length === 0
    ? element.text
    : Object.fromEntries(element.children.map(child => [child.name, contentOf(child)]))

/** The children of an element as fields of a record. An empty one counts as absent. */
export const fieldsIn = (element: XmlElement, under = ''): Fields =>
  fieldsOf(
    Object.fromEntries(
      element.children.flatMap(child => {
        const content = contentOf(child)
        return content === '' ? [] : [[child.name, content]]
      }),
    ) satisfies JsonRecord,
    element.at,
    under,
  )

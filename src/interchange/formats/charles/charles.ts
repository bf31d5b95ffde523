import {fault, type Fault} from '../../../contract/faults'
import {cachingOrCookies, noToolOfCharles, settingsNotRead} from '../../../contract/reasons'
import {ImportError} from '../../import-error'
import type {Format, ImportedGroup, ImportedRecord, XmlElement} from '../../imported'
import {refusedRecord, stop} from '../../making'
import {eachOf} from '../../steps'
import {childrenOf} from './elements'
import {blockList, caching, cookies} from './hosts'
import {withWhereLed} from './led-away'
import {mapLocal, mapRemote} from './maps'
import {odditiesOf} from './oddities'
import {rewrite} from './rewrite'
import type {Tool} from './tool'

type Found = {readonly element: XmlElement; readonly name: string; readonly tool: Tool | null}

/** Tools by the element that holds their settings; what one element may mean for several is told by the name beside it. */
const tools: Readonly<Record<string, {readonly name: string; readonly tool: Tool}>> = {
  'rewriteSet-array': {name: 'Rewrite', tool: rewrite},
  rewriteSet: {name: 'Rewrite', tool: rewrite},
  rewrite: {name: 'Rewrite', tool: rewrite},
  map: {name: 'Map Remote', tool: mapRemote},
  mapLocal: {name: 'Map Local', tool: mapLocal},
  blacklist: {name: 'Block List', tool: blockList},
}
const byName: Readonly<Record<string, Tool>> = {
  'No Caching': caching,
  'Block Cookies': cookies,
  'Block List': blockList,
}
const roots: ReadonlySet<string> = new Set([
  ...Object.keys(tools),
  'selectedHostsTool',
  'charles-export',
  'configuration',
])

const unknown = (element: XmlElement, name: string): Found => ({element, name, tool: null})

/** An entry: the tool's name, and its settings. */
function inEntry(entry: XmlElement): Found[] {
  const [first, ...others] = entry.children
  const name = first?.name === 'string' ? first.text : ''
  const elements = first?.name === 'string' ? others : entry.children
  return elements.flatMap(element => {
    const named = Object.hasOwn(byName, name) ? byName[name] : undefined
    if (element.name === 'selectedHostsTool')
      return [named === undefined ? unknown(element, name) : {element, name, tool: named}]
    const found = Object.hasOwn(tools, element.name) ? tools[element.name] : undefined
    return [
      found === undefined
        ? unknown(element, name || element.name)
        : {element, name: name || found.name, tool: found.tool},
    ]
  })
}

const holdsTool = ({children}: XmlElement): boolean =>
  children.some(
    child =>
      Object.hasOwn(tools, child.name) || ['entry', 'selectedHostsTool'].includes(child.name) || holdsTool(child),
  )

/** The tools in a file, wherever they stand in it. */
function toolsIn(element: XmlElement): Found[] {
  const found = Object.hasOwn(tools, element.name) ? tools[element.name] : undefined
  if (found !== undefined) return [{element, ...found}]
  if (element.name === 'selectedHostsTool') return [unknown(element, 'selectedHostsTool')]
  if (!roots.has(element.name) && !holdsTool(element)) return [unknown(element, '')]
  const entries = childrenOf(element, 'entry')
  const others = element.children.filter(({name}) => name !== 'entry')
  return [...entries.flatMap(inEntry), ...others.flatMap(toolsIn)]
}

const notRead = ({element, name}: Found): Fault =>
  fault(element.at, 'no-counterpart', settingsNotRead(name || element.name))

export const charles: Format = {
  name: 'Charles',
  recognises: given => given.kind === 'xml' && roots.has(given.root.name),
  *read(given) {
    const found = given.kind === 'xml' ? toolsIn(given.root) : []
    const notes: Fault[] = []
    const groups: ImportedGroup[] = []
    const records: ImportedRecord[] = []
    yield* eachOf(found, '/', each => {
      if (each.tool === null) {
        const isUnnamed = ['', 'selectedHostsTool'].includes(each.name)
        if (each.element.name !== 'selectedHostsTool' || !isUnnamed) return void notes.push(notRead(each))
        return void records.push(refusedRecord(each.name, [stop('', cachingOrCookies)], {at: each.element.at}))
      }
      const read = each.tool(each.element, each.name)
      const before = groups.length
      groups.push(...read.groups)
      records.push(
        ...read.records.map(record => (record.group === null ? record : {...record, group: record.group + before})),
      )
      notes.push(...read.notes, ...odditiesOf(each.element))
    })
    // What stands in no entry has no name, and is none.
    if (found.every(({name}) => name === '') && given.kind === 'xml')
      throw new ImportError(given.root.at, 'not-as-documented', noToolOfCharles)
    return {format: charles.name, groups, records: withWhereLed(records, groups), notes}
  },
}

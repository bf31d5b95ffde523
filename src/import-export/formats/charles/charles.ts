import {noteText, noteAt, type Note} from '../../notes'
import {getEntry} from '../../fields'
import type {Format, ImportedGroup, ImportedRecord, XmlElement} from '../../import-types'
import {ImportError} from '../../import-error'
import {refuseRecord, refusalNote} from '../../create-records'
import {readItems} from '../../read-records'
import {getChildren, type Tool} from './elements'
import {blockList, caching, cookies} from './hosts'
import {mapLocal, mapRemote} from './maps'
import {rewrite} from './rewrite'

/** `tool` is undefined where its settings are not read. */
type FoundTool = {readonly element: XmlElement; readonly name: string; readonly tool: Tool | undefined}

const tools: Readonly<Record<string, {readonly name: string; readonly tool: Tool}>> = {
  'rewriteSet-array': {name: 'Rewrite', tool: rewrite},
  rewriteSet: {name: 'Rewrite', tool: rewrite},
  rewrite: {name: 'Rewrite', tool: rewrite},
  map: {name: 'Map Remote', tool: mapRemote},
  mapLocal: {name: 'Map Local', tool: mapLocal},
  blacklist: {name: 'Block List', tool: blockList},
}
const toolsByName: Readonly<Record<string, Tool>> = {
  'No Caching': caching,
  'Block Cookies': cookies,
  'Block List': blockList,
}
const rootElements: ReadonlySet<string> = new Set([
  ...Object.keys(tools),
  'selectedHostsTool',
  'charles-export',
  'configuration',
])

function findInEntry({children}: XmlElement): FoundTool[] {
  const name = children[0]?.name === 'string' ? children[0].text : ''
  return (children[0]?.name === 'string' ? children.slice(1) : children).map(element => {
    if (element.name === 'selectedHostsTool') return {element, name, tool: getEntry(toolsByName, name)}
    const foundTools = getEntry(tools, element.name)
    return {element, name: name || (foundTools?.name ?? element.name), tool: foundTools?.tool}
  })
}

const containsTool = ({children}: XmlElement): boolean =>
  children.some(
    child =>
      Object.hasOwn(tools, child.name) || ['entry', 'selectedHostsTool'].includes(child.name) || containsTool(child),
  )

function findTools(element: XmlElement): FoundTool[] {
  const foundTools = getEntry(tools, element.name)
  if (foundTools !== undefined) return [{element, ...foundTools}]
  if (element.name === 'selectedHostsTool') return [{element, name: element.name, tool: undefined}]
  if (!rootElements.has(element.name) && !containsTool(element)) return [{element, name: '', tool: undefined}]
  const entries = getChildren(element, 'entry')
  const others = element.children.filter(({name}) => name !== 'entry')
  return [...entries.flatMap(findInEntry), ...others.flatMap(findTools)]
}

const toUnreadNote = ({element, name}: FoundTool): Note =>
  noteAt(element.path, 'no-counterpart', noteText('settingsNotRead', {tool: name || element.name}))

export const charles: Format = {
  name: 'Charles',
  recognises: given => given.kind === 'xml' && rootElements.has(given.root.name),
  *read(given) {
    const foundTools = given.kind === 'xml' ? findTools(given.root) : []
    const notes: Note[] = []
    const groups: ImportedGroup[] = []
    const records: ImportedRecord[] = []
    yield* readItems(foundTools, '/', each => {
      if (each.tool === undefined) {
        const isUnnamed = ['', 'selectedHostsTool'].includes(each.name)
        if (each.element.name !== 'selectedHostsTool' || !isUnnamed) return void notes.push(toUnreadNote(each))
        return void records.push(
          refuseRecord(each.name, [refusalNote('', noteText('cachingOrCookies'))], {at: each.element.path}),
        )
      }
      const converted = each.tool(each.element, each.name)
      const firstGroup = groups.length
      groups.push(...converted.groups)
      records.push(
        ...converted.records.map(record =>
          record.group === null ? record : {...record, group: record.group + firstGroup},
        ),
      )
      notes.push(...converted.notes)
    })
    if (foundTools.every(({name}) => name === '') && given.kind === 'xml')
      throw new ImportError(given.root.path, 'not-as-documented', noteText('noCharlesSettings'))
    return {format: charles.name, groups, records, notes}
  },
}

import {noteText, noteAt, type Note} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {quoteValue, type Fields} from '../../fields'
import type {XmlElement} from '../../import-types'
import {createGroup, createRecord, offNote, refusalNote} from '../../create-records'
import {urlMatches} from '../../sources'
import {getChild, getChildren, toFields, noteUnknownChildren, readSwitch, type Tool} from './elements'
import {
  toHostPattern,
  toPartPattern,
  toPathPattern,
  toPortPattern,
  toProtocolPattern,
  toQueryPattern,
  readLocation,
  toSource,
  type Location,
} from './location'

const addressOf = ({protocol, host, port, path}: Location): string =>
  `${protocol === '' ? '' : `${protocol}://`}${host || '*'}${port === '' ? '' : `:${port}`}${path}`

const wild = /[*?[]/
const slashed = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

function parted(path: string): {readonly left: string; readonly along: string} {
  const cut = path.endsWith('*') ? path.length - 1 : path.lastIndexOf('/', path.search(wild)) + 1
  return {left: path.slice(0, cut), along: path.slice(cut)}
}

function alongOf(from: string, to: string): ReturnType<typeof parted> | null {
  if (/[/*]$/.test(to)) return from === '' ? parted('/*') : wild.test(from) ? parted(slashed(from)) : null
  return from.endsWith('*') && !/\.[a-z]\w*$/i.test(to) ? parted(slashed(from)) : null
}

function directoryOf(to: string, left: string): string {
  if (to.endsWith('*')) return slashed(to.slice(0, -1))
  return left.endsWith('/') && !to.endsWith('/') ? slashed(`${to}/`) : slashed(to)
}

/** The regex captures each part, and the destination puts in those that the mapping does not set. */
function mapped(from: Location, to: Location): {readonly pattern: string; readonly destination: string} {
  const along = to.path === '' ? null : alongOf(from.path, to.path)
  const [left = '', taken = toPathPattern(from.path)] = along
    ? [along.left, along.along].map(part => toPartPattern(part, '[^?]'))
    : []
  const directory = along ? directoryOf(to.path, along.left) : slashed(to.path.replace(/\*$/, ''))
  const between = along && !along.left.endsWith('/') && directory.endsWith('/') ? '/?' : ''
  const pathParts = `${left}${between}(${taken})`
  const path = to.path === '' ? '$4' : along ? `${directory}$4` : directory
  const pattern = `^(${toProtocolPattern(from.protocol)})://(${toHostPattern(from.host)})(${toPortPattern(from)})${pathParts}(${toQueryPattern(from.query)})$`
  const authority =
    to.host === '' ? `$2${to.port === '' ? '$3' : `:${to.port}`}` : `${to.host}${to.port === '' ? '' : `:${to.port}`}`
  const query = to.query === '' ? '$5' : `?${to.query}`
  return {pattern, destination: `${to.protocol || '$1'}://${authority}${path}${query}`}
}

const notesOfNone = (location: Location, said: readonly Note[]): Note[] =>
  said.length > 0 && Object.values(location).every(part => part === '')
    ? [offNote('sourceLocation', noteText('noLocationRead'))]
    : []

const notesOfCase = (fields: Fields, {path, query}: Location): Note[] =>
  fields.flag('caseSensitive') === false && /\p{L}/u.test(`${path}${query}`)
    ? [noteAt('caseSensitive', 'changed', noteText('caseToldApart'))]
    : []

type Mapping = {readonly pair: object; readonly name: string; readonly notes: readonly Note[]}

/** Makes one group of the mappings of a tool. `unsaid`: whether the tool is on where it has no switch. */
const tool =
  (
    item: string,
    destination: 'destLocation' | 'dest',
    unsaid: boolean,
    read: (element: XmlElement, from: Location, fields: Fields) => Mapping,
  ): Tool =>
  (element, name) => {
    const holder = getChild(element, 'mappings')
    const beside = [
      ...noteUnknownChildren(element, 'toolEnabled', 'mappings', item),
      ...noteUnknownChildren(holder, item),
    ]
    const enabled = readSwitch(element, 'toolEnabled', unsaid)
    const records = getChildren(holder ?? element, item).map(each => {
      const {location: from, notes: unread} = readLocation(getChild(each, 'sourceLocation'))
      const fields = toFields(each)
      fields.ignore('sourceLocation')
      const isOn = fields.flag('enabled') === true
      const {pair, notes, ...named} = read(each, from, fields)
      return createRecord(
        {ruleType: 'Redirect', pairs: [pair], isOn, ...named},
        {at: each.path, group: 0, notes: [...unread, ...notesOfNone(from, unread), ...notes, ...fields.notes()]},
        {source: 'sourceLocation', destination},
      )
    })
    return {groups: [createGroup(name, enabled.isOn, [...enabled.notes, ...beside])], records, notes: []}
  }

export const mapRemote: Tool = tool('mapMapping', 'destLocation', false, (element, from, fields) => {
  const to = readLocation(getChild(element, 'destLocation'))
  fields.ignore('destLocation')
  const notes: Note[] = [...to.notes, ...notesOfCase(fields, from)]
  if (fields.flag('preserveHostHeader') === true)
    notes.push(noteAt('preserveHostHeader', 'no-counterpart', noteText('hostHeaderNotKept')))
  if (from.path.endsWith('/'))
    notes.push(noteAt('sourceLocation.path', 'changed', noteText('directoryAlone', {path: quoteValue(from.path)})))
  if (!getChild(element, 'destLocation')?.children.some(({text}) => text !== ''))
    notes.push(refusalNote('destLocation', noteText('sayWhereToGo')))
  const {pattern, destination} = mapped(from, to.location)
  return {
    pair: {source: urlMatches(pattern), destinationType: 'url', destination},
    name: importNames('fromTo', {from: addressOf(from), to: addressOf(to.location)}),
    notes,
  }
})

export const mapLocal: Tool = tool('mapLocalMapping', 'dest', true, (_element, from, fields) => {
  const destination = fields.text('dest')
  const notes: Note[] = [
    noteAt('dest', 'changed', noteText('chooseFileInRule', {file: quoteValue(destination)})),
    ...notesOfCase(fields, from),
  ]
  if (wild.test(from.path) || /[\\/]$/.test(destination))
    notes.push(noteAt('sourceLocation.path', 'changed', noteText('folderNotMapped')))
  return {
    pair: {source: toSource(from), destinationType: 'map_local', destination},
    name: importNames('fromTo', {from: addressOf(from), to: destination.split(/[\\/]/).at(-1) ?? ''}),
    notes,
  }
})

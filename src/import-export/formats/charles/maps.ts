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

const formatLocation = ({protocol, host, port, path}: Location): string =>
  `${protocol === '' ? '' : `${protocol}://`}${host || '*'}${port === '' ? '' : `:${port}`}${path}`

const wildcards = /[*?[]/
const withLeadingSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

function splitAtWildcard(path: string): {readonly left: string; readonly along: string} {
  const cut = path.endsWith('*') ? path.length - 1 : path.lastIndexOf('/', path.search(wildcards)) + 1
  return {left: path.slice(0, cut), along: path.slice(cut)}
}

function getSplitPath(from: string, to: string): ReturnType<typeof splitAtWildcard> | null {
  if (/[/*]$/.test(to))
    return from === '' ? splitAtWildcard('/*') : wildcards.test(from) ? splitAtWildcard(withLeadingSlash(from)) : null
  return from.endsWith('*') && !/\.[a-z]\w*$/i.test(to) ? splitAtWildcard(withLeadingSlash(from)) : null
}

function getDirectory(to: string, fixed: string): string {
  if (to.endsWith('*')) return withLeadingSlash(to.slice(0, -1))
  return fixed.endsWith('/') && !to.endsWith('/') ? withLeadingSlash(`${to}/`) : withLeadingSlash(to)
}

/** The regex captures each part; the destination uses captures for parts the mapping leaves out. */
function toRedirect(from: Location, to: Location): {readonly pattern: string; readonly destination: string} {
  const variable = to.path === '' ? null : getSplitPath(from.path, to.path)
  const [fixed = '', variablePattern = toPathPattern(from.path)] = variable
    ? [variable.left, variable.along].map(part => toPartPattern(part, '[^?]'))
    : []
  const directory = variable ? getDirectory(to.path, variable.left) : withLeadingSlash(to.path.replace(/\*$/, ''))
  const optionalSlash = variable && !variable.left.endsWith('/') && directory.endsWith('/') ? '/?' : ''
  const pathParts = `${fixed}${optionalSlash}(${variablePattern})`
  const path = to.path === '' ? '$4' : variable ? `${directory}$4` : directory
  const pattern = `^(${toProtocolPattern(from.protocol)})://(${toHostPattern(from.host)})(${toPortPattern(from)})${pathParts}(${toQueryPattern(from.query)})$`
  const authority =
    to.host === '' ? `$2${to.port === '' ? '$3' : `:${to.port}`}` : `${to.host}${to.port === '' ? '' : `:${to.port}`}`
  const query = to.query === '' ? '$5' : `?${to.query}`
  return {pattern, destination: `${to.protocol || '$1'}://${authority}${path}${query}`}
}

const getEmptyLocationNotes = (location: Location, locationNotes: readonly Note[]): Note[] =>
  locationNotes.length > 0 && Object.values(location).every(part => part === '')
    ? [offNote('sourceLocation', noteText('noLocationRead'))]
    : []

const getCaseNotes = (fields: Fields, {path, query}: Location): Note[] =>
  fields.flag('caseSensitive') === false && /\p{L}/u.test(`${path}${query}`)
    ? [noteAt('caseSensitive', 'changed', noteText('caseSensitiveAfterHost'))]
    : []

type Mapping = {readonly pair: object; readonly name: string; readonly notes: readonly Note[]}

/** Creates one group from the mappings of a tool. */
const createMapTool =
  (
    itemName: string,
    destination: 'destLocation' | 'dest',
    isOnByDefault: boolean,
    read: (element: XmlElement, from: Location, fields: Fields) => Mapping,
  ): Tool =>
  (element, name) => {
    const mappings = getChild(element, 'mappings')
    const unknownNotes = [
      ...noteUnknownChildren(element, 'toolEnabled', 'mappings', itemName),
      ...noteUnknownChildren(mappings, itemName),
    ]
    const enabled = readSwitch(element, 'toolEnabled', isOnByDefault)
    const records = getChildren(mappings ?? element, itemName).map(each => {
      const {location: from, notes: unread} = readLocation(getChild(each, 'sourceLocation'))
      const fields = toFields(each)
      fields.ignore('sourceLocation')
      const isOn = fields.flag('enabled') === true
      const {pair, notes, ...named} = read(each, from, fields)
      return createRecord(
        {ruleType: 'Redirect', pairs: [pair], isOn, ...named},
        {
          at: each.path,
          group: 0,
          notes: [...unread, ...getEmptyLocationNotes(from, unread), ...notes, ...fields.notes()],
        },
        {source: 'sourceLocation', destination},
      )
    })
    return {groups: [createGroup(name, enabled.isOn, [...enabled.notes, ...unknownNotes])], records, notes: []}
  }

export const mapRemote: Tool = createMapTool('mapMapping', 'destLocation', false, (element, from, fields) => {
  const to = readLocation(getChild(element, 'destLocation'))
  fields.ignore('destLocation')
  const notes: Note[] = [...to.notes, ...getCaseNotes(fields, from)]
  if (fields.flag('preserveHostHeader') === true)
    notes.push(noteAt('preserveHostHeader', 'no-counterpart', noteText('hostHeaderNotKept')))
  if (from.path.endsWith('/'))
    notes.push(noteAt('sourceLocation.path', 'changed', noteText('directoryAlone', {path: quoteValue(from.path)})))
  if (!getChild(element, 'destLocation')?.children.some(({text}) => text !== ''))
    notes.push(refusalNote('destLocation', noteText('sayWhereToGo')))
  const {pattern, destination} = toRedirect(from, to.location)
  return {
    pair: {source: urlMatches(pattern), destinationType: 'url', destination},
    name: importNames('fromTo', {from: formatLocation(from), to: formatLocation(to.location)}),
    notes,
  }
})

export const mapLocal: Tool = createMapTool('mapLocalMapping', 'dest', true, (_element, from, fields) => {
  const destination = fields.text('dest')
  const notes: Note[] = [
    noteAt('dest', 'changed', noteText('chooseFileInRule', {file: quoteValue(destination)})),
    ...getCaseNotes(fields, from),
  ]
  if (wildcards.test(from.path) || /[\\/]$/.test(destination))
    notes.push(noteAt('sourceLocation.path', 'changed', noteText('folderNotMapped')))
  return {
    pair: {source: toSource(from), destinationType: 'map_local', destination},
    name: importNames('fromTo', {from: formatLocation(from), to: destination.split(/[\\/]/).at(-1) ?? ''}),
    notes,
  }
})

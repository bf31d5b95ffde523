import {fault, type Fault} from '../../../contract/faults'
import {
  caseToldApart,
  chooseFileInRule,
  folderNotMapped,
  fromTo,
  hostHeaderNotKept,
  noLocationRead,
  sayWhereToGo,
} from '../../../contract/reasons'
import {shown, type Fields} from '../../fields'
import type {ImportedRecord, XmlElement} from '../../imported'
import {madeGroup, madeRecord, off, stop} from '../../making'
import {urlMatches} from '../../sources'
import {childOf, childrenOf, fieldsIn, strangersIn} from './elements'
import {
  hostPattern,
  partPattern,
  pathPattern,
  portPattern,
  protocolPattern,
  queryPattern,
  readLocation,
  sourceOf,
  type Location,
} from './location'
import type {Tool} from './tool'

const addressOf = ({protocol, host, port, path}: Location): string =>
  `${protocol === '' ? '' : `${protocol}://`}${host || '*'}${port === '' ? '' : `:${port}`}${path}`

/** A path cut before the star at its end: what the star takes goes along to the other place. */
const beforeStar = (path: string): string | null => (path.endsWith('*') ? path.slice(0, -1) : null)

/** A mapping as an expression that captures what the other place does not say, and the address with those put in. */
function mapped(from: Location, to: Location): {readonly pattern: string; readonly destination: string} {
  const prefix = beforeStar(from.path)
  const slashed = (path: string) => (path === '' || path.startsWith('/') ? path : `/${path}`)
  const target = slashed(to.path.endsWith('*') ? to.path.slice(0, -1) : to.path)
  // A star takes only what stands behind the path before it; without a path all of it stays.
  const pathParts =
    to.path !== '' && prefix !== null ? `${partPattern(slashed(prefix), '[^?]')}([^?]*)` : `(${pathPattern(from.path)})`
  const path = to.path === '' ? '$4' : prefix === null ? target : `${target}$4`
  const pattern = `^(${protocolPattern(from.protocol)})://(${hostPattern(from.host)})(${portPattern(from)})${pathParts}(${queryPattern(from.query)})$`
  const authority =
    to.host === '' ? `$2${to.port === '' ? '$3' : `:${to.port}`}` : `${to.host}${to.port === '' ? '' : `:${to.port}`}`
  const query = to.query === '' ? '$5' : `?${to.query}`
  return {pattern, destination: `${to.protocol || '$1'}://${authority}${path}${query}`}
}

/** A location of which only what is not known here is said would be any. */
const notesOfNone = (location: Location, said: readonly Fault[]): Fault[] =>
  said.length > 0 && Object.values(location).every(part => part === '') ? [off('sourceLocation', noLocationRead)] : []

/** The host is the same in upper and lower case, and so are stars. */
const notesOfCase = (fields: Fields, {path, query}: Location): Fault[] =>
  fields.flag('caseSensitive') === false && /\p{L}/u.test(`${path}${query}`)
    ? [fault('caseSensitive', 'changed', caseToldApart)]
    : []

/** The records of a tool, all in one group, which is off where the tool is. `unsaid`: what its switch counts as where it is missing. */
const tool =
  (
    list: string,
    item: string,
    unsaid: 'true' | 'false',
    read: (element: XmlElement) => Omit<ImportedRecord, 'group'>,
  ): Tool =>
  (element, name) => {
    const holder = childOf(element, list)
    const items = childrenOf(holder ?? element, item)
    const notes = [...strangersIn(element, 'toolEnabled', list, item), ...strangersIn(holder, item)]
    const group = madeGroup(name, (childOf(element, 'toolEnabled')?.text ?? unsaid) === 'true', notes)
    return {groups: [group], records: items.map(each => ({...read(each), group: 0})), notes: []}
  }

export const mapRemote: Tool = tool('mappings', 'mapMapping', 'false', element => {
  const from = readLocation(childOf(element, 'sourceLocation'))
  const to = readLocation(childOf(element, 'destLocation'))
  const fields = fieldsIn(element)
  fields.ignore('sourceLocation', 'destLocation')
  const isOn = fields.flag('enabled') === true
  const notes: Fault[] = [
    ...from.notes,
    ...notesOfNone(from.location, from.notes),
    ...to.notes,
    ...notesOfCase(fields, from.location),
  ]
  if (fields.flag('preserveHostHeader') === true)
    notes.push(fault('preserveHostHeader', 'no-counterpart', hostHeaderNotKept))
  if (!childOf(element, 'destLocation')?.children.some(({text}) => text !== ''))
    notes.push(stop('destLocation', sayWhereToGo))
  const {pattern, destination} = mapped(from.location, to.location)
  const pair = {source: urlMatches(pattern), destinationType: 'url', destination}
  const name = fromTo(addressOf(from.location), addressOf(to.location))
  return madeRecord(
    {ruleType: 'Redirect', pairs: [pair], name, isOn},
    {at: element.at, notes: [...notes, ...fields.notes()]},
    {source: 'sourceLocation', destination: 'destLocation'},
  )
})

/** Of its switch nothing is documented. */
export const mapLocal: Tool = tool('mappings', 'mapLocalMapping', 'true', element => {
  const from = readLocation(childOf(element, 'sourceLocation'))
  const fields = fieldsIn(element)
  fields.ignore('sourceLocation')
  const isOn = fields.flag('enabled') === true
  const destination = fields.text('dest')
  const notes: Fault[] = [
    ...from.notes,
    ...notesOfNone(from.location, from.notes),
    fault('dest', 'changed', chooseFileInRule(shown(destination))),
    ...notesOfCase(fields, from.location),
  ]
  if (beforeStar(from.location.path) !== null) notes.push(fault('sourceLocation.path', 'changed', folderNotMapped))
  const pair = {source: sourceOf(from.location), destinationType: 'map_local', destination}
  const name = fromTo(addressOf(from.location), destination.split(/[\\/]/).at(-1) ?? '')
  return madeRecord(
    {ruleType: 'Redirect', pairs: [pair], name, isOn},
    {at: element.at, notes: [...notes, ...fields.notes()]},
    {source: 'sourceLocation', destination: 'dest'},
  )
})

import {noteText, noteAt, type Note} from '../../notes'
import {getEntry, quoteValue} from '../../fields'
import type {Format, ImportedGroup, ImportedRecord, XmlElement} from '../../import-types'
import type {RulePayload} from '../../../model/payload'
import {canonicalUrl, withoutFragment} from '../../../matching/address'
import type {Source} from '../../../model/source'
import {fillCaptures} from '../../../matching/replacement'
import {readSearchPattern, replaceInAddress} from '../../../matching/replace-text'
import {getExampleUrls, createCaptureFinder} from '../../example-urls'
import {isActiveWhenever} from '../../rule-order-notes'
import {everyUrl} from '../../sources'
import {ImportError} from '../../import-error'
import {refuseRecord, refusalNote} from '../../create-records'
import {readItems} from '../../read-records'
import {getChildren, type Tool} from './elements'
import {blockList, caching, cookies} from './hosts'
import {mapLocal, mapRemote} from './maps'
import {rewrite} from './rewrite'

const items: ReadonlySet<string> = new Set([
  'rewriteSet',
  'rewriteRule',
  'locationMatch',
  'mapMapping',
  'mapLocalMapping',
])

/** Notes for what no tool reads: attributes, text beside elements, repeated elements. */
function odditiesOf(element: XmlElement): readonly Note[] {
  const {path, text, attributes, children} = element
  const seen = new Set<string>()
  const isRepeated = ({name}: XmlElement) => seen.size === seen.add(name).size && !items.has(name)
  return [
    ...Object.entries(attributes).map(([name, value]) =>
      noteAt(path, 'no-counterpart', noteText('hasNoCounterpart', {what: `${name}=${quoteValue(value)}`})),
    ),
    ...(children.length > 0 && text !== ''
      ? [noteAt(path, 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(text)}))]
      : []),
    ...children.flatMap(child =>
      isRepeated(child)
        ? [noteAt(child.path, 'no-counterpart', noteText('firstAloneIsRead', {what: `<${child.name}>`}))]
        : odditiesOf(child),
    ),
  ]
}

type Way = {readonly name: string; readonly from: string; readonly to: string; readonly group: number | null}

/** A file may hold ten thousand rules. */
const mostWays = 100

type Leading = {
  readonly source: Source | undefined
  next(url: string, captures: readonly string[]): string | undefined
}

function leadingOf(rule: RulePayload): readonly Leading[] {
  if (rule.ruleType === 'Redirect')
    return rule.pairs.map(({source, destination}) => ({
      source,
      next: (_url, captures) => fillCaptures(destination, captures),
    }))
  if (rule.ruleType !== 'Replace') return []
  return rule.pairs.flatMap(({source, from, to}) => {
    const sought = readSearchPattern(from)
    return 'reason' in sought ? [] : [{source, next: url => replaceInAddress(url, sought, to)}]
  })
}

const waysOf = ({rule, group}: ImportedRecord): readonly Way[] =>
  rule?.status === 'Active'
    ? leadingOf(rule).flatMap(({source = everyUrl, next}) =>
        getExampleUrls(source).flatMap(({url, captures}) => {
          const to = canonicalUrl(next(url, captures) ?? '')
          return to === undefined || to === url ? [] : [{name: rule.name, from: url, to: withoutFragment(to), group}]
        }),
      )
    : []

const isLed = ({ruleType}: RulePayload): boolean =>
  ruleType === 'Headers' || ruleType === 'UserAgent' || ruleType === 'QueryParam'

/** Notes on header and query rules that a redirect of the same file moves to another URL: Charles applies both by the first URL. */
function withWhereLed(records: readonly ImportedRecord[], groups: readonly ImportedGroup[]): readonly ImportedRecord[] {
  const ways = records.flatMap(waysOf).slice(0, mostWays)
  if (ways.length === 0) return records
  return records.map(record => {
    const {rule} = record
    if (rule?.status !== 'Active' || !isLed(rule)) return record
    const finders = rule.pairs.map(({source}) => createCaptureFinder(source ?? everyUrl))
    const isFor = (url: string) => finders.some(find => find(url) !== undefined)
    const away = ways.find(
      ({from, to, group}) => isActiveWhenever(groups, group, record.group) && isFor(from) && !isFor(to),
    )
    return away
      ? {...record, notes: [...record.notes, noteAt('', 'changed', noteText('actsWhereItIsLed', {rule: away.name}))]}
      : record
  })
}

/** `tool` is undefined where its settings are not read. */
type Found = {readonly element: XmlElement; readonly name: string; readonly tool: Tool | undefined}

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

function inEntry({children}: XmlElement): Found[] {
  const name = children[0]?.name === 'string' ? children[0].text : ''
  return (children[0]?.name === 'string' ? children.slice(1) : children).map(element => {
    if (element.name === 'selectedHostsTool') return {element, name, tool: getEntry(byName, name)}
    const found = getEntry(tools, element.name)
    return {element, name: name || (found?.name ?? element.name), tool: found?.tool}
  })
}

const holdsTool = ({children}: XmlElement): boolean =>
  children.some(
    child =>
      Object.hasOwn(tools, child.name) || ['entry', 'selectedHostsTool'].includes(child.name) || holdsTool(child),
  )

function toolsIn(element: XmlElement): Found[] {
  const found = getEntry(tools, element.name)
  if (found !== undefined) return [{element, ...found}]
  if (element.name === 'selectedHostsTool') return [{element, name: element.name, tool: undefined}]
  if (!roots.has(element.name) && !holdsTool(element)) return [{element, name: '', tool: undefined}]
  const entries = getChildren(element, 'entry')
  const others = element.children.filter(({name}) => name !== 'entry')
  return [...entries.flatMap(inEntry), ...others.flatMap(toolsIn)]
}

const notRead = ({element, name}: Found): Note =>
  noteAt(element.path, 'no-counterpart', noteText('settingsNotRead', {tool: name || element.name}))

export const charles: Format = {
  name: 'Charles',
  recognises: given => given.kind === 'xml' && roots.has(given.root.name),
  *read(given) {
    const found = given.kind === 'xml' ? toolsIn(given.root) : []
    const notes: Note[] = []
    const groups: ImportedGroup[] = []
    const records: ImportedRecord[] = []
    yield* readItems(found, '/', each => {
      if (each.tool === undefined) {
        const isUnnamed = ['', 'selectedHostsTool'].includes(each.name)
        if (each.element.name !== 'selectedHostsTool' || !isUnnamed) return void notes.push(notRead(each))
        return void records.push(
          refuseRecord(each.name, [refusalNote('', noteText('cachingOrCookies'))], {at: each.element.path}),
        )
      }
      const read = each.tool(each.element, each.name)
      const before = groups.length
      groups.push(...read.groups)
      records.push(
        ...read.records.map(record => (record.group === null ? record : {...record, group: record.group + before})),
      )
      notes.push(...read.notes, ...odditiesOf(each.element))
    })
    if (found.every(({name}) => name === '') && given.kind === 'xml')
      throw new ImportError(given.root.path, 'not-as-documented', noteText('noToolOfCharles'))
    return {format: charles.name, groups, records: withWhereLed(records, groups), notes}
  },
}

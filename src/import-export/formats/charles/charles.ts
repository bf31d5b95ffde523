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

const repeatableElements: ReadonlySet<string> = new Set([
  'rewriteSet',
  'rewriteRule',
  'locationMatch',
  'mapMapping',
  'mapLocalMapping',
])

/** Notes for what no tool reads: attributes, text beside elements, repeated elements. */
function getUnreadNotes(element: XmlElement): readonly Note[] {
  const {path, text, attributes, children} = element
  const names = new Set<string>()
  const isDuplicate = ({name}: XmlElement) => names.size === names.add(name).size && !repeatableElements.has(name)
  return [
    ...Object.entries(attributes).map(([name, value]) =>
      noteAt(path, 'no-counterpart', noteText('hasNoCounterpart', {what: `${name}=${quoteValue(value)}`})),
    ),
    ...(children.length > 0 && text !== ''
      ? [noteAt(path, 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(text)}))]
      : []),
    ...children.flatMap(child =>
      isDuplicate(child)
        ? [noteAt(child.path, 'no-counterpart', noteText('firstAloneIsRead', {what: `<${child.name}>`}))]
        : getUnreadNotes(child),
    ),
  ]
}

type RedirectExample = {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly group: number | null
}

/** A file may hold ten thousand rules. */
const maxRedirectExamples = 100

type UrlChange = {
  readonly source: Source | undefined
  next(url: string, captures: readonly string[]): string | undefined
}

function getUrlChanges(rule: RulePayload): readonly UrlChange[] {
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

const getRedirectExamples = ({rule, group}: ImportedRecord): readonly RedirectExample[] =>
  rule?.status === 'Active'
    ? getUrlChanges(rule).flatMap(({source = everyUrl, next}) =>
        getExampleUrls(source).flatMap(({url, captures}) => {
          const to = canonicalUrl(next(url, captures) ?? '')
          return to === undefined || to === url ? [] : [{name: rule.name, from: url, to: withoutFragment(to), group}]
        }),
      )
    : []

const appliesByFirstUrl = ({ruleType}: RulePayload): boolean =>
  ruleType === 'Headers' || ruleType === 'UserAgent' || ruleType === 'QueryParam'

/** Charles applies header and query rules by the first URL, before any redirect. */
function addRedirectNotes(
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] {
  const redirects = records.flatMap(getRedirectExamples).slice(0, maxRedirectExamples)
  if (redirects.length === 0) return records
  return records.map(record => {
    const {rule} = record
    if (rule?.status !== 'Active' || !appliesByFirstUrl(rule)) return record
    const finders = rule.pairs.map(({source}) => createCaptureFinder(source ?? everyUrl))
    const matches = (url: string) => finders.some(find => find(url) !== undefined)
    const redirect = redirects.find(
      ({from, to, group}) => isActiveWhenever(groups, group, record.group) && matches(from) && !matches(to),
    )
    return redirect
      ? {
          ...record,
          notes: [...record.notes, noteAt('', 'changed', noteText('actsWhereItIsLed', {rule: redirect.name}))],
        }
      : record
  })
}

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
      notes.push(...converted.notes, ...getUnreadNotes(each.element))
    })
    if (foundTools.every(({name}) => name === '') && given.kind === 'xml')
      throw new ImportError(given.root.path, 'not-as-documented', noteText('noToolOfCharles'))
    return {format: charles.name, groups, records: addRedirectNotes(records, groups), notes}
  },
}

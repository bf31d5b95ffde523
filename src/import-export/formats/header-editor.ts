import {createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, type Note, noteAt} from '../notes'
import type {Source, SourceFilter} from '../../model/source'
import {getEntry, type Fields, readFields, quoteValue, noteUnreadFields} from '../fields'
import {createGroup, createRecord, switchOffFor, offNote, refuseRecord, refusalNote} from '../create-records'
import {
  toMethodFilter,
  toTypeFilter,
  escapeRegex,
  everyUrl,
  hostEquals,
  getMethodsExcept,
  addFilters,
  getSourceNotes,
  toPairs,
  getTypesExcept,
  urlEquals,
  urlMatches,
  urlWildcard,
  addTypesOfText,
} from '../sources'
import {type HeaderChange, selectValidChanges} from '../header-changes'
import type {ImportedGroup, ImportedRecord, ConvertedRule} from '../import-types'
import {convertUrlChange} from '../url-change'

type Condition = {
  readonly sources: readonly Source[]
  readonly regex: string
  readonly others: readonly Source[]
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Note[]
}

const oldNames: Readonly<Record<string, string>> = {regexp: 'regex', prefix: 'urlPrefix', domain: 'domain', url: 'url'}

function conditionIn(fields: Fields): JsonRecord {
  const given = fields.any('condition')
  const [matchType, pattern, exclude] = [
    fields.text('matchType') || fields.text('type'),
    fields.text('pattern'),
    fields.text('exclude'),
  ]
  const excluded = exclude === '' ? {} : {excludeRegex: exclude}
  if (isRecord(given)) return {...excluded, ...given}
  if (matchType === 'all') return {...excluded, all: true}
  const name = getEntry(oldNames, matchType)
  if (name !== undefined) return {...excluded, [name]: pattern}
  if (matchType !== '')
    fields.note('matchType', 'not-as-documented', noteText('isNoWayToMatch', {type: quoteValue(matchType)}))
  return excluded
}

const losesCondition = ({code}: Note): boolean => code === 'not-as-documented' || code === 'no-counterpart'

const toPrefixSource = (value: string): Source =>
  value.includes('*') ? urlMatches(`^${escapeRegex(value)}`) : urlWildcard(`${value}*`)

function readCondition(raw: JsonRecord, at: string): Condition {
  const fields = readFields(raw, at, 'condition')
  const matchesAll = fields.flag('all') === true
  const regex = fields.text('regex')
  const [url, urlPrefix, domains] = [
    fields.text('url'),
    fields.text('urlPrefix'),
    fields.texts('domain').filter(each => each !== ''),
  ]
  /** All kinds must match, and one source of each. */
  const sourceLists: (readonly Source[])[] = [
    url === '' ? [] : [urlEquals(url)],
    urlPrefix === '' ? [] : [toPrefixSource(urlPrefix)],
    domains.map(hostEquals),
  ].filter(kind => kind.length > 0)
  const others = sourceLists[0] ?? []
  const notes: Note[] = []
  const filters: SourceFilter[] = []
  const addFilter = (by: typeof toTypeFilter, names: readonly string[], name: string) => {
    if (names.length === 0) return
    const {filter, notes: filterNotes} = by(names, `condition.${name}`)
    filters.push(filter)
    notes.push(...filterNotes)
  }
  addFilter(toMethodFilter, fields.texts('method'), 'method')
  addFilter(toTypeFilter, fields.texts('resourceTypes'), 'resourceTypes')
  const [leftMethods, leftTypes] = [fields.texts('excludeMethod'), fields.texts('excludeResourceTypes')]
  const [methods, types] = [getMethodsExcept(leftMethods), getTypesExcept(leftTypes)]
  if (leftMethods.length > 0) filters.push(methods.length === 0 ? {} : {requestMethod: [...methods]})
  if (leftTypes.length > 0) filters.push(types.length === 0 ? {} : {resourceType: [...types]})
  // An empty filter narrows nothing.
  if (methods.length === 0) notes.push(offNote('condition.excludeMethod', noteText('leavesOutAllMethods')))
  if (types.length === 0) notes.push(offNote('condition.excludeResourceTypes', noteText('leavesOutAllKinds')))
  for (const name of ['excludeDomain', 'excludeRegex']) {
    const excluded = fields.texts(name).filter(each => each !== '')
    if (excluded.length > 0)
      notes.push(
        offNote(`condition.${name}`, noteText('exclusionUnsupported', {what: excluded.map(quoteValue).join(', ')})),
      )
  }
  if (sourceLists.length > 1 || (sourceLists.length > 0 && regex !== ''))
    notes.push(offNote('condition', noteText('oneUrlPartOnly')))
  if (!matchesAll && sourceLists.length === 0 && regex === '' && filters.length === 0)
    notes.push(offNote('condition', noteText('matchesNothing')))
  const sources = regex !== '' ? [urlMatches(regex)] : others.length > 0 ? others : [everyUrl]
  const path = regex === '' ? 'condition' : 'condition.regex'
  notes.push(
    ...sources.flatMap(source => getSourceNotes(source, path)),
    ...switchOffFor(fields.notes(), losesCondition),
  )
  return {
    sources: sources.map(source => addFilters(source, filters)),
    regex,
    others: sourceLists.length === 1 ? others : [],
    filters,
    notes,
  }
}

type Action = (fields: Fields, condition: Condition) => ConvertedRule

const removeMarker = '_header_editor_remove_'
const cancelMarker = '_header_editor_cancel_'

const cancel: Action = (_fields, {sources}) => ({
  draft: {ruleType: 'Cancel', pairs: toPairs(sources, {})},
  notes: [],
})

const redirect: Action = (fields, condition) => {
  const to = fields.text('to')
  if (to === cancelMarker)
    return {
      ...cancel(fields, condition),
      notes: [noteAt('to', 'changed', noteText('becomesCancel'))],
    }
  const {regex, others, filters, sources} = condition
  if (regex !== '')
    return convertUrlChange({pattern: regex, to, path: 'condition.regex', toPath: 'to', sources: others, filters})
  const pairs = toPairs(sources, {destinationType: 'url', destination: to})
  const notes = /\$[1-9]/.test(to) ? [offNote('to', noteText('holdsCaptureSign', {text: quoteValue(to)}))] : []
  return {draft: {ruleType: 'Redirect', pairs}, notes}
}

function headersIn(fields: Fields): readonly (readonly [string, unknown])[] {
  const headers = fields.any('headers')
  const action = fields.any('action')
  if (isRecord(headers)) return Object.entries(headers)
  return isRecord(action) && typeof action['name'] === 'string' ? [[action['name'], action['value']]] : []
}

const headers =
  (target: 'Request' | 'Response'): Action =>
  (fields, {sources}) => {
    const notes: Note[] = []
    const read = headersIn(fields).flatMap(([header, value]): HeaderChange[] => {
      const paths = {header: `headers.${header}`, value: `headers.${header}`}
      if (value === removeMarker) return [{change: {header, type: 'Remove', target}, paths}]
      if (typeof value === 'string') return [{change: {header, type: 'Modify', value, target}, paths}]
      notes.push(noteAt(`headers.${header}`, 'not-as-documented', noteText('isNoText', {value: quoteValue(value)})))
      return []
    })
    const {modifications, notes: faultNotes} = selectValidChanges(read)
    notes.push(...faultNotes)
    return {draft: {ruleType: 'Headers', pairs: toPairs(sources, {modifications})}, notes}
  }

/** Adapts a function of Header Editor, which takes two arguments. */
const wrapFunction = (code: string): string =>
  [
    'function (args) {',
    '  const run = function (val, detail) {',
    code,
    '  }',
    '  return run(args.response, {url: args.url, method: args.method})',
    '}',
  ].join('\n')

const body: Action = (fields, {sources}) => {
  const notes: Note[] = []
  const encoding = fields.text('encoding')
  if (encoding !== '' && !/^utf-?8$/i.test(encoding))
    notes.push(noteAt('encoding', 'changed', noteText('sentAsUtf8', {encoding: quoteValue(encoding)})))
  if (fields.flag('isFunction') === true) {
    notes.push(noteAt('code', 'changed', noteText('functionGetsUrlAndMethod')))
    const value = wrapFunction(fields.text('code'))
    return {draft: {ruleType: 'Response', pairs: toPairs(sources, {type: 'code', value})}, notes}
  }
  const given = fields.any('body')
  const bodyFields = readFields(isRecord(given) ? given : {}, fields.at, 'body')
  const needsResponse = bodyFields.text('stage') !== 'Request'
  if (bodyFields.text('type') === 'file')
    notes.push(
      refusalNote('body.fileName', noteText('pasteTextOfFile', {file: quoteValue(bodyFields.text('fileName'))})),
    )
  bodyFields.ignore('fileName')
  const value = bodyFields.text('value')
  notes.push(...bodyFields.notes())
  const typedSources = sources.map(source => addTypesOfText(source, value))
  const pairs = toPairs(typedSources, {type: 'static', value, serveWithoutRequest: !needsResponse})
  return {draft: {ruleType: 'Response', pairs}, notes}
}

const actions: Readonly<Record<string, Action>> = {
  cancel,
  redirect,
  modifySendHeader: headers('Request'),
  modifyReceiveHeader: headers('Response'),
  modifyReceiveBody: body,
}

const typesWithCode: ReadonlySet<string> = new Set(['modifyReceiveBody'])

const ruleLists: Readonly<Record<string, string>> = {
  request: 'cancel',
  sendHeader: 'modifySendHeader',
  receiveHeader: 'modifyReceiveHeader',
  receiveBody: 'modifyReceiveBody',
}

const names = {
  source: 'condition',
  destination: 'to',
  from: 'condition.regex',
  to: 'to',
  modifications: 'headers',
  value: 'body.value',
}

function readRule(
  raw: JsonRecord,
  at: string,
  listName: string,
  getGroupIndex: (name: string) => number | null,
): ImportedRecord {
  const fields = readFields(raw, at)
  const name = fields.text('name')
  const action = fields.any('action')
  const ruleType =
    fields.text('ruleType') || (listName === 'request' && fields.has('to') ? 'redirect' : (ruleLists[listName] ?? ''))
  const group = getGroupIndex(fields.text('group'))
  const isFunction = fields.flag('isFunction') === true
  fields.ignore('id', '_reg', '_func', '_exclude', '_v_key', '_runner', 'forceRunner')
  if (!isFunction) fields.ignore('code')
  const convert = getEntry(actions, ruleType)
  if (convert === undefined)
    return refuseRecord(name, [refusalNote('ruleType', noteText('unsupportedAction', {value: quoteValue(ruleType)}))], {
      at,
      group,
    })
  if (isFunction && !typesWithCode.has(ruleType)) {
    const key = ruleType === 'redirect' || ruleType === 'cancel' ? 'redirectCodeUnsupported' : 'headerCodeUnsupported'
    return refuseRecord(name, [refusalNote('code', noteText(key, {code: quoteValue(raw['code'])}))], {at, group})
  }
  const condition = readCondition(conditionIn(fields), at)
  const converted = convert(fields, condition)
  if (action === 'cancel') fields.ignore('action')
  const isOn = fields.isOn('enable')
  const notes = [...condition.notes, ...converted.notes, ...fields.notes()]
  return createRecord({...converted.draft, name: name || ruleType, isOn}, {at, group, notes}, names)
}

export const headerEditor = createJsonFormat(
  'Header Editor',
  (json): json is JsonRecord => {
    if (!isRecord(json)) return false
    const listNames = Object.keys(ruleLists).filter(name => Array.isArray(json[name]))
    return (
      listNames.length > 0 &&
      (listNames.length > 1 || listNames[0] !== 'request' || isHeaderEditorList(json['request']))
    )
  },
  function* (file) {
    const groups: ImportedGroup[] = []
    const groupIndexes = new Map<string, number>()
    const records: ImportedRecord[] = []
    const getGroupIndex = (name: string): number | null => {
      if (name === '' || name === 'Ungrouped') return null
      const index = groupIndexes.get(name)
      if (index !== undefined) return index
      groupIndexes.set(name, groups.length)
      return groups.push(createGroup(name, true)) - 1
    }
    const listNames = Object.keys(ruleLists).filter(listName => Array.isArray(file[listName]))
    for (const listName of listNames)
      records.push(
        ...(yield* readRecords(
          file[listName],
          `$.${listName}`,
          value => noteText('isNotARule', {value}),
          (raw, at) => [readRule(raw, at, listName, getGroupIndex)],
        )),
      )
    return {groups, records, notes: noteUnreadFields(file, ...listNames)}
  },
)

const isHeaderEditorList = (listName: unknown): boolean =>
  Array.isArray(listName) &&
  isRecord(listName[0]) &&
  ('ruleType' in listName[0] || 'matchType' in listName[0] || 'enable' in listName[0])

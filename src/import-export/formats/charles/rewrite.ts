import {noteText, noteAt, type Note} from '../../notes'
import type {HeaderModification} from '../../../model/rules/headers'
import type {Source} from '../../../model/source'
import {getEntry, quoteValue} from '../../fields'
import {getAppendNotes} from '../../header-changes'
import {createGroup, createRecord, offNote, refuseRecord, refusalNote} from '../../create-records'
import {addTypesOfText, toPairs} from '../../sources'
import {
  convertHostRewrite,
  type ConvertedRewrite,
  convertPathRewrite,
  refuseRewrite,
  type Rewrite,
  type ConvertRewrite,
  getSearchPattern,
  convertUrlRewrite,
} from './url-rewrites'
import type {ImportedGroup, ImportedRecord, XmlElement} from '../../import-types'
import {getChild, getChildren, toFields, noteUnknownChildren, readSwitch, type Tool} from './elements'
import {readLocations} from './location'

const getConditionNotes = ({matchValue}: Rewrite, subject: 'header' | 'parameter'): Note[] =>
  matchValue === ''
    ? []
    : [offNote('matchValue', noteText('onlyWhereHeld', {what: subject, value: quoteValue(matchValue)}))]

const getAddNotes = ({matchHeader, matchValue}: Rewrite, subject: 'header' | 'parameter'): Note[] =>
  matchHeader === '' && matchValue === ''
    ? []
    : [
        offNote(
          matchHeader === '' ? 'matchValue' : 'matchHeader',
          noteText('onlyWhereThere', {
            what: subject,
            value: quoteValue([matchHeader, matchValue].filter(text => text !== '').join(': ')),
          }),
        ),
      ]

type Change = {readonly header: string; readonly type: HeaderModification['type']; readonly value?: string}

function headers(
  rewrite: Rewrite,
  sources: readonly Source[],
  changes: readonly Change[],
  notes: readonly Note[],
): ConvertedRewrite {
  const {onRequest, onResponse, isHeaderRegex} = rewrite
  if (isHeaderRegex) return refuseRewrite('matchHeaderRegex', noteText('noHeadersByRegex'))
  if (!onRequest && !onResponse) return refuseRewrite('matchRequest', noteText('forNeither'))
  const targets = [...(onRequest ? ['Request' as const] : []), ...(onResponse ? ['Response' as const] : [])]
  const modifications = targets.flatMap(target => changes.map(change => ({...change, target})))
  const paths = {header: 'newHeader', value: 'newValue'}
  const allNotes = [...notes, ...modifications.flatMap(change => getAppendNotes({change, paths}))]
  return {drafts: [{ruleType: 'Headers', pairs: toPairs(sources, {modifications})}], notes: allNotes}
}

const addHeader: ConvertRewrite = (rewrite, sources) =>
  headers(
    rewrite,
    sources,
    [{header: rewrite.newHeader, type: 'Add', value: rewrite.newValue}],
    getAddNotes(rewrite, 'header'),
  )

const removeHeader: ConvertRewrite = (rewrite, sources) =>
  headers(rewrite, sources, [{header: rewrite.matchHeader, type: 'Remove'}], getConditionNotes(rewrite, 'header'))

const modifyHeader: ConvertRewrite = (rewrite, sources) => {
  const {matchHeader, newHeader, newValue} = rewrite
  const header = newHeader === '' ? matchHeader : newHeader
  const isRenamed = matchHeader !== '' && header.toLowerCase() !== matchHeader.toLowerCase()
  const removal: Change[] = isRenamed ? [{header: matchHeader, type: 'Remove'}] : []
  const notes = [
    ...getConditionNotes(rewrite, 'header'),
    ...(rewrite.matchValue === ''
      ? [noteAt('ruleType', 'changed', noteText('alsoSetIfMissing', {what: quoteValue(header)}))]
      : []),
  ]
  return headers(rewrite, sources, [...removal, {header, type: 'Modify', value: newValue}], notes)
}

const query =
  (change: (rewrite: Rewrite) => readonly object[], getNotes = getConditionNotes): ConvertRewrite =>
  (rewrite, sources) =>
    rewrite.isHeaderRegex
      ? refuseRewrite('matchHeaderRegex', noteText('noParamsByRegex'))
      : {
          drafts: [{ruleType: 'QueryParam', pairs: toPairs(sources, {modifications: change(rewrite)})}],
          notes: getNotes(rewrite, 'parameter'),
        }

const addQuery = query(
  ({newHeader, newValue}) => [{param: newHeader, type: 'Add', value: newValue}],
  rewrite => [
    ...getAddNotes(rewrite, 'parameter'),
    noteAt('newHeader', 'changed', noteText('alsoSetIfPresent', {what: quoteValue(rewrite.newHeader)})),
  ],
)

const newParam = ({matchHeader, newHeader}: Rewrite): string => (newHeader === '' ? matchHeader : newHeader)

const modifyQuery = query(
  rewrite => {
    const {matchHeader, newValue} = rewrite
    const param = newParam(rewrite)
    const removal = matchHeader !== '' && param !== matchHeader ? [{param: matchHeader, type: 'Remove'}] : []
    return [...removal, {param, type: 'Modify', value: newValue}]
  },
  rewrite =>
    rewrite.matchValue === ''
      ? [noteAt('ruleType', 'changed', noteText('alsoSetIfMissing', {what: quoteValue(newParam(rewrite))}))]
      : getConditionNotes(rewrite, 'parameter'),
)

function bodyCode(rewrite: Rewrite, text: string): string {
  const pattern = rewrite.matchesWholePart ? `^(?:${getSearchPattern(rewrite)})$` : getSearchPattern(rewrite)
  const flags = `${rewrite.isFirstOnly ? '' : 'g'}${rewrite.isCaseSensitive ? '' : 'i'}`
  const to = rewrite.isValueRegex ? JSON.stringify(rewrite.newValue) : `() => ${JSON.stringify(rewrite.newValue)}`
  return `function (args) {\n  const sought = new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})\n  return args.${text}.replace(sought, ${to})\n}`
}

const body: ConvertRewrite = (rewrite, sources) => {
  const {onRequest, onResponse, matchValue, newValue} = rewrite
  if (!onRequest && !onResponse) return refuseRewrite('matchRequest', noteText('forNeither'))
  const toBody = (text: string) =>
    matchValue === '' ? {type: 'static', value: newValue} : {type: 'code', value: bodyCode(rewrite, text)}
  const answered = matchValue === '' ? sources.map(source => addTypesOfText(source, newValue)) : sources
  return {
    drafts: [
      ...(onRequest ? [{ruleType: 'Request' as const, pairs: toPairs(sources, toBody('body'))}] : []),
      ...(onResponse ? [{ruleType: 'Response' as const, pairs: toPairs(answered, toBody('response'))}] : []),
    ],
    notes: matchValue === '' ? [] : [noteAt('ruleType', 'changed', noteText('bodyBecomesCode'))],
  }
}

const status: ConvertRewrite = (rewrite, sources) => {
  const [, code = '', text = ''] = /^\s*(\d{3})\s*(.*)$/s.exec(rewrite.newValue) ?? []
  if (code === '') return refuseRewrite('newValue', noteText('isNoStatus', {value: quoteValue(rewrite.newValue)}))
  const value = 'function (args) {\n  return args.response\n}'
  const pair = {type: 'code', value, statusCode: Number(code), ...(text === '' ? {} : {statusText: text})}
  const notes = [
    noteAt('ruleType', 'changed', noteText('statusTakesCode')),
    ...(rewrite.matchValue === ''
      ? []
      : [offNote('matchValue', noteText('onlyForStatus', {status: quoteValue(rewrite.matchValue)}))]),
  ]
  return {drafts: [{ruleType: 'Response', pairs: toPairs(sources, pair)}], notes}
}

type RewriteKind = {
  readonly name: string
  readonly make: ConvertRewrite
  readonly hasNoHeader?: true
}

const rewriteKinds: Readonly<Record<string, RewriteKind>> = {
  1: {name: 'Add header', make: addHeader},
  2: {name: 'Remove header', make: removeHeader},
  3: {name: 'Modify header', make: modifyHeader},
  4: {name: 'Host', make: convertHostRewrite, hasNoHeader: true},
  5: {name: 'Path', make: convertPathRewrite, hasNoHeader: true},
  6: {name: 'URL', make: convertUrlRewrite, hasNoHeader: true},
  7: {name: 'Body', make: body, hasNoHeader: true},
  8: {name: 'Add query parameter', make: addQuery},
  9: {name: 'Modify query parameter', make: modifyQuery},
  10: {name: 'Remove query parameter', make: query(({matchHeader}) => [{param: matchHeader, type: 'Remove'}])},
  11: {name: 'Response status', make: status, hasNoHeader: true},
}

const getFieldNames = ({newHeader}: Rewrite) => {
  const named = newHeader === '' ? 'matchHeader' : 'newHeader'
  return {
    'modifications.header': named,
    'modifications.param': named,
    'modifications.value': 'newValue',
    from: 'matchValue',
    to: 'newValue',
    value: 'newValue',
    statusCode: 'newValue',
    statusText: 'newValue',
    destination: 'newValue',
  }
}

function readRewrite(
  element: XmlElement,
  setName: string,
  group: number,
  locations: ReturnType<typeof readLocations>,
): ImportedRecord[] {
  const fields = toFields(element)
  const isOn = fields.flag('active') === true
  const type = fields.text('ruleType')
  const kind = getEntry(rewriteKinds, type)
  const flag = (name: string) => fields.flag(name) === true
  // Spaces may be part of the value.
  const getUntrimmedText = (name: string) => {
    fields.ignore(name)
    return getChild(element, name)?.untrimmedText ?? ''
  }
  const rewrite: Rewrite = {
    matchHeader: fields.text('matchHeader'),
    matchValue: getUntrimmedText('matchValue'),
    newHeader: fields.text('newHeader'),
    newValue: getUntrimmedText('newValue'),
    isValueRegex: flag('matchValueRegex'),
    isHeaderRegex: flag('matchHeaderRegex'),
    onRequest: flag('matchRequest'),
    onResponse: flag('matchResponse'),
    matchesWholePart: flag('matchWholeValue'),
    isCaseSensitive: flag('caseSensitive'),
    isFirstOnly: fields.text('replaceType') === '1',
  }
  // They only allow captures, which are always allowed here.
  fields.ignore('newHeaderRegex', 'newValueRegex')
  if (kind === undefined)
    return [
      refuseRecord(setName, [refusalNote('ruleType', noteText('isNoRewrite', {type: quoteValue(type)}))], {
        at: element.path,
        group,
      }),
    ]
  const allNotes: Note[] = [...locations.notes]
  if (rewrite.isValueRegex) {
    try {
      void new RegExp(rewrite.matchValue)
    } catch (error) {
      allNotes.push(
        refusalNote(
          'matchValue',
          noteText('isNotARegex', {
            value: quoteValue(rewrite.matchValue),
            reason: error instanceof Error ? error.message : '',
          }),
        ),
      )
    }
  }
  const isRefused = allNotes.some(({code}) => code === 'refused')
  const toBody = isRefused
    ? {drafts: [{ruleType: 'Cancel' as const, pairs: []}], notes: []}
    : kind.make(rewrite, locations.sources)
  const subject = (!kind.hasNoHeader && (rewrite.newHeader || rewrite.matchHeader)) || rewrite.matchValue
  const name = `${setName}: ${kind.name}${subject === '' ? '' : ` ${subject}`}`
  const ignoredFields = kind.hasNoHeader
    ? (['matchHeader', 'newHeader'] as const).filter(field => rewrite[field] !== '')
    : []
  const ignoredNotes = ignoredFields.map(field =>
    noteAt(field, 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(rewrite[field])})),
  )
  const notes = [...allNotes, ...toBody.notes, ...ignoredNotes, ...fields.notes()]
  const options = {at: element.path, group, notes}
  return toBody.drafts.map(each => createRecord({...each, name, isOn}, options, getFieldNames(rewrite)))
}

export const rewrite: Tool = (element, name) => {
  const isSingleSet = element.name === 'rewriteSet'
  const setsElement = getChild(element, 'sets') ?? element
  const sets = isSingleSet ? [element] : getChildren(setsElement, 'rewriteSet')
  const unknownNotes = isSingleSet
    ? []
    : [
        // Debugging only writes a log.
        ...noteUnknownChildren(element, 'toolEnabled', 'debugging', 'sets', 'rewriteSet'),
        ...(setsElement === element ? [] : noteUnknownChildren(setsElement, 'rewriteSet')),
      ]
  const enabled = element.name === 'rewrite' ? readSwitch(element, 'toolEnabled') : {isOn: true, notes: []}
  const groups: ImportedGroup[] = []
  const records: ImportedRecord[] = []
  for (const set of sets) {
    const setName = getChild(set, 'name')?.text || name
    const hosts = getChild(set, 'hosts')
    const active = readSwitch(set, 'active')
    const allNotes = [
      ...enabled.notes,
      ...active.notes,
      ...noteUnknownChildren(set, 'active', 'name', 'hosts', 'rules'),
      ...noteUnknownChildren(getChild(set, 'rules'), 'rewriteRule'),
      ...noteUnknownChildren(hosts, 'locationPatterns', 'locationMatch'),
    ]
    const toBody = createGroup(setName, enabled.isOn && active.isOn, allNotes)
    const rules = getChildren(getChild(set, 'rules'), 'rewriteRule')
    const group = groups.push(rules.length === 0 ? {...toBody, isKeptIfEmpty: true} : toBody) - 1
    const locations = readLocations(hosts)
    records.push(...rules.flatMap(each => readRewrite(each, setName, group, locations)))
  }
  return {groups, records, notes: unknownNotes}
}

import {noteText, noteAt, type Note} from '../../notes'
import type {HeaderModification} from '../../../model/rules/headers'
import type {Source} from '../../../model/source'
import {getEntry, quoteValue} from '../../fields'
import {getAppendNotes} from '../../header-changes'
import {createGroup, createRecord, offNote, refuseRecord, refusalNote} from '../../create-records'
import {toPairs} from '../../sources'
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
import {addSequenceNotes} from '../../rule-order-notes'
import {getChild, getChildren, toFields, noteUnknownChildren, readSwitch, type Tool} from './elements'
import {readLocations} from './location'

const notesOfCondition = ({matchValue}: Rewrite, what: 'header' | 'parameter'): Note[] =>
  matchValue === '' ? [] : [offNote('matchValue', noteText('onlyWhereHeld', {what, value: quoteValue(matchValue)}))]

const notesOfAdding = ({matchHeader, matchValue}: Rewrite, what: 'header' | 'parameter'): Note[] =>
  matchHeader === '' && matchValue === ''
    ? []
    : [
        offNote(
          matchHeader === '' ? 'matchValue' : 'matchHeader',
          noteText('onlyWhereThere', {
            what,
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
  const said = [...notes, ...modifications.flatMap(change => getAppendNotes({change, paths}))]
  return {drafts: [{ruleType: 'Headers', pairs: toPairs(sources, {modifications})}], notes: said}
}

const addHeader: ConvertRewrite = (rewrite, sources) =>
  headers(
    rewrite,
    sources,
    [{header: rewrite.newHeader, type: 'Add', value: rewrite.newValue}],
    notesOfAdding(rewrite, 'header'),
  )

const removeHeader: ConvertRewrite = (rewrite, sources) =>
  headers(rewrite, sources, [{header: rewrite.matchHeader, type: 'Remove'}], notesOfCondition(rewrite, 'header'))

const modifyHeader: ConvertRewrite = (rewrite, sources) => {
  const {matchHeader, newHeader, newValue} = rewrite
  const header = newHeader === '' ? matchHeader : newHeader
  const isRenamed = matchHeader !== '' && header.toLowerCase() !== matchHeader.toLowerCase()
  const gone: Change[] = isRenamed ? [{header: matchHeader, type: 'Remove'}] : []
  const notes = [
    ...notesOfCondition(rewrite, 'header'),
    ...(rewrite.matchValue === ''
      ? [noteAt('ruleType', 'changed', noteText('setWhereNotThere', {what: quoteValue(header)}))]
      : []),
  ]
  return headers(rewrite, sources, [...gone, {header, type: 'Modify', value: newValue}], notes)
}

const query =
  (change: (rewrite: Rewrite) => readonly object[], notesOf = notesOfCondition): ConvertRewrite =>
  (rewrite, sources) =>
    rewrite.isHeaderRegex
      ? refuseRewrite('matchHeaderRegex', noteText('noParamsByRegex'))
      : {
          drafts: [{ruleType: 'QueryParam', pairs: toPairs(sources, {modifications: change(rewrite)})}],
          notes: notesOf(rewrite, 'parameter'),
        }

const addQuery = query(
  ({newHeader, newValue}) => [{param: newHeader, type: 'Add', value: newValue}],
  rewrite => [
    ...notesOfAdding(rewrite, 'parameter'),
    noteAt('newHeader', 'changed', noteText('setWhereThere', {what: quoteValue(rewrite.newHeader)})),
  ],
)

const newParam = ({matchHeader, newHeader}: Rewrite): string => (newHeader === '' ? matchHeader : newHeader)

const modifyQuery = query(
  rewrite => {
    const {matchHeader, newValue} = rewrite
    const param = newParam(rewrite)
    const gone = matchHeader !== '' && param !== matchHeader ? [{param: matchHeader, type: 'Remove'}] : []
    return [...gone, {param, type: 'Modify', value: newValue}]
  },
  rewrite =>
    rewrite.matchValue === ''
      ? [noteAt('ruleType', 'changed', noteText('setWhereNotThere', {what: quoteValue(newParam(rewrite))}))]
      : notesOfCondition(rewrite, 'parameter'),
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
  const made = (text: string) =>
    matchValue === '' ? {type: 'static', value: newValue} : {type: 'code', value: bodyCode(rewrite, text)}
  return {
    drafts: [
      ...(onRequest ? [{ruleType: 'Request' as const, pairs: toPairs(sources, made('body'))}] : []),
      ...(onResponse ? [{ruleType: 'Response' as const, pairs: toPairs(sources, made('response'))}] : []),
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

type Kind = {
  readonly name: string
  readonly make: ConvertRewrite
  readonly hasNoHeader?: true
}

const rewritings: Readonly<Record<string, Kind>> = {
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

const namesIn = ({newHeader}: Rewrite) => {
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
  at: ReturnType<typeof readLocations>,
): ImportedRecord[] {
  const fields = toFields(element)
  const isOn = fields.flag('active') === true
  const type = fields.text('ruleType')
  const kind = getEntry(rewritings, type)
  const flag = (name: string) => fields.flag(name) === true
  // Spaces may be part of the value.
  const written = (name: string) => {
    fields.ignore(name)
    return getChild(element, name)?.untrimmedText ?? ''
  }
  const rewrite: Rewrite = {
    matchHeader: fields.text('matchHeader'),
    matchValue: written('matchValue'),
    newHeader: fields.text('newHeader'),
    newValue: written('newValue'),
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
  const said: Note[] = [...at.notes]
  if (rewrite.isValueRegex) {
    try {
      void new RegExp(rewrite.matchValue)
    } catch (error) {
      said.push(
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
  const wrong = said.some(({code}) => code === 'refused')
  const made = wrong ? {drafts: [{ruleType: 'Cancel' as const, pairs: []}], notes: []} : kind.make(rewrite, at.sources)
  const what = (!kind.hasNoHeader && (rewrite.newHeader || rewrite.matchHeader)) || rewrite.matchValue
  const name = `${setName}: ${kind.name}${what === '' ? '' : ` ${what}`}`
  const unused = kind.hasNoHeader ? (['matchHeader', 'newHeader'] as const).filter(field => rewrite[field] !== '') : []
  const left = unused.map(field =>
    noteAt(field, 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(rewrite[field])})),
  )
  const notes = [...said, ...made.notes, ...left, ...fields.notes()]
  const place = {at: element.path, group, notes}
  return made.drafts.map(each => createRecord({...each, name, isOn}, place, namesIn(rewrite)))
}

export const rewrite: Tool = (element, name) => {
  const isSet = element.name === 'rewriteSet'
  const holder = getChild(element, 'sets') ?? element
  const sets = isSet ? [element] : getChildren(holder, 'rewriteSet')
  const beside = isSet
    ? []
    : [
        // Debugging only writes a log.
        ...noteUnknownChildren(element, 'toolEnabled', 'debugging', 'sets', 'rewriteSet'),
        ...(holder === element ? [] : noteUnknownChildren(holder, 'rewriteSet')),
      ]
  const enabled = element.name === 'rewrite' ? readSwitch(element, 'toolEnabled') : {isOn: true, notes: []}
  const groups: ImportedGroup[] = []
  const records: ImportedRecord[] = []
  for (const set of sets) {
    const setName = getChild(set, 'name')?.text || name
    const hosts = getChild(set, 'hosts')
    const active = readSwitch(set, 'active')
    const said = [
      ...enabled.notes,
      ...active.notes,
      ...noteUnknownChildren(set, 'active', 'name', 'hosts', 'rules'),
      ...noteUnknownChildren(getChild(set, 'rules'), 'rewriteRule'),
      ...noteUnknownChildren(hosts, 'locationPatterns', 'locationMatch'),
    ]
    const made = createGroup(setName, enabled.isOn && active.isOn, said)
    const rules = getChildren(getChild(set, 'rules'), 'rewriteRule')
    const group = groups.push(rules.length === 0 ? {...made, isKeptIfEmpty: true} : made) - 1
    const locations = readLocations(hosts)
    records.push(...rules.flatMap(each => readRewrite(each, setName, group, locations)))
  }
  return {groups, records: addSequenceNotes(records, groups), notes: beside}
}

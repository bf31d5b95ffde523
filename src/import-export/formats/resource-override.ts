import {createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import type {Source, SourceFilter} from '../../model/source'
import {getEntry, type Fields, readFields, quoteValue, noteUnreadFields} from '../fields'
import {ImportError} from '../import-error'
import {selectValidChanges, type HeaderChange} from '../header-changes'
import type {ImportedGroup, ImportedRecord, ConvertedRule} from '../import-types'
import {createGroup, createRecord, offNote, refuseRecord, refusalNote} from '../create-records'
import {toDomainFilter, addFileTypes, addFilters, getSourceNotes, urlWildcard} from '../sources'

const runs = /\*+/g

/** Each run of stars is one wildcard. Runs of the same length are put in in order. */
function toDestination(
  match: string,
  replace: string,
): {readonly destination: string; readonly notes: readonly Note[]} {
  const queues = new Map<number, number[]>()
  for (const [index, run] of [...(match.match(runs) ?? [])].entries()) {
    const queue = queues.get(run.length) ?? []
    queues.set(run.length, queue)
    queue.push(index + 1)
  }
  const taken = new Map<number, number>()
  let highest = 0
  const destination = replace.replace(runs, run => {
    const position = taken.get(run.length) ?? 0
    taken.set(run.length, position + 1)
    const capture = queues.get(run.length)?.[position]
    highest = Math.max(highest, capture ?? 0)
    return capture === undefined ? run : `$${capture}`
  })
  const notes: Note[] = []
  if (highest > 9) notes.push(offNote('replace', noteText('needsMoreCaptures')))
  if (/\$[1-9]/.test(replace)) notes.push(offNote('replace', noteText('holdsCaptureSign', {text: quoteValue(replace)})))
  return {destination, notes}
}

function readTabFilter(matchUrl: string): {readonly filter: SourceFilter; readonly notes: readonly Note[]} {
  if (/^(?:\*+|\*+:\/\/\*+|https?:\/\/\*+)?$/.test(matchUrl)) return {filter: {}, notes: []}
  const [, host = ''] = /^(?:[^:/]*:\/\/)?([^/]*)/.exec(matchUrl) ?? []
  const domain = host.replace(/^\*+\.?/, '').replace(/:\d+$/, '')
  if (domain === '' || domain.includes('*'))
    return {
      filter: {},
      notes: [offNote('matchUrl', noteText('tabsHaveNoCounterpart', {address: quoteValue(matchUrl)}))],
    }
  const {filter, notes} = toDomainFilter([domain], 'matchUrl')
  // A domain covers its subdomains and has no scheme, port or path.
  return {
    filter,
    notes: [
      ...notes,
      noteAt('matchUrl', 'changed', noteText('tabsBecomePages', {address: quoteValue(matchUrl), domain})),
    ],
  }
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses `set <name>: <value>` and `remove <name>`, separated by semicolons and URL-encoded. */
function readOperations(fields: Fields, name: string, target: 'Request' | 'Response', notes: Note[]) {
  return fields
    .text(name)
    .split(';')
    .flatMap((operation): HeaderChange[] => {
      if (operation.trim() === '') return []
      const [, set, value, removedName] = /^\s*(?:set (.+?): ?(.*)|remove (.+))$/s.exec(operation) ?? []
      const header = decode(set ?? removedName ?? '')?.trim() ?? ''
      const text = decode(value ?? '')
      const paths = {header: name, value: name}
      if (header !== '' && removedName !== undefined) return [{change: {header, type: 'Remove', target}, paths}]
      if (header !== '' && text !== undefined) return [{change: {header, type: 'Modify', value: text, target}, paths}]
      notes.push(noteAt(name, 'no-counterpart', noteText('noHeaderOperation', {what: quoteValue(operation.trim())})))
      return []
    })
}

function splitMimeComment(file: string): {readonly value: string; readonly type?: string} {
  const [comment, type] = /^\s*\/\*\s*mime:\s*([^*\s][^*]*?)\s*\*\/[^\S\n]*\n?/i.exec(file) ?? []
  return comment === undefined || type === undefined ? {value: file} : {value: file.slice(comment.length), type}
}

type Converter = (fields: Fields, source: Source, match: string) => ConvertedRule & {readonly name: string}

const converters: Readonly<Record<string, Converter>> = {
  normalOverride(fields, source, match) {
    const {destination, notes} = toDestination(match, fields.text('replace'))
    const pair = {source, destinationType: 'url', destination}
    return {draft: {ruleType: 'Redirect', pairs: [pair]}, name: importNames('redirectOf', {match}), notes}
  },
  fileOverride(fields, source, match) {
    fields.ignore('fileId')
    const {value, type} = splitMimeComment(fields.text('file'))
    const pair = {
      source: addFileTypes(source, value),
      type: 'static',
      value,
      serveWithoutRequest: true,
      ...(type === undefined ? {} : {responseHeaders: [{header: 'Content-Type', value: type}]}),
    }
    return {draft: {ruleType: 'Response', pairs: [pair]}, name: importNames('textFor', {match}), notes: []}
  },
  headerRule(fields, source, match) {
    const notes: Note[] = []
    const read = [
      ...readOperations(fields, 'requestRules', 'Request', notes),
      ...readOperations(fields, 'responseRules', 'Response', notes),
    ]
    const {modifications, notes: faultNotes} = selectValidChanges(read)
    notes.push(...faultNotes)
    return {
      draft: {ruleType: 'Headers', pairs: [{source, modifications}]},
      name: importNames('headersFor', {match}),
      notes,
    }
  },
}

const names = {'source.value': 'match', destination: 'replace', value: 'file'}

function readRule(raw: unknown, at: string, groupIndex: number, tab: ReturnType<typeof readTabFilter>): ImportedRecord {
  if (!isRecord(raw))
    return refuseRecord('', [refusalNote('', noteText('isNotARule', {value: quoteValue(raw)}))], {
      at,
      group: groupIndex,
    })
  const fields = readFields(raw, at)
  const type = fields.text('type')
  const isOn = fields.isOn('on')
  if (type === 'fileInject') {
    const [name, file, where] = [fields.text('fileName'), fields.text('file'), fields.text('injectLocation')]
    const reason = noteText('noInjectionAt', {
      kind: fields.text('fileType') || 'js',
      place: where || 'head',
      what: quoteValue(file),
    })
    return refuseRecord(name, [refusalNote('file', reason)], {at, group: groupIndex})
  }
  const converter = getEntry(converters, type)
  if (converter === undefined)
    return refuseRecord('', [refusalNote('type', noteText('unsupportedAction', {value: quoteValue(type)}))], {
      at,
      group: groupIndex,
    })
  const match = fields.text('match')
  const source = addFilters(urlWildcard(match.replace(runs, '*')), [tab.filter])
  const {draft, name, notes} = converter(fields, source, match)
  const allNotes = [...tab.notes, ...notes, ...getSourceNotes(source, 'match'), ...fields.notes()]
  return createRecord({...draft, name, isOn}, {at, group: groupIndex, notes: allNotes}, names)
}

export const resourceOverride = createJsonFormat(
  'Resource Override',
  (json): json is JsonRecord =>
    isRecord(json) && 'v' in json && (Array.isArray(json['data']) || !('log' in json || 'rules' in json)),
  function* (file) {
    const {data} = file
    if (!Array.isArray(data)) throw new ImportError('$.data', 'not-as-documented', noteText('groupsMissing'))
    const groups: ImportedGroup[] = []
    const records = yield* readRecords(
      data,
      '$.data',
      value => noteText('isNotAGroup', {value}),
      (raw, at) => {
        if (!('rules' in raw || 'matchUrl' in raw))
          return [refuseRecord('', [refusalNote('', noteText('isNotAGroup', {value: quoteValue(raw)}))], {at})]
        const fields = readFields(raw, at)
        const matchUrl = fields.text('matchUrl')
        fields.ignore('id')
        const isOn = fields.isOn('on')
        const tab = readTabFilter(matchUrl.trim())
        const rules = fields.list('rules')
        const draft = createGroup(matchUrl, isOn, fields.notes())
        const groupIndex = groups.push(rules.length === 0 ? {...draft, isKeptIfEmpty: true} : draft) - 1
        return rules.map((rule, index) => readRule(rule, `${at}.rules[${index}]`, groupIndex, tab))
      },
    )
    return {groups, records, notes: noteUnreadFields(file, 'v', 'data')}
  },
)

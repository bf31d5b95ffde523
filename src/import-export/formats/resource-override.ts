import {jsonFormat, readEach} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import type {Source, SourceFilter} from '../../model/source'
import {entryOf, type Fields, fieldsOf, shown, unreadFields} from '../fields'
import {ImportError} from '../import-error'
import {soundChanges, type ReadHeader} from '../header-changes'
import {withRedirectsFirst} from '../rule-order-notes'
import type {ImportedGroup, ImportedRecord, Made} from '../import-types'
import {madeGroup, madeRecord, off, refusedRecord, stop} from '../create-records'
import {byPages, narrowed, notesOfSource, urlWildcard} from '../sources'

const runs = /\*+/g

/** Each run of stars is one wildcard. Runs of the same length are put in in order. */
function substitute(match: string, replace: string): {readonly destination: string; readonly notes: readonly Note[]} {
  const queues = new Map<number, number[]>()
  for (const [index, run] of [...(match.match(runs) ?? [])].entries()) {
    const queue = queues.get(run.length) ?? []
    queues.set(run.length, queue)
    queue.push(index + 1)
  }
  const taken = new Map<number, number>()
  let highest = 0
  const destination = replace.replace(runs, run => {
    const turn = taken.get(run.length) ?? 0
    taken.set(run.length, turn + 1)
    const capture = queues.get(run.length)?.[turn]
    highest = Math.max(highest, capture ?? 0)
    return capture === undefined ? run : `$${capture}`
  })
  const notes: Note[] = []
  if (highest > 9) notes.push(off('replace', noteText('needsMoreCaptures')))
  if (/\$[1-9]/.test(replace)) notes.push(off('replace', noteText('holdsCaptureSign', {text: shown(replace)})))
  return {destination, notes}
}

function readTab(matchUrl: string): {readonly filter: SourceFilter; readonly notes: readonly Note[]} {
  if (/^(?:\*+|\*+:\/\/\*+|https?:\/\/\*+)?$/.test(matchUrl)) return {filter: {}, notes: []}
  const [, host = ''] = /^(?:[^:/]*:\/\/)?([^/]*)/.exec(matchUrl) ?? []
  const domain = host.replace(/^\*+\.?/, '').replace(/:\d+$/, '')
  if (domain === '' || domain.includes('*'))
    return {
      filter: {},
      notes: [off('matchUrl', noteText('tabsHaveNoCounterpart', {address: shown(matchUrl)}))],
    }
  const {filter, notes} = byPages([domain], 'matchUrl')
  // A domain covers its subdomains and has no scheme, port or path.
  return {
    filter,
    notes: [...notes, noteAt('matchUrl', 'changed', noteText('tabsBecomePages', {address: shown(matchUrl), domain}))],
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `set <name>: <value>` and `remove <name>`, between semicolons; names and values are URL-encoded. */
function readOperations(fields: Fields, name: string, target: 'Request' | 'Response', notes: Note[]) {
  return fields
    .text(name)
    .split(';')
    .flatMap((operation): ReadHeader[] => {
      if (operation.trim() === '') return []
      const [, set, value, gone] = /^\s*(?:set (.+?): ?(.*)|remove (.+))$/s.exec(operation) ?? []
      const header = decoded(set ?? gone ?? '')?.trim() ?? ''
      const text = decoded(value ?? '')
      const at = {header: name, value: name}
      if (header !== '' && gone !== undefined) return [{change: {header, type: 'Remove', target}, at}]
      if (header !== '' && text !== undefined) return [{change: {header, type: 'Modify', value: text, target}, at}]
      notes.push(noteAt(name, 'no-counterpart', noteText('noHeaderOperation', {what: shown(operation.trim())})))
      return []
    })
}

function withoutMime(file: string): {readonly value: string; readonly type?: string} {
  const [comment, type] = /^\s*\/\*\s*mime:\s*([^*\s][^*]*?)\s*\*\/[^\S\n]*\n?/i.exec(file) ?? []
  return comment === undefined || type === undefined ? {value: file} : {value: file.slice(comment.length), type}
}

type Kind = (fields: Fields, source: Source, match: string) => Made & {readonly name: string}

const kinds: Readonly<Record<string, Kind>> = {
  normalOverride(fields, source, match) {
    const {destination, notes} = substitute(match, fields.text('replace'))
    const pair = {source, destinationType: 'url', destination}
    return {kind: {ruleType: 'Redirect', pairs: [pair]}, name: importNames('redirectOf', {match}), notes}
  },
  fileOverride(fields, source, match) {
    fields.ignore('fileId')
    const {value, type} = withoutMime(fields.text('file'))
    const pair = {
      source,
      type: 'static',
      value,
      serveWithoutRequest: true,
      ...(type === undefined ? {} : {responseHeaders: [{header: 'Content-Type', value: type}]}),
    }
    return {kind: {ruleType: 'Response', pairs: [pair]}, name: importNames('textFor', {match}), notes: []}
  },
  headerRule(fields, source, match) {
    const notes: Note[] = []
    const read = [
      ...readOperations(fields, 'requestRules', 'Request', notes),
      ...readOperations(fields, 'responseRules', 'Response', notes),
    ]
    const {modifications, notes: wrong} = soundChanges(read)
    notes.push(...wrong)
    return {
      kind: {ruleType: 'Headers', pairs: [{source, modifications}]},
      name: importNames('headersFor', {match}),
      notes,
    }
  },
}

const names = {'source.value': 'match', destination: 'replace', value: 'file'}

function readRule(raw: unknown, at: string, group: number, tab: ReturnType<typeof readTab>): ImportedRecord {
  if (!isRecord(raw)) return refusedRecord('', [stop('', noteText('isNotARule', {value: shown(raw)}))], {at, group})
  const fields = fieldsOf(raw, at)
  const type = fields.text('type')
  const isOn = fields.isOn('on')
  if (type === 'fileInject') {
    const [name, file, where] = [fields.text('fileName'), fields.text('file'), fields.text('injectLocation')]
    const reason = noteText('noInjectionAt', {
      kind: fields.text('fileType') || 'js',
      place: where || 'head',
      what: shown(file),
    })
    return refusedRecord(name, [stop('file', reason)], {at, group})
  }
  const kind = entryOf(kinds, type)
  if (kind === undefined)
    return refusedRecord('', [stop('type', noteText('isNotADeed', {value: shown(type)}))], {at, group})
  const match = fields.text('match')
  const source = narrowed(urlWildcard(match.replace(runs, '*')), [tab.filter])
  const {kind: made, name, notes} = kind(fields, source, match)
  const said = [...tab.notes, ...notes, ...notesOfSource(source, 'match'), ...fields.notes()]
  return madeRecord({...made, name, isOn}, {at, group, notes: said}, names)
}

export const resourceOverride = jsonFormat(
  'Resource Override',
  (json): json is JsonRecord =>
    isRecord(json) && 'v' in json && (Array.isArray(json['data']) || !('log' in json || 'rules' in json)),
  function* (file) {
    const {data} = file
    if (!Array.isArray(data)) throw new ImportError('$.data', 'not-as-documented', noteText('groupsMissing'))
    const groups: ImportedGroup[] = []
    const records = yield* readEach(
      data,
      '$.data',
      value => noteText('isNotAGroup', {value}),
      (raw, at) => {
        if (!('rules' in raw || 'matchUrl' in raw))
          return [refusedRecord('', [stop('', noteText('isNotAGroup', {value: shown(raw)}))], {at})]
        const fields = fieldsOf(raw, at)
        const matchUrl = fields.text('matchUrl')
        fields.ignore('id')
        const isOn = fields.isOn('on')
        const tab = readTab(matchUrl.trim())
        const rules = fields.list('rules')
        const made = madeGroup(matchUrl, isOn, fields.notes())
        const group = groups.push(rules.length === 0 ? {...made, isKept: true} : made) - 1
        return rules.map((rule, place) => readRule(rule, `${at}.rules[${place}]`, group, tab))
      },
    )
    return {groups, records: withRedirectsFirst(records, groups), notes: unreadFields(file, 'v', 'data')}
  },
)

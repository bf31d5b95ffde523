import {noteText, noteAt, type Note} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {quoteValue} from '../../fields'
import {ImportError} from '../../import-error'
import type {RuleDraft, Format, ImportedRecord} from '../../import-types'
import {createRecord, refuseRecord, refusalNote} from '../../create-records'
import {toMethodFilter, addFilters, getSourceNotes, urlEquals} from '../../sources'
import {readItems} from '../../read-records'
import {commandRunners} from '../../text/command'
import {readCommand, type Command} from './read-command'
import {parseCommandLines} from './parse-command-lines'

type Request = {readonly command: Command; readonly beside: Note[]}

const isPrefixWord = (word: string): boolean =>
  commandRunners.has(word) || /^(?:.*[$>#%]|\[?[\w.-]+@.*|[a-z_]\w*=.*)$/is.test(word)

function readRequests(text: string): readonly Request[] {
  const requests: Request[] = []
  let notesBefore: Note[] = []
  for (const {words, text: written, redirections} of parseCommandLines(text)) {
    const start = words.findIndex(({text: word}) => !isPrefixWord(word))
    const assignmentNotes = words
      .slice(0, start < 0 ? words.length : start)
      .flatMap(({text: word, position}) =>
        word.includes('=')
          ? [noteAt(position, 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(word)}))]
          : [],
      )
    if (/^curl(?:\.exe)?$/i.test(words[start]?.text ?? '')) {
      const redirectionNotes = redirections.map(each =>
        noteAt('', 'no-counterpart', noteText('hasNoCounterpart', {what: quoteValue(each)})),
      )
      const otherNotes = [...notesBefore, ...assignmentNotes, ...redirectionNotes]
      notesBefore = []
      for (const command of readCommand(words.slice(start + 1))) requests.push({command, beside: [...otherNotes]})
    } else if (requests.length === 0) {
      notesBefore.push(...assignmentNotes)
      if (start >= 0)
        notesBefore.push(noteAt('', 'no-counterpart', noteText('precedesCommand', {rest: quoteValue(written)})))
    } else {
      requests
        .at(-1)
        ?.beside.push(noteAt('', 'no-counterpart', noteText('followsCommand', {rest: quoteValue(written)})))
    }
  }
  return requests
}

/** A variable may stand in for a part of the URL. */
const isHttpUrl = (url: string): boolean => /^https?:\/\/(?!javascript:|data:)/i.test(url)

function toRecords(
  {command, beside: otherNotes}: Request,
  locations: {of: (partName: string) => string; whole: string},
): ImportedRecord[] {
  const [url] = command.urls
  const methods = toMethodFilter([command.method], command.method)
  const name = `${command.method} ${(url ?? '').replace(/^[a-z]+:\/\//i, '').replace(/\?.*/s, '')}`.slice(0, 100).trim()
  const notes = [
    ...methods.notes,
    ...command.notes,
    ...command.urls.flatMap(each => getSourceNotes(urlEquals(each), 'URL')),
    ...otherNotes,
  ]
  if (url === undefined)
    return [refuseRecord(name, [refusalNote('', noteText('namesNoAddress'))], {at: locations.whole, notes})]
  if (command.urls.some(each => !isHttpUrl(each)))
    return [refuseRecord(name, [refusalNote('URL', noteText('notOfHttp'))], {at: locations.whole, notes})]
  const sources = command.urls.map(each => addFilters(urlEquals(each), [methods.filter]))
  const createPart = (
    partName: Pick<RuleDraft, 'ruleType' | 'pairs' | 'name'>,
    at: string,
    faults: readonly Note[] = [],
  ) =>
    createRecord(
      {...partName, isOn: true},
      {at: locations.of(at), notes: [...notes, ...faults]},
      {'source.value': 'URL'},
    )
  const records: ImportedRecord[] = []
  if (command.headers.length > 0) {
    const modifications = command.headers.map(change => ({...change, target: 'Request'}))
    const pairs = sources.map(source => ({source, modifications}))
    records.push(createPart({ruleType: 'Headers', pairs, name: importNames('nameOfHeaders', {name})}, 'headers'))
  }
  if (command.body !== null && /^(?:GET|HEAD)$/.test(command.method))
    records.push(
      refuseRecord(importNames('nameOfBody', {name}), [refusalNote('body', noteText('noBodyInGet'))], {
        at: locations.of('body'),
        notes,
      }),
    )
  else if (command.body !== null || command.bodyFaults.length > 0) {
    const pairs = sources.map(source => ({source, type: 'static', value: command.body ?? ''}))
    records.push(
      createPart({ruleType: 'Request', pairs, name: importNames('nameOfBody', {name})}, 'body', command.bodyFaults),
    )
  }
  if (records.length > 0) return records
  return [refuseRecord(name, [refusalNote('', noteText('nothingToChange'))], {at: locations.whole, notes})]
}

/** A rule for the headers and one for the body of each command. */
export const curl: Format = {
  name: 'cURL',
  recognises: given => given.kind === 'command',
  *read(given) {
    const requests = readRequests(given.kind === 'command' ? given.text : '')
    if (requests.every(({command}) => command.urls.length === 0))
      throw new ImportError(
        importNames('lineAndColumn', {line: 1, column: 1}),
        'not-as-documented',
        noteText('namesNoAddress'),
      )
    const isOne = requests.length === 1
    const records: ImportedRecord[] = []
    yield* readItems(requests, '', (request, index) => {
      const number = index + 1
      const locations = isOne
        ? {of: (partName: string) => partName, whole: importNames('lineOnly', {line: 1})}
        : {
            of: (partName: string) => importNames('partOfRequest', {request: number, part: partName}),
            whole: importNames('requestNumber', {request: number}),
          }
      records.push(...toRecords(request, locations))
    })
    return {format: curl.name, groups: [], records, notes: []}
  },
}

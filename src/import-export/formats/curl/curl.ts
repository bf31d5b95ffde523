import {noteText, noteAt, type Note} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {shown} from '../../fields'
import {ImportError} from '../../import-error'
import type {Draft, Format, ImportedRecord} from '../../import-types'
import {withTurns} from '../../rule-order-notes'
import {madeRecord, refusedRecord, stop} from '../../create-records'
import {byMethods, narrowed, notesOfSource, urlEquals} from '../../sources'
import {eachOf} from '../../read-records'
import {runners} from '../../text/command'
import {readCommand, type Command} from './read-command'
import {readLines} from './parse-command-lines'

type Request = {readonly command: Command; readonly beside: Note[]}

const standsBefore = (word: string): boolean =>
  runners.has(word) || /^(?:.*[$>#%]|\[?[\w.-]+@.*|[a-z_]\w*=.*)$/is.test(word)

function requestsOf(text: string): readonly Request[] {
  const requests: Request[] = []
  let before: Note[] = []
  for (const {words, written, led} of readLines(text)) {
    const start = words.findIndex(({text: word}) => !standsBefore(word))
    const values = words
      .slice(0, start < 0 ? words.length : start)
      .flatMap(({text: word, at}) =>
        word.includes('=') ? [noteAt(at, 'no-counterpart', noteText('hasNoCounterpart', {what: shown(word)}))] : [],
      )
    if (/^curl(?:\.exe)?$/i.test(words[start]?.text ?? '')) {
      const ends = led.map(each => noteAt('', 'no-counterpart', noteText('hasNoCounterpart', {what: shown(each)})))
      const beside = [...before, ...values, ...ends]
      before = []
      for (const command of readCommand(words.slice(start + 1))) requests.push({command, beside: [...beside]})
    } else if (requests.length === 0) {
      before.push(...values)
      if (start >= 0) before.push(noteAt('', 'no-counterpart', noteText('precedesCommand', {rest: shown(written)})))
    } else {
      requests.at(-1)?.beside.push(noteAt('', 'no-counterpart', noteText('followsCommand', {rest: shown(written)})))
    }
  }
  return requests
}

/** A variable may stand in for a part of the URL. */
const isOfTheWeb = (url: string): boolean => /^https?:\/\/(?!javascript:|data:)/i.test(url)

function recordsOf(
  {command, beside}: Request,
  places: {of: (part: string) => string; whole: string},
): ImportedRecord[] {
  const [url] = command.urls
  const methods = byMethods([command.method], command.method)
  const name = `${command.method} ${(url ?? '').replace(/^[a-z]+:\/\//i, '').replace(/\?.*/s, '')}`.slice(0, 100).trim()
  const notes = [
    ...methods.notes,
    ...command.notes,
    ...command.urls.flatMap(each => notesOfSource(urlEquals(each), 'URL')),
    ...beside,
  ]
  if (url === undefined) return [refusedRecord(name, [stop('', noteText('namesNoAddress'))], {at: places.whole, notes})]
  if (command.urls.some(each => !isOfTheWeb(each)))
    return [refusedRecord(name, [stop('URL', noteText('notOfHttp'))], {at: places.whole, notes})]
  const sources = command.urls.map(each => narrowed(urlEquals(each), [methods.filter]))
  const draft = (part: Pick<Draft, 'ruleType' | 'pairs' | 'name'>, at: string, faults: readonly Note[] = []) =>
    madeRecord({...part, isOn: true}, {at: places.of(at), notes: [...notes, ...faults]}, {'source.value': 'URL'})
  const records: ImportedRecord[] = []
  if (command.headers.length > 0) {
    const modifications = command.headers.map(change => ({...change, target: 'Request'}))
    const pairs = sources.map(source => ({source, modifications}))
    records.push(draft({ruleType: 'Headers', pairs, name: importNames('nameOfHeaders', {name})}, 'headers'))
  }
  if (command.body !== null && /^(?:GET|HEAD)$/.test(command.method))
    records.push(
      refusedRecord(importNames('nameOfBody', {name}), [stop('body', noteText('noBodyInGet'))], {
        at: places.of('body'),
        notes,
      }),
    )
  else if (command.body !== null || command.bodyFaults.length > 0) {
    const pairs = sources.map(source => ({source, type: 'static', value: command.body ?? ''}))
    records.push(
      draft({ruleType: 'Request', pairs, name: importNames('nameOfBody', {name})}, 'body', command.bodyFaults),
    )
  }
  if (records.length > 0) return records
  return [refusedRecord(name, [stop('', noteText('nothingToChange'))], {at: places.whole, notes})]
}

/** A rule for the headers and one for the body of each command. */
export const curl: Format = {
  name: 'cURL',
  recognises: given => given.kind === 'command',
  *read(given) {
    const requests = requestsOf(given.kind === 'command' ? given.text : '')
    if (requests.every(({command}) => command.urls.length === 0))
      throw new ImportError(
        importNames('lineAndColumn', {line: 1, column: 1}),
        'not-as-documented',
        noteText('namesNoAddress'),
      )
    const isOne = requests.length === 1
    const records: ImportedRecord[] = []
    yield* eachOf(requests, '', (request, index) => {
      const number = index + 1
      const places = isOne
        ? {of: (part: string) => part, whole: importNames('lineOnly', {line: 1})}
        : {
            of: (part: string) => importNames('partOfRequest', {request: number, part}),
            whole: importNames('requestNumber', {request: number}),
          }
      records.push(...recordsOf(request, places))
    })
    return {format: curl.name, groups: [], records: withTurns(records, [], noteText('commandBefore')), notes: []}
  },
}

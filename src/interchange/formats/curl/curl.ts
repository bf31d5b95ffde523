import {fault} from '../../../contract/faults'
import {
  followsCommand,
  lineAndColumn,
  lineOnly,
  nameOfBody,
  nameOfHeaders,
  namesNoAddress,
  nothingToChange,
} from '../../../contract/reasons'
import {shown} from '../../fields'
import {ImportError} from '../../import-error'
import type {Draft, Format, ImportedRecord} from '../../imported'
import {madeRecord, refusedRecord, stop} from '../../making'
import {byMethods, narrowed, notesOfSource, urlEquals} from '../../sources'
import {eachOf} from '../../steps'
import {readCommand} from './command'
import {readWords} from './words'

/** A cURL command: a rule that sends its headers, and one that sends its body, wherever a page asks for the same address. */
export const curl: Format = {
  name: 'cURL',
  recognises: given => given.kind === 'command',
  *read(given) {
    const {words, rest} = readWords(given.kind === 'command' ? given.text : '')
    // A prompt may stand before it.
    const start = words.findIndex(({text}) => /^curl(?:\.exe)?$/i.test(text))
    const command = readCommand(words.slice(start + 1))
    const [url = ''] = command.urls
    if (url === '') throw new ImportError(lineAndColumn(1, 1), 'not-as-documented', namesNoAddress)
    const methods = byMethods([command.method], command.method)
    const sources = command.urls.map(each => narrowed(urlEquals(each), [methods.filter]))
    const [title = url] = url.replace(/^[a-z]+:\/\//i, '').split('?', 1)
    const name = `${command.method} ${title}`.slice(0, 100)
    const after = rest === '' ? [] : [fault('', 'no-counterpart', followsCommand(shown(rest)))]
    const notes = [
      ...methods.notes,
      ...command.notes,
      ...command.urls.flatMap(each => notesOfSource(urlEquals(each), 'URL')),
      ...after,
    ]
    const drafts: (Draft & {readonly at: string})[] = []
    if (command.headers.length > 0)
      drafts.push({
        ruleType: 'Headers',
        pairs: sources.map(source => ({
          source,
          modifications: command.headers.map(change => ({...change, target: 'Request'})),
        })),
        name: nameOfHeaders(name),
        isOn: true,
        at: 'headers',
      })
    if (command.body !== null || command.bodyFaults.length > 0)
      drafts.push({
        ruleType: 'Request',
        pairs: sources.map(source => ({source, type: 'static', value: command.body ?? ''})),
        name: nameOfBody(name),
        isOn: true,
        at: 'body',
      })
    const records: ImportedRecord[] = []
    yield* eachOf(drafts, '', ({at, ...draft}) => {
      const faults = draft.ruleType === 'Request' ? command.bodyFaults : []
      records.push(madeRecord(draft, {at, notes: [...notes, ...faults]}))
    })
    const nothing = stop('', nothingToChange)
    return {
      format: curl.name,
      groups: [],
      records: records.length > 0 ? records : [refusedRecord(name, [nothing], {at: lineOnly(1), notes})],
      notes: [],
    }
  },
}

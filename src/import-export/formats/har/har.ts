import {isRecord, type JsonRecord, recordIn} from '../../../model/json'
import {noteText, noteAt} from '../../notes'
import {importNames} from '../../../locales/import-names'
import {quoteValue} from '../../fields'
import {ImportError} from '../../import-error'
import {createGroup, refuseRecord, refusalNote} from '../../create-records'
import {readItems, createJsonFormat} from '../../read-records'
import {type RecordedExchange, toExchange} from './exchange'
import {switchOffLoops, switchOffUnreachable, switchOffPages, distinguishRequests} from './distinguish-requests'
import {readEntry} from './entry'
import {createPages, applyPagePolicy} from './pages'

function titleOf(log: JsonRecord): string {
  const {pages, creator} = log
  const page: unknown = Array.isArray(pages) ? pages[0] : undefined
  if (isRecord(page) && typeof page['title'] === 'string' && page['title'] !== '') return page['title'].slice(0, 200)
  return isRecord(creator) && typeof creator['name'] === 'string' && creator['name'] !== ''
    ? importNames('recordedBy', {tool: creator['name']})
    : importNames('recording')
}

type Seen = {readonly first: number; times: number; readonly pages: Set<string>}

/** Recorded responses become mocks in one group. Repeated requests are counted on the first. */
export const har = createJsonFormat(
  'HAR',
  (json): json is JsonRecord => isRecord(json) && isRecord(json['log']),
  function* (file) {
    const log = recordIn(file, 'log')
    const {entries} = log
    if (!Array.isArray(entries)) throw new ImportError('$.log.entries', 'not-as-documented', noteText('entriesMissing'))
    const all: RecordedExchange[] = []
    const seen = new Map<string, Seen>()
    const pages = createPages()
    for (const raw of entries) if (isRecord(raw)) pages.learn(raw, toExchange(raw))
    yield* readItems<unknown>(entries, '$.log.entries', (raw, index) => {
      const at = `$.log.entries[${index}]`
      const exchange = toExchange(isRecord(raw) ? raw : {})
      if (!isRecord(raw)) {
        const records = [
          refuseRecord('', [refusalNote('', noteText('isNotAnEntry', {value: quoteValue(raw)}))], {at, group: 0}),
        ]
        return void all.push({exchange, records, pages: []})
      }
      const page = pages.whoAsked(raw, exchange)
      const before = seen.get(exchange.key)
      if (before) {
        before.times++
        before.pages.add(exchange.page)
        const first = all[before.first]
        if (first) all[before.first] = {...first, records: applyPagePolicy(first.records, page, exchange)}
        return
      }
      const read = applyPagePolicy(readEntry(raw, exchange, at, page), page, exchange)
      // A refused entry does not hide a later answer to the same request.
      if (read.some(({rule}) => rule !== null))
        seen.set(exchange.key, {first: all.length, times: 1, pages: new Set([exchange.page])})
      all.push({exchange, records: read, pages: [exchange.page]})
    })
    for (const {first, times, pages: askedBy} of seen.values()) {
      const answered = all[first]
      const [record, ...rest] = answered?.records ?? []
      if (answered && record && times > 1) {
        const said = noteAt('', 'changed', noteText('firstOfSeveral', {times}))
        const records = [{...record, notes: [...record.notes, said]}, ...rest]
        all[first] = {...answered, records, pages: [...askedBy]}
      }
    }
    const records = switchOffUnreachable(switchOffPages(distinguishRequests(switchOffLoops(all)))).flatMap(
      each => each.records,
    )
    return {groups: records.length === 0 ? [] : [createGroup(titleOf(log), true)], records}
  },
)

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

function getTitle(log: JsonRecord): string {
  const {pages, creator} = log
  const page: unknown = Array.isArray(pages) ? pages[0] : undefined
  if (isRecord(page) && typeof page['title'] === 'string' && page['title'] !== '') return page['title'].slice(0, 200)
  return isRecord(creator) && typeof creator['name'] === 'string' && creator['name'] !== ''
    ? importNames('recordedBy', {tool: creator['name']})
    : importNames('recording')
}

type RepeatedExchange = {readonly first: number; times: number; readonly pages: Set<string>}

/** Recorded responses become mocks in one group. Repeated requests are counted on the first. */
export const har = createJsonFormat(
  'HAR',
  (json): json is JsonRecord => isRecord(json) && isRecord(json['log']),
  function* (file) {
    const log = recordIn(file, 'log')
    const {entries} = log
    if (!Array.isArray(entries)) throw new ImportError('$.log.entries', 'not-as-documented', noteText('entriesMissing'))
    const exchanges: RecordedExchange[] = []
    const exchangesByKey = new Map<string, RepeatedExchange>()
    const pages = createPages()
    for (const raw of entries) if (isRecord(raw)) pages.learn(raw, toExchange(raw))
    yield* readItems<unknown>(entries, '$.log.entries', (raw, index) => {
      const at = `$.log.entries[${index}]`
      const exchange = toExchange(isRecord(raw) ? raw : {})
      if (!isRecord(raw)) {
        const records = [
          refuseRecord('', [refusalNote('', noteText('isNotAnEntry', {value: quoteValue(raw)}))], {at, group: 0}),
        ]
        return void exchanges.push({exchange, records, pages: []})
      }
      const page = pages.whoAsked(raw, exchange)
      const earlier = exchangesByKey.get(exchange.key)
      if (earlier) {
        earlier.times++
        earlier.pages.add(exchange.page)
        const first = exchanges[earlier.first]
        if (first) exchanges[earlier.first] = {...first, records: applyPagePolicy(first.records, page, exchange.url)}
        return
      }
      const read = applyPagePolicy(readEntry(raw, exchange, at, page), page, exchange.url)
      // A refused entry does not hide a later answer to the same request.
      if (read.some(({rule}) => rule !== null))
        exchangesByKey.set(exchange.key, {first: exchanges.length, times: 1, pages: new Set([exchange.page])})
      exchanges.push({exchange, records: read, pages: [exchange.page]})
    })
    for (const {first, times, pages: requestingPages} of exchangesByKey.values()) {
      const answered = exchanges[first]
      const [record, ...rest] = answered?.records ?? []
      if (answered && record && times > 1) {
        const repeatNote = noteAt('', 'changed', noteText('firstOfSeveral', {times}))
        const records = [{...record, notes: [...record.notes, repeatNote]}, ...rest]
        exchanges[first] = {...answered, records, pages: [...requestingPages]}
      }
    }
    const records = switchOffUnreachable(switchOffPages(distinguishRequests(switchOffLoops(exchanges)))).flatMap(
      each => each.records,
    )
    return {groups: records.length === 0 ? [] : [createGroup(getTitle(log), true)], records}
  },
)

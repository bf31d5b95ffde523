import {formatNote} from '../sentences/import-notes'
import type {JsonRecord} from '../../model/json'
import {switchOffLoops, distinguishRequests} from '../../import-export/formats/har/distinguish-requests'
import {readEntry} from '../../import-export/formats/har/entry'
import {toExchange, type RecordedExchange} from '../../import-export/formats/har/exchange'
import {createPages, applyPagePolicy} from '../../import-export/formats/har/pages'
import type {ImportedRecord} from '../../import-export/import-types'
import {createGroup} from '../../import-export/create-records'
import {devtoolsPanelTexts} from '../../locales/devtools-panel'
import type {RecordsToAdd} from '../commands/imports'

type LeftOut = {readonly name: string; readonly reason: string}

export type Mocks = {
  readonly records: RecordsToAdd
  readonly leftOut: readonly LeftOut[]
  readonly changed: readonly LeftOut[]
}

const toLeftOut = ({name, faults, notes}: ImportedRecord): LeftOut => ({
  name,
  reason: [...faults, ...notes.filter(({code}) => code === 'switched-off')]
    .map(each => (each.reason.code === 'bodyNotRecorded' ? devtoolsPanelTexts('bodyGone') : formatNote(each)))
    .join(' '),
})

/** One rule per recorded response in a new group, the first one of repeated requests. */
export function createMocks(
  recorded: readonly JsonRecord[],
  group: string,
  documents: readonly JsonRecord[] = [],
): Mocks {
  const pages = createPages()
  for (const each of documents) pages.learn(each, toExchange(each))
  const answers = new Map<string, RecordedExchange>()
  const repeated: LeftOut[] = []
  for (const [index, entry] of recorded.entries()) {
    const exchange = toExchange(entry)
    const before = answers.get(exchange.key)
    // Without timings, or a Delay rule would be added.
    const {timings: _timings, ...untimed} = entry
    const page = pages.whoAsked(entry, exchange)
    const read = applyPagePolicy(readEntry(untimed, exchange, `${index}`, page), page, exchange.url)
    const isAnswer = read.some(({rule}) => rule !== null)
    if (before?.records.some(({rule}) => rule !== null)) {
      if (isAnswer) repeated.push({name: read[0]?.name ?? '', reason: devtoolsPanelTexts('repeated')})
      // A request without a response does not exclude a later one with a response.
    } else if (before === undefined || isAnswer)
      answers.set(exchange.key, {exchange, records: read, pages: [exchange.page]})
  }
  const all = distinguishRequests(switchOffLoops([...answers.values()])).flatMap(({records}) => records)
  const isActive = ({rule}: ImportedRecord) => rule?.status === 'Active'
  return {
    records: {
      groups: [createGroup(group, true).record],
      rules: all.flatMap(each => (each.rule && isActive(each) ? [{rule: each.rule, group: 0}] : [])),
    },
    leftOut: [...all.filter(each => !isActive(each)).map(toLeftOut), ...repeated],
    changed: all.filter(isActive).flatMap(({name, notes}) => {
      const changedNotes = notes.filter(({code, reason}) => code === 'changed' || reason.code === 'cookiesLeftOut')
      return changedNotes.length === 0 ? [] : [{name, reason: changedNotes.map(formatNote).join(' ')}]
    }),
  }
}

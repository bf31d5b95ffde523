import {outOfReachOfMocks} from '../../../contract/reasons'
import type {ImportedRecord} from '../../imported'
import {isActive, switchedOff} from '../../making'
import {isForDocument} from './kind'
import type {Answered} from './answered'

const isPage = ({rule}: ImportedRecord): boolean =>
  rule?.ruleType === 'Response' && rule.pairs.some(({source}) => source?.filters?.some(isForDocument) === true)

const isMock = (record: ImportedRecord): boolean =>
  record.rule?.ruleType === 'Response' && isActive(record) && !isPage(record)

/** Scripts do not reach into a page that a rule answers: beside mocks of what it asks for it comes off, and how long it took with it. */
export function withoutPages(all: readonly Answered[]): readonly Answered[] {
  const mocked = new Set(all.filter(({records}) => records.some(isMock)).flatMap(({pages}) => pages))
  // What names no page may be of any.
  const isBeside = (page: string) => mocked.has(page) || mocked.has('') || (page === '' && mocked.size > 0)
  return all.map(each =>
    each.records.some(isPage) && each.pages.some(isBeside)
      ? {...each, records: each.records.map(record => switchedOff(record, 'response.content', outOfReachOfMocks))}
      : each,
  )
}

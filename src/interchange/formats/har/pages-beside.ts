import {outOfReachOfMocks} from '../../../contract/reasons'
import type {ImportedRecord} from '../../imported'
import {off} from '../../making'
import type {Answered} from './told-apart'

const isPage = ({rule}: ImportedRecord): boolean =>
  rule?.ruleType === 'Response' &&
  rule.pairs.some(
    ({source}) => source?.filters?.some(({resourceType}) => resourceType?.includes('main_frame')) === true,
  )

const isOn = ({rule}: ImportedRecord): boolean => rule?.status === 'Active'

const switchedOff = (record: ImportedRecord): ImportedRecord =>
  record.rule && isOn(record)
    ? {
        ...record,
        rule: {...record.rule, status: 'Inactive'},
        notes: [...record.notes, off('response.content', outOfReachOfMocks)],
      }
    : record

/** Scripts do not reach into a page that a rule answers: beside other mocks it comes off, and how long it took with it. */
export function withoutPages(all: readonly Answered[]): readonly Answered[] {
  const isOfPage = ({records}: Answered) => records.some(isPage)
  const hasOthers = all.some(each => !isOfPage(each) && each.records.some(isOn))
  if (!hasOthers) return all
  return all.map(each => (isOfPage(each) ? {...each, records: each.records.map(switchedOff)} : each))
}

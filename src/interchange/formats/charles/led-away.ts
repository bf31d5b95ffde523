import {fault} from '../../../contract/faults'
import type {RulePayload} from '../../../contract/payload'
import {actsWhereItIsLed} from '../../../contract/reasons'
import {canonicalUrl, withoutFragment} from '../../../matching/address'
import type {Source} from '../../../contract/source'
import {fillCaptures} from '../../../matching/captures'
import {readSought, replaceInAddress} from '../../../matching/replace-text'
import {addressesOf, finderOf} from '../../addresses'
import {actBeside} from '../../in-turn'
import type {ImportedGroup, ImportedRecord} from '../../imported'
import {everyUrl} from '../../sources'

/** `group` is the place of the rule's group, null for none. */
type Way = {readonly name: string; readonly from: string; readonly to: string; readonly group: number | null}

/** So many are followed: a file may have ten thousand. */
const mostWays = 100

type Leading = {
  readonly source: Source | undefined
  next(url: string, captures: readonly string[]): string | undefined
}

function leadingOf(rule: RulePayload): readonly Leading[] {
  if (rule.ruleType === 'Redirect')
    return rule.pairs.map(({source, destination}) => ({
      source,
      next: (_url, captures) => fillCaptures(destination, captures),
    }))
  if (rule.ruleType !== 'Replace') return []
  return rule.pairs.flatMap(({source, from, to}) => {
    const sought = readSought(from)
    return 'reason' in sought ? [] : [{source, next: url => replaceInAddress(url, sought, to)}]
  })
}

/** What a rule makes of some of the addresses that it is for. */
const waysOf = ({rule, group}: ImportedRecord): readonly Way[] =>
  rule?.status === 'Active'
    ? leadingOf(rule).flatMap(({source = everyUrl, next}) =>
        addressesOf(source).flatMap(({url, captures}) => {
          const to = canonicalUrl(next(url, captures) ?? '')
          return to === undefined || to === url ? [] : [{name: rule.name, from: url, to: withoutFragment(to), group}]
        }),
      )
    : []

/** In what is done to headers and queries; what answers or stops a request comes before where it leads. */
const isLed = ({ruleType}: RulePayload): boolean =>
  ruleType === 'Headers' || ruleType === 'UserAgent' || ruleType === 'QueryParam'

/**
 * The same records; on a rule for requests that another one of the file leads away it is said that it looks at where they come to. There
 * both act, by the address that was asked for.
 */
export function withWhereLed(
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] {
  const ways = records.flatMap(waysOf).slice(0, mostWays)
  if (ways.length === 0) return records
  return records.map(record => {
    const {rule} = record
    if (rule?.status !== 'Active' || !isLed(rule)) return record
    const finders = rule.pairs.map(({source}) => finderOf(source ?? everyUrl))
    const isFor = (url: string) => finders.some(find => find(url) !== undefined)
    const away = ways.find(({from, to, group}) => actBeside(groups, group, record.group) && isFor(from) && !isFor(to))
    return away ? {...record, notes: [...record.notes, fault('', 'changed', actsWhereItIsLed(away.name))]} : record
  })
}

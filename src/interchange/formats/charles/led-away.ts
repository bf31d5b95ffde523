import {fault} from '../../../contract/faults'
import type {RulePayload} from '../../../contract/payload'
import {actsWhereItIsLed} from '../../../contract/reasons'
import {canonicalUrl, withoutFragment} from '../../../matching/address'
import type {Source} from '../../../contract/source'
import {fillCaptures} from '../../../matching/captures'
import {compileSource} from '../../../matching/matcher'
import {readPattern} from '../../../matching/pattern'
import {readSought, replaceInAddress} from '../../../matching/replace-text'
import {readRequest} from '../../../matching/request'
import {candidatesOf} from '../../../matching/witness'
import type {ImportedRecord} from '../../imported'
import {everyUrl} from '../../sources'

type Way = {readonly name: string; readonly from: string; readonly to: string}

/** So many are followed: a file may have ten thousand. */
const mostWays = 100
const mostOfOne = 4

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
function waysOf(rule: RulePayload): readonly Way[] {
  if (rule.status !== 'Active') return []
  return leadingOf(rule).flatMap(({source = everyUrl, next}) => {
    const [read, compiled] = [readPattern(source), compileSource(source)]
    if ('fault' in read || 'fault' in compiled) return []
    const led = candidatesOf(read.pattern)
      .flat()
      .flatMap((each): Way[] => {
        const from = canonicalUrl(each)
        const found = from === undefined ? undefined : compiled.match(readRequest({url: from}))
        const to = from && found?.matched ? canonicalUrl(next(from, found.captures) ?? '') : undefined
        return from && to && to !== from ? [{name: rule.name, from, to: withoutFragment(to)}] : []
      })
    return led.slice(0, mostOfOne)
  })
}

/** In what is done to headers and queries; what answers or stops a request comes before where it leads. */
const isLed = ({ruleType}: RulePayload): boolean =>
  ruleType === 'Headers' || ruleType === 'UserAgent' || ruleType === 'QueryParam'

/**
 * The same records; on a rule for requests that another one of the file leads away it is said that it looks at where they come to. There
 * both act, by the address that was asked for.
 */
export function withWhereLed(records: readonly ImportedRecord[]): readonly ImportedRecord[] {
  const ways = records.flatMap(({rule}) => (rule === null ? [] : waysOf(rule))).slice(0, mostWays)
  if (ways.length === 0) return records
  return records.map(record => {
    const {rule} = record
    if (rule?.status !== 'Active' || !isLed(rule)) return record
    const matchers = rule.pairs.flatMap(({source}) => {
      const compiled = compileSource(source ?? everyUrl)
      return 'fault' in compiled ? [] : [compiled.match]
    })
    const isFor = (url: string) => matchers.some(match => match(readRequest({url})).matched)
    const away = ways.find(({from, to}) => isFor(from) && !isFor(to))
    return away ? {...record, notes: [...record.notes, fault('', 'changed', actsWhereItIsLed(away.name))]} : record
  })
}

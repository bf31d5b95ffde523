import {fault} from '../../../contract/faults'
import {leadsAwayAgain, wayIsOff} from '../../../contract/reasons'
import {withoutFragment} from '../../../matching/address'
import type {ImportedRecord} from '../../imported'
import {isActive, switchedOff} from '../../making'
import type {Answered} from './answered'

/** Where a redirect leads that is off, as a rule would not go on with GET as a browser does. */
const lostGoal = ({rule, notes}: ImportedRecord): readonly string[] =>
  rule?.ruleType === 'Redirect' && notes.some(({path, code}) => path === 'response.status' && code === 'switched-off')
    ? rule.pairs.map(({destination}) => withoutFragment(destination))
    : []

const leadsOn = (record: ImportedRecord): boolean => record.rule?.ruleType === 'Redirect' && isActive(record)

/**
 * What such redirects lead to is asked for by way of them in vain, and says so. Where that leads on itself, as from what is for members to the
 * login, it comes off: who has signed in there would be led back to where that began.
 */
export function withLostWays(all: readonly Answered[]): readonly Answered[] {
  const goals = new Set(all.flatMap(({records}) => records.flatMap(lostGoal)))
  return all.map(each => {
    const {exchange, records} = each
    if (exchange.method !== 'GET' || !goals.has(exchange.url)) return each
    const said = fault('request.url', 'changed', wayIsOff)
    return {
      ...each,
      records: records.some(leadsOn)
        ? records.map(record => switchedOff(record, 'response.redirectURL', leadsAwayAgain))
        : records.map(record => (isActive(record) ? {...record, notes: [...record.notes, said]} : record)),
    }
  })
}

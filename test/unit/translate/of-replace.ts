import {priorityOf} from '../../../src/translate/priorities'
import {translate} from '../../../src/translate/translate'
import {followed} from '../../browser/oracle/follow'
import {aPair, aRule, type aSource} from '../builders'

/** What becomes of a Replace: its browser rules, its problems by their codes, and where an address ends up by it. */
export function toldFor(source: ReturnType<typeof aSource>, from: string, to: string) {
  const {drafts, problems} = translate(aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]}))
  const rules = drafts.map(({action, condition, band}, part) => ({
    id: part + 1,
    priority: priorityOf(band, part),
    action,
    condition,
  }))
  return {codes: problems.map(({code}) => code), rules, lead: (url: string) => followed(rules, url)}
}

import {checksOf, type Check} from '../../simulator/checks'
import type {Tested} from '../../simulator/tested'
import type {Verdict} from '../../simulator/verdict'
import type {Phrase} from '../phrase'
import {checkWords as words} from '../words'
import type {Said} from './said'
import {reasonSaid} from './why'

/** Something that was looked at, in words. */
export type SaidCheck = {readonly name: Check['check']; readonly passed: boolean; readonly said: Said}

function sourceSaid({condition: {source, everywhere}}: Extract<Check, {condition: unknown}>): Phrase {
  if (everywhere || !source) return words.anyFetch
  return words.source(source)
}

function passedSaid(check: Check): Phrase {
  switch (check.check) {
    case 'source':
      return sourceSaid(check)
    case 'filter':
      return words.filters[check.filter]
    default:
      return words.passed[check.check]
  }
}

/** What holds, one line each, and last what does not: the reason in full. */
export function checksSaid(verdict: Verdict, tested: Tested): readonly SaidCheck[] {
  const checks = checksOf(verdict)
  const {reason} = verdict
  const isAllOn = checks.some(({check, passed}) => check === 'in-force' && passed) || reason?.why !== 'off'
  // Of three switches that are on one line is enough; of a rule with nothing wrong none.
  const isShown = ({check, passed}: Check) =>
    !(isAllOn && (check === 'rule-on' || check === 'group-on')) && !(check === 'in-force' && passed)
  return checks.filter(isShown).map(check => {
    const said =
      check.check === 'rules-on' && isAllOn
        ? words.allOn
        : check.passed || !reason
          ? passedSaid(check)
          : reasonSaid(reason, verdict, tested)
    return {name: check.check, passed: check.passed, said}
  })
}

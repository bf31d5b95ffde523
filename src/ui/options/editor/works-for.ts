import {isLeftOut, type Problem} from '../../../contract/problems'
import {inPageCodes} from '../../sentences/problems'
import {worksFor, worksForWords as words} from '../../words'
import type {Draft} from './draft'

/** What a draft would act on: what rules of its type do, but for the conditions that come to nothing. */
export function worksForSaid({ruleType, faults, idle, pairs}: Draft, problems: readonly Problem[]): string {
  const usual = worksFor[ruleType]
  // What is not written yet is no mistake.
  if (faults.value.length > 0) return usual
  const isInPage = (at: number) => problems.some(({code, pair}) => pair === at && inPageCodes.has(code))
  const isOut = (at: number) =>
    idle.value.includes(at)
      ? !isInPage(at)
      : problems.some(each => each.field === undefined && (each.pair ?? at) === at && isLeftOut(each) && !isInPage(at))
  const out = pairs.value.flatMap((_, at) => (isOut(at) ? [at + 1] : []))
  if (out.length === 0) return usual
  return out.length === pairs.value.length ? words.nothing : `${usual} ${words.leftOut(out)}`
}

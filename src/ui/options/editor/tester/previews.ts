import {changeOf, type Change} from '../../../tester/change-of'
import {replacedByEach} from '../../../../simulator/preview'
import {readTested} from '../../../../simulator/tested'
import type {RuleOf} from '../../../../contract/rule'
import type {Explained} from './use-explanation'

const none: ReadonlyMap<string, Change> = new Map()

/** What the conditions of a Replace make of the tested address, for the form: by the path of each. */
export function previewsOf({tested, result}: Explained): ReadonlyMap<string, Change> {
  const read = readTested(tested)
  if ('not' in read || 'not' in result || result.draft.contender.rule.ruleType !== 'Replace') return none
  const {contender} = result.draft
  const pairs = contender.rule.pairs as RuleOf<'Replace'>['pairs']
  return new Map(
    [...replacedByEach(contender, read)].flatMap(([index, after]) => {
      const pair = pairs[index]
      return pair ? [[`pairs[${index}]`, changeOf(read.url, after, pair)] as const] : []
    }),
  )
}

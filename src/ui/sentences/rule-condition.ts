import type {Rule} from '../../model/rule'
import type {RuleType} from '../../model/rules'
import {matchesEveryRequest, type Source} from '../../model/source'
import {createSegmentedTexts, toTextSegments, type TextSegments} from '../text-segments'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'

const format = createSegmentedTexts(sentenceTexts)

const hasBody = (ruleType: RuleType): boolean => ruleType === 'Request' || ruleType === 'Response'

/** What a rule of this type matches without a source value. */
export const getAnyRequest = (ruleType: RuleType): string =>
  hasBody(ruleType) ? sentenceTexts('anyBody') : sentenceTexts('everyRequest')

const getAnyRequestAlone = (ruleType: RuleType): string =>
  hasBody(ruleType) ? sentenceTexts('anyBodyAlone') : sentenceTexts('everyRequestAlone')

function describeFirstCondition(
  {ruleType, pairs}: Rule,
  key: (source: Source) => string,
  any: (ruleType: RuleType) => string,
): TextSegments {
  const first: Source | undefined = pairs[0]?.source
  const condition =
    first && !matchesEveryRequest(first)
      ? format('condition', {
          key: key(first),
          operator: commonTexts(`operatorInList.${first.operator}`),
          value: first.value,
        })
      : toTextSegments(any(ruleType))
  return format('orMore', {rest: condition, more: Math.max(0, pairs.length - 1)})
}

export const describeConditionInList = (rule: Rule): TextSegments =>
  describeFirstCondition(rule, source => commonTexts(`sourceKey.${source.key}`), getAnyRequestAlone)

export const describeCondition = (rule: Rule): TextSegments =>
  format('when', {
    rest: describeFirstCondition(rule, source => commonTexts(`sourceKeyInSentence.${source.key}`), getAnyRequest),
  })

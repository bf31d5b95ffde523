import type {Rule} from '../../model/rule'
import type {Source} from '../../model/source'
import {createSegmentedTexts, toTextSegments, type TextSegments} from '../text-segments'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'

const format = createSegmentedTexts(sentenceTexts)
const getSource = (pair: Rule['pairs'][number] | undefined): Source | undefined => pair?.source

const describeFirstCondition = (rule: Rule, key: (source: Source) => string, any: string): TextSegments => {
  const first = getSource(rule.pairs[0])
  const condition = first
    ? format('condition', {
        key: key(first),
        operator: commonTexts(`operatorInList.${first.operator}`),
        value: first.value,
      })
    : toTextSegments(any)
  return format('orMore', {rest: condition, more: Math.max(0, rule.pairs.length - 1)})
}

export const describeConditionInList = (rule: Rule): TextSegments =>
  describeFirstCondition(rule, source => commonTexts(`sourceKey.${source.key}`), sentenceTexts('anyBodyAlone'))

export const describeCondition = (rule: Rule): TextSegments =>
  format('when', {
    rest: describeFirstCondition(
      rule,
      source => commonTexts(`sourceKeyInSentence.${source.key}`),
      sentenceTexts('anyBody'),
    ),
  })

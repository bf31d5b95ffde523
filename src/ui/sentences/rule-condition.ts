import type {Rule} from '../../model/rule'
import type {Source} from '../../model/source'
import {createSegmentedTexts, toTextSegments, type TextSegments} from '../text-segments'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'

const phrase = createSegmentedTexts(sentenceTexts)
const sourceOf = (pair: Rule['pairs'][number] | undefined): Source | undefined => pair?.source

const condition = (rule: Rule, key: (source: Source) => string, any: string): TextSegments => {
  const first = sourceOf(rule.pairs[0])
  const said = first
    ? phrase('condition', {
        key: key(first),
        operator: commonTexts(`operatorInList.${first.operator}`),
        value: first.value,
      })
    : toTextSegments(any)
  return phrase('orMore', {rest: said, more: Math.max(0, rule.pairs.length - 1)})
}

export const whenInList = (rule: Rule): TextSegments =>
  condition(rule, source => commonTexts(`sourceKey.${source.key}`), sentenceTexts('anyBodyAlone'))

export const whenSentence = (rule: Rule): TextSegments =>
  phrase('when', {
    rest: condition(rule, source => commonTexts(`sourceKeyInSentence.${source.key}`), sentenceTexts('anyBody')),
  })

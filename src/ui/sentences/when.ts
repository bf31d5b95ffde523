import type {Rule} from '../../model/rule'
import type {Source} from '../../model/source'
import {code, phrase, prose, type Phrase} from '../phrase'
import {keyInSentence, keyWords, operatorInList, sentenceWords} from '../words'

const sourceOf = (pair: Rule['pairs'][number] | undefined): Source | undefined => pair?.source

const condition = (rule: Rule, key: (source: Source) => string, any: string): Phrase => {
  const first = sourceOf(rule.pairs[0])
  const said = first ? phrase`${key(first)} ${operatorInList[first.operator]} ${code(first.value)}` : prose(any)
  return sentenceWords.orMore(said, Math.max(0, rule.pairs.length - 1))
}

export const whenInList = (rule: Rule): Phrase => {
  const any = sentenceWords.anyBody
  return condition(rule, source => keyWords[source.key], any.charAt(0).toUpperCase() + any.slice(1))
}

export const whenSentence = (rule: Rule): Phrase =>
  sentenceWords.when(condition(rule, source => keyInSentence[source.key], sentenceWords.anyBody))

import type {Rule, RuleOf} from '../../../contract/rule'
import type {PairOf, RuleType} from '../../../contract/rules'
import {code, prose, type Phrase} from '../../phrase'
import {doesInList} from '../../sentences/does'
import {whenInList} from '../../sentences/when'
import {conflictWords as words, editorWords} from '../../words'
import {filterText, placesOf} from '../editor/filters'

/** A rule of this one condition, for the words of the list. */
const only = (rule: Rule, pair: unknown): Rule => ({...rule, pairs: [pair]}) as Rule
const asInList = (rule: Rule, pair: unknown): readonly Phrase[] => [doesInList(only(rule, pair))]
const withBody = (rule: Rule, pair: {readonly value: string}) => [...asInList(rule, pair), code(pair.value)]

/** All that a condition does, a line each, with the values that the list leaves out. */
const doesLines: {readonly [T in RuleType]: (pair: PairOf<T>, rule: RuleOf<T>) => readonly Phrase[]} = {
  Redirect: (pair, rule) => [...asInList(rule, pair), ...(pair.file ? [code(pair.file.text)] : [])],
  Cancel: (pair, rule) => asInList(rule, pair),
  Replace: (pair, rule) => asInList(rule, pair),
  Headers: (pair, rule) =>
    pair.modifications.map(change => {
      const said = doesInList(only(rule, {...pair, modifications: [change]}))
      const valued = change.type === 'Remove' ? said : words.headerValue(said, change.value ?? '')
      return change.target === 'Response' ? words.inAnswer(valued) : valued
    }),
  UserAgent: pair => [words.posesAs(pair.userAgent)],
  QueryParam: (pair, rule) =>
    pair.modifications.map(change => doesInList(only(rule, {...pair, modifications: [change]}))),
  Request: (pair, rule) => withBody(rule, pair),
  Response: (pair, rule) => withBody(rule, pair),
  Delay: (pair, rule) => asInList(rule, pair),
}

const lines = (phrases: readonly Phrase[]): Phrase =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...prose('\n'), ...each]))

function whenOfPair(rule: Rule, pair: Rule['pairs'][number]): Phrase {
  const when = whenInList(only(rule, pair))
  const {source} = pair
  if (!source) return when
  return placesOf(source).reduce(
    (said, {index, kind}) => words.filter(said, editorWords.filterOn[kind], filterText(source.filters?.[index], kind)),
    when,
  )
}
const doesOfPair = (rule: Rule, pair: Rule['pairs'][number]): Phrase =>
  // The pairs are of the rule's own type, which the compiler loses.
  lines(doesLines[rule.ruleType](pair as never, rule as never))

export const whenOf = (rule: Rule): Phrase => lines(rule.pairs.map(pair => whenOfPair(rule, pair)))
export const doesOf = (rule: Rule): Phrase => lines(rule.pairs.map(pair => doesOfPair(rule, pair)))
/** Condition by condition: when, and below it what it does. */
export const wholeOf = (rule: Rule): Phrase =>
  lines(rule.pairs.flatMap(pair => [whenOfPair(rule, pair), doesOfPair(rule, pair)]))

import {formatFieldPath} from '../../sentences/field-path'
import type {Group} from '../../../model/group'
import {readRule, type StoredRecord, type Rule, type RuleOf} from '../../../model/rule'
import {isRuleType, type PairOf, type RuleType} from '../../../model/rules'
import {toCodeSegments, toPlainText, toTextSegments, type TextSegments, createSegmentedTexts} from '../../text-segments'
import {describeEffectInList} from '../../sentences/rule-effect'
import {describeConditionInList} from '../../sentences/rule-condition'
import {accountTexts} from '../../../locales/account'
import {commonTexts} from '../../../locales/common'
import {editorTexts} from '../../../locales/editor'
import {rulesTexts} from '../../../locales/rules'
import {filterText, placesOf} from '../editor/model/filters'

const phrase = createSegmentedTexts(accountTexts)

export type FieldTexts = {readonly label: string; readonly mine: TextSegments; readonly theirs: TextSegments}

type Versions = {readonly mine: StoredRecord; readonly theirs: StoredRecord}

const raw = (value: unknown): TextSegments =>
  value === undefined || value === null || value === ''
    ? toTextSegments(accountTexts('conflict.nothing'))
    : typeof value === 'string'
      ? toTextSegments(value)
      : toCodeSegments(JSON.stringify(value, null, 1))

function groupText(value: unknown, groups: readonly Group[]): TextSegments {
  if (value === '' || value === null || value === undefined) return toTextSegments(commonTexts('noGroup'))
  const known = groups.find(({id}) => id === value)
  return known ? toTextSegments(known.name.trim() || commonTexts('untitled')) : raw(value)
}

export function fieldText(record: StoredRecord, field: string, groups: readonly Group[]): TextSegments {
  const value = record[field]
  if (field === 'groupId') return groupText(value, groups)
  if (field === 'status') return toTextSegments(value === 'Inactive' ? rulesTexts('off') : rulesTexts('on'))
  if (field === 'isFavourite') return toTextSegments(accountTexts('conflict.pinned', {on: value === true}))
  if (field === 'ruleType' && isRuleType(value)) return toTextSegments(commonTexts(`type.${value}.label`))
  return raw(value)
}

function conditions({mine, theirs}: Versions): FieldTexts | undefined {
  const [my, their] = [readRule(mine), readRule(theirs)]
  if (!my.ok || !their.ok) return undefined
  const ways = [
    [accountTexts('conflict.fields.does'), whenOf, doesOf],
    [accountTexts('conflict.fields.when'), doesOf, whenOf],
    [accountTexts('conflict.fields.whenAndDoes'), () => [], wholeOf],
  ] as const
  for (const [label = '', inCommon, say] of ways) {
    if (toPlainText(inCommon(my.value)) !== toPlainText(inCommon(their.value))) continue
    const texts = {label, mine: say(my.value), theirs: say(their.value)}
    if (toPlainText(texts.mine) !== toPlainText(texts.theirs)) return texts
  }
  return undefined
}

const namedFields = ['name', 'description', 'status', 'groupId', 'isFavourite', 'ruleType'] as const

export function labelOf(field: string): string {
  const named = namedFields.find(each => each === field)
  return named === undefined ? formatFieldPath(field) : accountTexts(`conflict.fields.${named}`)
}

export function textsOf(versions: Versions, field: string, groups: readonly Group[]): FieldTexts {
  const said = field === 'pairs' ? conditions(versions) : undefined
  if (said) return said
  const {mine, theirs} = versions
  return {label: labelOf(field), mine: fieldText(mine, field, groups), theirs: fieldText(theirs, field, groups)}
}

/** A rule of this one condition, for the words of the list. */
const only = (rule: Rule, pair: unknown): Rule => ({...rule, pairs: [pair]}) as Rule
const asInList = (rule: Rule, pair: unknown): readonly TextSegments[] => [describeEffectInList(only(rule, pair))]
const withBody = (rule: Rule, pair: {readonly value: string}) => [...asInList(rule, pair), toCodeSegments(pair.value)]

const doesLines: {readonly [T in RuleType]: (pair: PairOf<T>, rule: RuleOf<T>) => readonly TextSegments[]} = {
  Redirect: (pair, rule) => [...asInList(rule, pair), ...(pair.file ? [toCodeSegments(pair.file.text)] : [])],
  Cancel: (pair, rule) => asInList(rule, pair),
  Replace: (pair, rule) => asInList(rule, pair),
  Headers: (pair, rule) =>
    pair.modifications.map(change => {
      const said = describeEffectInList(only(rule, {...pair, modifications: [change]}))
      const valued =
        change.type === 'Remove' ? said : phrase('conflict.headerValue', {change: said, value: change.value ?? ''})
      return change.target === 'Response' ? phrase('conflict.inAnswer', {change: valued}) : valued
    }),
  UserAgent: pair => [phrase('conflict.posesAs', {userAgent: pair.userAgent})],
  QueryParam: (pair, rule) =>
    pair.modifications.map(change => describeEffectInList(only(rule, {...pair, modifications: [change]}))),
  Request: (pair, rule) => withBody(rule, pair),
  Response: (pair, rule) => withBody(rule, pair),
  Delay: (pair, rule) => asInList(rule, pair),
}

const lines = (phrases: readonly TextSegments[]): TextSegments =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...toTextSegments('\n'), ...each]))

function whenOfPair(rule: Rule, pair: Rule['pairs'][number]): TextSegments {
  const when = describeConditionInList(only(rule, pair))
  const {source} = pair
  if (!source) return when
  return placesOf(source).reduce(
    (said, {index, kind}) =>
      phrase('conflict.filter', {
        rest: said,
        name: editorTexts(`filterOn.${kind}`),
        value: filterText(source.filters?.[index], kind),
      }),
    when,
  )
}
const doesOfPair = (rule: Rule, pair: Rule['pairs'][number]): TextSegments =>
  // The compiler loses that the pairs have the rule's own type.
  lines(doesLines[rule.ruleType](pair as never, rule as never))

const whenOf = (rule: Rule): TextSegments => lines(rule.pairs.map(pair => whenOfPair(rule, pair)))
const doesOf = (rule: Rule): TextSegments => lines(rule.pairs.map(pair => doesOfPair(rule, pair)))
export const wholeOf = (rule: Rule): TextSegments =>
  lines(rule.pairs.flatMap(pair => [whenOfPair(rule, pair), doesOfPair(rule, pair)]))

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
import {formatFilter, getFilterPositions} from '../editor/model/filters'

const phrase = createSegmentedTexts(accountTexts)

export type FieldTexts = {readonly label: string; readonly mine: TextSegments; readonly theirs: TextSegments}

type Versions = {readonly mine: StoredRecord; readonly theirs: StoredRecord}

const formatRaw = (value: unknown): TextSegments =>
  value === undefined || value === null || value === ''
    ? toTextSegments(accountTexts('conflict.nothing'))
    : typeof value === 'string'
      ? toTextSegments(value)
      : toCodeSegments(JSON.stringify(value, null, 1))

function formatGroup(value: unknown, groups: readonly Group[]): TextSegments {
  if (value === '' || value === null || value === undefined) return toTextSegments(commonTexts('noGroup'))
  const group = groups.find(({id}) => id === value)
  return group ? toTextSegments(group.name.trim() || commonTexts('untitled')) : formatRaw(value)
}

export function formatField(record: StoredRecord, field: string, groups: readonly Group[]): TextSegments {
  const value = record[field]
  if (field === 'groupId') return formatGroup(value, groups)
  if (field === 'status') return toTextSegments(value === 'Inactive' ? rulesTexts('off') : rulesTexts('on'))
  if (field === 'isFavourite') return toTextSegments(accountTexts('conflict.pinned', {on: value === true}))
  if (field === 'ruleType' && isRuleType(value)) return toTextSegments(commonTexts(`type.${value}.label`))
  return formatRaw(value)
}

function comparePairs({mine, theirs}: Versions): FieldTexts | undefined {
  const [my, their] = [readRule(mine), readRule(theirs)]
  if (!my.ok || !their.ok) return undefined
  const comparisons = [
    [accountTexts('conflict.fields.does'), formatConditions, formatActions],
    [accountTexts('conflict.fields.when'), formatActions, formatConditions],
    [accountTexts('conflict.fields.whenAndDoes'), () => [], formatPairs],
  ] as const
  for (const [label = '', getShared, getText] of comparisons) {
    if (toPlainText(getShared(my.value)) !== toPlainText(getShared(their.value))) continue
    const texts = {label, mine: getText(my.value), theirs: getText(their.value)}
    if (toPlainText(texts.mine) !== toPlainText(texts.theirs)) return texts
  }
  return undefined
}

const namedFields = ['name', 'description', 'status', 'groupId', 'isFavourite', 'ruleType'] as const

export function getFieldLabel(field: string): string {
  const named = namedFields.find(each => each === field)
  return named === undefined ? formatFieldPath(field) : accountTexts(`conflict.fields.${named}`)
}

export function getFieldTexts(versions: Versions, field: string, groups: readonly Group[]): FieldTexts {
  const text = field === 'pairs' ? comparePairs(versions) : undefined
  if (text) return text
  const {mine, theirs} = versions
  return {
    label: getFieldLabel(field),
    mine: formatField(mine, field, groups),
    theirs: formatField(theirs, field, groups),
  }
}

/** A copy of the rule with only this pair, to format it like the rule list. */
const withOnlyPair = (rule: Rule, pair: unknown): Rule => ({...rule, pairs: [pair]}) as Rule
const formatListAction = (rule: Rule, pair: unknown): readonly TextSegments[] => [
  describeEffectInList(withOnlyPair(rule, pair)),
]
const formatActionAndBody = (rule: Rule, pair: {readonly value: string}) => [
  ...formatListAction(rule, pair),
  toCodeSegments(pair.value),
]

const formatActionByType: {readonly [T in RuleType]: (pair: PairOf<T>, rule: RuleOf<T>) => readonly TextSegments[]} = {
  Redirect: (pair, rule) => [...formatListAction(rule, pair), ...(pair.file ? [toCodeSegments(pair.file.text)] : [])],
  Cancel: (pair, rule) => formatListAction(rule, pair),
  Replace: (pair, rule) => formatListAction(rule, pair),
  Headers: (pair, rule) =>
    pair.modifications.map(change => {
      const text = describeEffectInList(withOnlyPair(rule, {...pair, modifications: [change]}))
      const valued =
        change.type === 'Remove' ? text : phrase('conflict.headerValue', {change: text, value: change.value ?? ''})
      return change.target === 'Response' ? phrase('conflict.inAnswer', {change: valued}) : valued
    }),
  UserAgent: pair => [phrase('conflict.posesAs', {userAgent: pair.userAgent})],
  QueryParam: (pair, rule) =>
    pair.modifications.map(change => describeEffectInList(withOnlyPair(rule, {...pair, modifications: [change]}))),
  Request: (pair, rule) => formatActionAndBody(rule, pair),
  Response: (pair, rule) => formatActionAndBody(rule, pair),
  Delay: (pair, rule) => formatListAction(rule, pair),
}

const joinLines = (phrases: readonly TextSegments[]): TextSegments =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...toTextSegments('\n'), ...each]))

function formatPairCondition(rule: Rule, pair: Rule['pairs'][number]): TextSegments {
  const when = describeConditionInList(withOnlyPair(rule, pair))
  const {source} = pair
  if (!source) return when
  return getFilterPositions(source).reduce(
    (text, {index, kind}) =>
      phrase('conflict.filter', {
        rest: text,
        name: editorTexts(`filterOn.${kind}`),
        value: formatFilter(source.filters?.[index], kind),
      }),
    when,
  )
}
const formatPairAction = (rule: Rule, pair: Rule['pairs'][number]): TextSegments =>
  // TypeScript cannot relate the type of the pair to the type of the rule.
  joinLines(formatActionByType[rule.ruleType](pair as never, rule as never))

const formatConditions = (rule: Rule): TextSegments =>
  joinLines(rule.pairs.map(pair => formatPairCondition(rule, pair)))
const formatActions = (rule: Rule): TextSegments => joinLines(rule.pairs.map(pair => formatPairAction(rule, pair)))
const formatPairs = (rule: Rule): TextSegments =>
  joinLines(rule.pairs.flatMap(pair => [formatPairCondition(rule, pair), formatPairAction(rule, pair)]))

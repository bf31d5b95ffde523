import type {Rule} from '../../model/rule'
import type {RuleType} from '../../model/rules'
import {matchesEveryRequest, type Source} from '../../model/source'
import {toPlainText} from '../text-segments'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'
import {getAnyRequest} from './rule-condition'
import {describeEffect, isIncomplete} from './rule-effect'

const maxLength = 60

const removeScheme = (address: string) => address.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/\/+$/, '')
const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text)

const formatSource = (source: Source | undefined, ruleType: RuleType): string =>
  source === undefined || matchesEveryRequest(source)
    ? getAnyRequest(ruleType)
    : source.operator === 'Matches'
      ? source.value
      : removeScheme(source.value)

const capitalizeVerb = (text: string) => (/^[a-z]+s? /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** Such as "api.shop.test to localhost:3000". */
export function suggestRuleName(rule: Pick<Rule, 'ruleType' | 'pairs'>): string {
  const first = rule.pairs[0]
  const source = formatSource(first?.source, rule.ruleType)
  if (source.trim() === '' || isIncomplete(rule))
    return sentenceTexts('unnamed', {label: commonTexts(`type.${rule.ruleType}.label`)})
  const effect = toPlainText(describeEffect(rule))
    .replace(/\bhttps?:\/\//g, '')
    .replace(/\/+…?$/, '')
  return capitalizeVerb(truncate(sentenceTexts(`ruleName.${rule.ruleType}`, {where: source, effect})))
}

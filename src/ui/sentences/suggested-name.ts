import type {Rule} from '../../model/rule'
import type {Source} from '../../model/source'
import {toPlainText} from '../text-segments'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'
import {doesFirst, isIncomplete} from './rule-effect'

const longest = 60

const withoutScheme = (address: string) => address.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/\/+$/, '')
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

const where = (source: Source | undefined): string =>
  source === undefined
    ? sentenceTexts('anyBody')
    : source.operator === 'Matches'
      ? source.value
      : withoutScheme(source.value)

const capital = (text: string) => (/^[a-z]+s? /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** Such as "api.shop.test to localhost:3000". */
export function madeName(rule: Pick<Rule, 'ruleType' | 'pairs'>): string {
  const first = rule.pairs[0]
  const place = where(first?.source)
  if (place === '' || isIncomplete(rule))
    return sentenceTexts('unnamed', {label: commonTexts(`type.${rule.ruleType}.label`)})
  const doing = toPlainText(doesFirst(rule))
    .replace(/\bhttps?:\/\//g, '')
    .replace(/\/+$/, '')
  return capital(shortened(sentenceTexts(`ruleName.${rule.ruleType}`, {where: place, effect: doing})))
}

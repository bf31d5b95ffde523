import type {Rule} from '../../model/rule'
import type {Source} from '../../model/source'
import {plain} from '../phrase'
import {nameWords, sentenceWords, typeWords, unnamed} from '../words'
import {doesFirst} from './does'

const longest = 60

const withoutScheme = (address: string) => address.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/\/+$/, '')
const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

const where = (source: Source | undefined): string =>
  source === undefined
    ? sentenceWords.anyBody
    : source.operator === 'Matches'
      ? source.value
      : withoutScheme(source.value)

const capital = (text: string) => (/^[a-z]+s? /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text)

/** Such as "api.shop.test to localhost:3000". */
export function madeName(rule: Pick<Rule, 'ruleType' | 'pairs'>): string {
  const first = rule.pairs[0]
  const place = where(first?.source)
  const does = doesFirst(rule)
  if (place === '' || does === sentenceWords.nothing) return unnamed(typeWords[rule.ruleType].label)
  const doing = plain(does)
    .replace(/\bhttps?:\/\//g, '')
    .replace(/\/+$/, '')
  return capital(shortened(nameWords[rule.ruleType](place, doing)))
}

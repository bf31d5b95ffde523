import type {Rule} from '../../../src/model/rule'
import {translateRule} from '../../../src/dnr/translate'
import type {TranslateOptions} from '../../../src/dnr/translation'

export const codes = (rule: Rule, surroundings?: TranslateOptions) =>
  translateRule(rule, surroundings).problems.map(({code}) => code)
export const actions = (rule: Rule, surroundings?: TranslateOptions) =>
  translateRule(rule, surroundings).templates.map(({action}) => action)

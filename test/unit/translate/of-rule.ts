import type {Rule} from '../../../src/contract/rule'
import {translate} from '../../../src/translate/translate'
import type {Surroundings} from '../../../src/translate/translation'

export const codes = (rule: Rule, surroundings?: Surroundings) =>
  translate(rule, surroundings).problems.map(({code}) => code)
export const actions = (rule: Rule, surroundings?: Surroundings) =>
  translate(rule, surroundings).drafts.map(({action}) => action)

import type {Rule} from '../../../src/model/rule'
import {translate} from '../../../src/dnr/translate'
import type {Surroundings} from '../../../src/dnr/translation'

export const codes = (rule: Rule, surroundings?: Surroundings) =>
  translate(rule, surroundings).problems.map(({code}) => code)
export const actions = (rule: Rule, surroundings?: Surroundings) =>
  translate(rule, surroundings).drafts.map(({action}) => action)

import en from './en/new-rule.json'
import {createTexts} from './texts'

export const newRuleTexts = createTexts({en})

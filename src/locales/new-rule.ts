import en from './en/new-rule.json' with {type: 'json'}
import {createTexts} from './texts'

export const newRuleTexts = createTexts({en})

import en from './en/automation.json' with {type: 'json'}
import {createTexts} from './texts'

export const automationTexts = createTexts({en})

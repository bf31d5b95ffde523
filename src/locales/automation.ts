import en from './en/automation.json'
import {createTexts} from './texts'

export const automationTexts = createTexts({en})

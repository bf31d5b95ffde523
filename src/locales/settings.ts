import en from './en/settings.json'
import {createTexts} from './texts'

export const settingsTexts = createTexts({en})

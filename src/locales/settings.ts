import en from './en/settings.json' with {type: 'json'}
import {createTexts} from './texts'

export const settingsTexts = createTexts({en})
